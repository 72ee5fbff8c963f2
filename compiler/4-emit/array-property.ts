import { findRuntimeFunction } from "../functions/table.ts";
import type { PlanExpression } from "../nouns/plan-expression.ts";
import { isNilable } from "./sure-type.ts";

/** The property of a call's argument that is its result: `length` in `len` of what is certainly an array. */
export function arrayProperty(node: Extract<PlanExpression, { kind: "call" }>): string | undefined {
  const [first] = node.arguments;
  const isArray = first?.type.kind === "array" && !isNilable(first.type);
  return isArray ? findRuntimeFunction(node.runtime)?.arrayProperty : undefined;
}
