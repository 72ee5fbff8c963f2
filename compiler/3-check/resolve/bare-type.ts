import type { ResultShape } from "../../nouns/plan-resource.ts";
import { anyType, arrayOf, type ValueType } from "../../nouns/value-type.ts";
import { joinTypes } from "./operator-type.ts";

/** The type of the bare value, what `get('<id>')` alone gives: the main field, or what the fallback is. */
export function bareValueType({ main, type, each, fallback, fallbackType = anyType }: ResultShape): ValueType {
  if (main === undefined) return fallback ? (each === undefined ? anyType : arrayOf(anyType)) : type;
  const own = (type.kind === "map" ? type.fields?.[main] : undefined) ?? anyType;
  if (!fallback) return own;
  if (each === undefined) return joinTypes(own, fallbackType);
  return arrayOf(own.kind === "array" ? joinTypes(own.element, fallbackType) : anyType);
}
