import { expressionError, isMap, typeOf } from "./values.ts";

/** `quote(s)`: the text as one word of a POSIX shell (XCU 2.2.2, single quotes). NUL cannot be passed: it fails. */
export function quote(value: unknown): string {
  const word = typeof value === "string" ? value : toText(value);
  if (word.includes("\0")) throw expressionError("quote: a NUL character cannot be passed to a shell");
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** `default(value, other)`: `other` where the value is nil or empty text. */
export function defaultTo(value: unknown, other: unknown): unknown {
  return value === null || value === undefined || value === "" ? other : value;
}

/** `len(v)`: code points of a text, elements of an array, keys of a map. */
export function len(value: unknown): number {
  if (typeof value === "string") {
    let count = 0;
    for (const _ of value) count += 1;
    return count;
  }
  if (Array.isArray(value)) return value.length;
  if (isMap(value)) return Object.keys(value).length;
  throw expressionError(`len: expected a string, an array or a map, got ${typeOf(value)}`);
}

/** `upper(text)`. */
export function upper(value: unknown): string {
  return stringArgument("upper", value).toUpperCase();
}

/** `lower(text)`. */
export function lower(value: unknown): string {
  return stringArgument("lower", value).toLowerCase();
}

/** `trim(text, [characters])`: without white space, or without these characters, at both ends. */
export function trim(value: unknown, characters?: unknown): string {
  const source = stringArgument("trim", value);
  if (characters === undefined) return source.trim();
  const cut = new Set(stringArgument("trim", characters));
  const points = [...source];
  let start = 0;
  let end = points.length;
  while (start < end && cut.has(points[start] ?? "")) start += 1;
  while (end > start && cut.has(points[end - 1] ?? "")) end -= 1;
  return points.slice(start, end).join("");
}

/** `string(v)`: as Go's fmt prints it: `[1 2]`, `map[a:1]` with sorted keys, `<nil>`. */
export function toText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(toText).join(" ")}]`;
  if (!isMap(value)) return String(value);
  const keys = Object.keys(value).sort();
  return `map[${keys.map((key) => `${key}:${toText(value[key])}`).join(" ")}]`;
}

/** `int(v)`: a number without its fraction, or the whole number that a text holds. */
export function int(value: unknown): number {
  if (typeof value === "number" && Number.isFinite(value)) return Math.trunc(value) + 0;
  if (typeof value === "string" && /^[+-]?\d+$/.test(value)) return Number(value);
  throw expressionError(`int: ${found(value)} is not a whole number`);
}

/** `float(v)`: a number, or the number that a text holds. */
export function float(value: unknown): number {
  if (typeof value === "number") return value;
  if (typeof value === "string" && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(value)) return Number(value);
  throw expressionError(`float: ${found(value)} is not a number`);
}

/** `toJSON(v)`: JSON text, indented by two spaces, keys sorted, as Expr gives it. */
export function toJSON(value: unknown): string {
  return JSON.stringify(sortKeys(value), null, 2) ?? "null";
}

/** `fromJSON(text)`: the value of a JSON text (RFC 8259). */
export function fromJSON(value: unknown): unknown {
  const source = stringArgument("fromJSON", value);
  try {
    return JSON.parse(source);
  } catch {
    throw expressionError(`fromJSON: ${found(source)} is not JSON`);
  }
}

function stringArgument(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw expressionError(`${name}: expected a string, got ${typeOf(value)}`);
}

function found(value: unknown): string {
  if (typeof value !== "string") return typeOf(value);
  return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortKeys(value[key])]),
  );
}
