import { bytes, decimal, integer, timestamp } from "./values.ts";

/** What the library says of a column. */
export interface MysqlField {
  readonly name: string;
  readonly columnType?: number;
}

/** A value as the library gives it, in the language's types. */
export function mysqlValue(value: unknown, field: MysqlField | undefined): unknown {
  if (value instanceof Uint8Array) return bytes(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value !== "string") return value ?? null;
  return readers.get(field?.columnType ?? -1)?.(value) ?? value;
}

/** By the numbers of the protocol (https://mariadb.com/kb/en/result-set-packets/#field-types). */
const readers: ReadonlyMap<number, (text: string) => unknown> = new Map([
  [0, decimal],
  [7, timestamp],
  [8, integer],
  [12, timestamp],
  [246, decimal],
]);
