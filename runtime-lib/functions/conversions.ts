import { parseJson, TooDeep, tooDeep } from "../run/depth.ts";
import { expressionError, namesOf, typeOf } from "../run/values.ts";
import { textArgument, wrongValue } from "./arguments.ts";
import { isPlainMap, sortedKeys } from "./keyed-map.ts";

/* Conversions and quoting (Expr language definition, type conversion functions; spec section 3). */

/** `default(value, other)`: `other` where the value is nil or empty text. */
export function defaultTo(value: unknown, other: unknown): unknown {
  return value === null || value === undefined || value === "" ? other : value;
}

/**
 * `type(v)`: `nil`, `bool`, `int`, `float`, `string`, `array` or `map`, and as in Go `time.Time` of a date. A float without a fraction looks like an int at
 * run time; `known` is what the checker knows of a number.
 */
export function typeName(value: unknown, known?: unknown): string {
  if (typeof value === "object" && value !== null) return namesOf(value)?.go ?? typeOf(value);
  const name = typeOf(value);
  return name === "int" && known === "float" ? known : name;
}

/** `int(v)`: a number without its fraction, or the whole number of 64 bits that a text holds. */
export function int(value: unknown): number {
  const holdsInt = typeof value === "string" && /^[+-]?\d+$/.test(value);
  if (typeof value !== "number" && typeof value !== "string") throw wrongValue("int", "a number or a string", value);
  const number = typeof value === "number" ? Math.trunc(value) : Number(value);
  if ((typeof value === "number" || holdsInt) && Math.abs(number) <= 2 ** 63) return number + 0;
  throw expressionError(`int: ${found(value)} is not a whole number`);
}

/** `float(v)`: a number, or the number that a text holds. */
export function float(value: unknown): number {
  if (typeof value === "number") return value;
  if (typeof value !== "string") throw wrongValue("float", "a number or a string", value);
  const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(value) ? Number(value) : Number.NaN;
  if (Number.isFinite(number)) return number;
  throw expressionError(`float: ${found(value)} is not a number`);
}

/** `string(v)`: as Go's fmt prints it with `%v`: `[1 2]`, `map[a:1]` with sorted keys, `<nil>`. */
export function toText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "<nil>";
  if (typeof value === "number") return numberText(value);
  if (Array.isArray(value)) return `[${value.map(toText).join(" ")}]`;
  if (!isPlainMap(value)) return String(value);
  return `map[${sortedKeys(value)
    .map((key) => `${key}:${toText(value[key])}`)
    .join(" ")}]`;
}

/** `toJSON(v)`: JSON text as Go's encoding/json indents it: two spaces, keys sorted, `<`, `>` and `&` escaped. */
export function toJSON(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return indentedJson(value, "\n").replace(/[<>&\u2028\u2029]/g, escaped);
}

/** `fromJSON(text)`: the value of a JSON text (RFC 8259). */
export function fromJSON(value: unknown): unknown {
  const source = textArgument("fromJSON", value);
  try {
    return parseJson(source);
  } catch (error) {
    throw expressionError(`fromJSON: ${found(source)} ${error instanceof TooDeep ? tooDeep : "is not JSON"}`);
  }
}

/** `toBase64(text)`: its UTF-8 bytes in base64 (RFC 4648 section 4). */
export function toBase64(value: unknown): string {
  return Buffer.from(textArgument("toBase64", value)).toString("base64");
}

/** `fromBase64(text)`: padding is required, line ends are passed over; the bytes must be UTF-8. */
export function fromBase64(value: unknown): string {
  const source = textArgument("fromBase64", value).replace(/[\r\n]+/g, "");
  if (source.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(source))
    throw expressionError(`fromBase64: ${found(source)} is not base64`);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(source, "base64"));
  } catch {
    throw expressionError("fromBase64: the bytes are not UTF-8 text");
  }
}

/** `quote(s)`: the text as one word of a POSIX shell (XCU 2.2.2, single quotes). NUL cannot be passed: it fails. */
export function quote(value: unknown): string {
  const word = toText(value);
  if (word.includes("\0")) throw expressionError("quote: a NUL character cannot be passed to a shell");
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * `urlencode(s)`: a text, number or bool as one part of a URL: all but RFC 3986's unreserved characters as `%XX`. Also the
 * dots of `.` and `..`, which as a part of a path would mean another place: a request to such a path is refused.
 */
export function urlencode(value: unknown): string {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean")
    throw wrongValue("urlencode", "a string, a number or a bool", value);
  try {
    const escaped = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
    const plain = toText(value);
    if (plain === "." || plain === "..") return plain.replaceAll(".", escaped);
    return encodeURIComponent(plain).replace(/[!'()*]/g, escaped);
  } catch {
    throw expressionError("urlencode: the text holds half of a character (a lone surrogate)");
  }
}

/**
 * A number as Go prints it. One without a fraction is printed as an int64 where it fits in one, because at run time ints
 * and floats are the same; else Go's `%g`: an exponent of two digits or more from 1e+06 up and below 1e-04.
 */
function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 63) return BigInt(value).toString();
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value < 0 ? "-Inf" : "+Inf";
  const [digits = "", exponent = ""] = value.toExponential().split("e");
  if (Number(exponent) >= -4 && Number(exponent) < 6) return String(value);
  return `${digits}e${exponent.charAt(0)}${exponent.slice(1).padStart(2, "0")}`;
}

/** JSON.stringify cannot do it: an object keeps keys that look like indexes first, whatever order they are set in. */
function indentedJson(value: unknown, lineStart: string): string {
  if (typeof value === "number" && !Number.isFinite(value))
    throw expressionError(`toJSON: JSON has no ${numberText(value)}`);
  const inner = `${lineStart}  `;
  if (Array.isArray(value)) {
    const elements = value.map((element) => indentedJson(element, inner));
    return elements.length === 0 ? "[]" : `[${inner}${elements.join(`,${inner}`)}${lineStart}]`;
  }
  if (!isPlainMap(value)) return JSON.stringify(value) ?? "null";
  const fields = sortedKeys(value).map((key) => `${JSON.stringify(key)}: ${indentedJson(value[key], inner)}`);
  return fields.length === 0 ? "{}" : `{${inner}${fields.join(`,${inner}`)}${lineStart}}`;
}

function found(value: unknown): string {
  if (typeof value !== "string") return String(value);
  return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
}
