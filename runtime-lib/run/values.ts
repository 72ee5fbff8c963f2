import { isTooDeep, tooDeep } from "./depth.ts";
import { FlowError } from "./errors.ts";

/**
 * A value as a template inserts it: nil is empty, arrays and maps are compact JSON, a date is RFC 3339 (spec section 3),
 * what JSON has as a number is as `string()` gives it: a duration, a month, a weekday.
 */
export function text(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  const data: unknown = typeof value === "object" && "toJSON" in value ? JSON.parse(json(value)) : value;
  if (typeof data === "string") return data;
  return typeof value === "object" && namesOf(value) !== undefined ? String(value) : json(data);
}

/** A value as compact JSON text. Throws tool_runtime for what has none. */
export function json(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch (error) {
    if (error instanceof RangeError && isTooDeep(value)) throw expressionError(`a value ${tooDeep}`);
    throw error;
  }
}

/** An object that is not a map, such as a date. Expressions cannot read the names of its type as a field. */
export class Named {
  readonly #names: TypeNames;

  constructor(names: TypeNames) {
    this.#names = names;
  }

  static namesOf(value: object): TypeNames | undefined {
    return #names in value ? value.#names : undefined;
  }
}

/** The name of a value's type in the words of the expression language, for messages. */
export function typeOf(value: unknown): string {
  if (value === null || value === undefined) return "nil";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  if (typeof value === "boolean") return "bool";
  return typeof value === "object" ? (namesOf(value)?.message ?? "map") : typeof value;
}

/** The name of a type in messages, and the one in Go. */
interface TypeNames {
  readonly message: string;
  readonly go: string;
}

/** The names of an object's type; undefined for a map. */
export function namesOf(value: object): TypeNames | undefined {
  return Named.namesOf(value);
}

/** The failure of an expression at run time. */
export function expressionError(message: string): FlowError {
  return new FlowError("tool_runtime", message);
}

/** True for maps: objects that are neither arrays nor nil. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A record that inherits nothing, as of `Object.create(null)`, but with the shape of an object: it is faster. */
export class Bare {
  [name: string]: unknown;
}
Reflect.setPrototypeOf(Bare.prototype, null);
Reflect.deleteProperty(Bare.prototype, "constructor");
