/**
 * The static type of a value (spec section 3). `any` is the unknown type: it fits everywhere and is never reported.
 * `optional` says that the value may also be nil.
 */
export type ValueType =
  /** `hint`: what `type()` says of a number of this type; nothing else looks at it. */
  /** `isError`: it stands for what could not be resolved or typed, which has been reported. */
  | { readonly kind: "any"; readonly hint?: "float"; readonly isError?: true }
  | { readonly kind: "nil" }
  | { readonly kind: "bool"; readonly optional?: boolean }
  | { readonly kind: "int"; readonly optional?: boolean }
  | { readonly kind: "float"; readonly optional?: boolean }
  /** `values`: the only texts that it can be. */
  | { readonly kind: "string"; readonly optional?: boolean; readonly values?: readonly string[] }
  | { readonly kind: "date"; readonly optional?: boolean }
  | { readonly kind: "duration"; readonly optional?: boolean }
  | { readonly kind: "timezone"; readonly optional?: boolean }
  | { readonly kind: "array"; readonly element: ValueType; readonly optional?: boolean }
  /** `open`: there may be other fields beside these. */
  | {
      readonly kind: "map";
      readonly fields?: Readonly<Record<string, ValueType>>;
      readonly open?: boolean;
      readonly optional?: boolean;
    };

export const anyType: ValueType = { kind: "any" };
/** The type of what could not be resolved or typed: an `any` of which nothing more is said. */
export const errorType: ValueType = { kind: "any", isError: true };
export const nilType: ValueType = { kind: "nil" };
export const boolType: ValueType = { kind: "bool" };
export const intType: ValueType = { kind: "int" };
export const floatType: ValueType = { kind: "float" };
export const stringType: ValueType = { kind: "string" };
export const dateType: ValueType = { kind: "date" };
export const durationType: ValueType = { kind: "duration" };
export const timezoneType: ValueType = { kind: "timezone" };
/** A map whose keys are not known. */
export const mapType: ValueType = { kind: "map" };

/** One of a few texts. */
export function textOf(values: readonly string[]): ValueType {
  return { kind: "string", values };
}

/** An array of `element`. */
export function arrayOf(element: ValueType): ValueType {
  return { kind: "array", element };
}

/** A map with exactly these keys. */
export function mapOf(fields: Readonly<Record<string, ValueType>>): ValueType {
  return { kind: "map", fields };
}

/** The type of a scalar of the document. */
export function scalarType(value: string | number | boolean | null): ValueType {
  if (value === null) return nilType;
  if (typeof value === "string") return stringType;
  if (typeof value === "boolean") return boolType;
  return Number.isInteger(value) ? intType : floatType;
}

/** The same type, or nil. */
export function optional(type: ValueType): ValueType {
  return type.kind === "any" || type.kind === "nil" ? type : { ...type, optional: true };
}

/** The type as a message names it: `string`, `array<int>`, `string or nil`. */
export function typeName(type: ValueType): string {
  const name = type.kind === "array" ? `array<${typeName(type.element)}>` : type.kind;
  return "optional" in type && type.optional ? `${name} or nil` : name;
}

/** The type with its article: `a string`, `an array<int>`; nil has none. */
export function withArticle(type: ValueType): string {
  const name = typeName(type);
  if (type.kind === "nil") return name;
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}
