import { FlowError } from "../run/errors.ts";
import { isMap, json, text, typeOf } from "../run/values.ts";
import type { Params } from "./driver.ts";

/** `params` as its expressions gave them: a list, a map of names, or nothing. */
export function readParams(value: unknown, name = "params"): Params {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value;
  if (isMap(value) && !("toJSON" in value)) return value;
  throw new FlowError("validation", `sql '${name}' must be a list or a map, found ${typeOf(value)}`);
}

/** `paramsBatch`: a list of lists or maps. */
export function readBatch(value: unknown): readonly Params[] {
  if (!Array.isArray(value)) {
    throw new FlowError("validation", `sql 'paramsBatch' must be a list of lists or maps, found ${typeOf(value)}`);
  }
  return value.map((params, index) => readParams(params, `paramsBatch[${index}]`));
}

/** The parameters as a list, for databases that have no names for them. */
export function positional(params: Params, placeholder: string): readonly unknown[] {
  if (Array.isArray(params)) return params;
  throw new FlowError(
    "validation",
    `sql 'params' must be a list for this database, whose placeholder is ${placeholder}`,
  );
}

/** A value that every database can take: maps and dates become text, and lists too where there are no arrays. */
export function plainParameter(value: unknown, arrays: boolean): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value !== "object") return value;
  if ("toJSON" in value) return text(value);
  if (!arrays || !Array.isArray(value)) return json(value);
  return value.map((element) => plainParameter(element, true));
}

/** A whole number of the database: as a number where that holds it exactly, else as text with all its digits. */
export function integer(value: bigint | string): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** A decimal or floating-point number, as text. NaN and infinity, which JSON lacks, stay text. */
export function decimal(value: string): number | string {
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

/** `2026-01-02 03:04:05+02` as `2026-01-02T03:04:05+02:00`; `+00` is `Z`. What has no such form stays as it is. */
export function timestamp(value: string): string {
  const match = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?:([+-]\d\d)(?::?(\d\d))?)?$/.exec(value);
  if (match === null) return value;
  const [, date, time, hours, minutes = "00"] = match;
  const zone = hours === undefined ? "" : hours === "+00" && minutes === "00" ? "Z" : `${hours}:${minutes}`;
  return `${date}T${time}${zone}`;
}

/** Bytes as base64. */
export function bytes(value: Uint8Array): string {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64");
}
