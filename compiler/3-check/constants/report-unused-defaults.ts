import type { Report } from "../../nouns/diagnostic.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { planChildren } from "../../tree/plan-expressions.ts";
import { walk } from "../../tree/walk.ts";
import { isOptional } from "../resolve/operator-type.ts";

/** Reports defaults (`??`, the second argument of `get`) of values that are never nil, by their types. */
export function reportUnusedDefaults(root: PlanExpression, report: Report): void {
  for (const node of walk([root], planChildren)) {
    if (node.kind !== "binary" || node.operator !== "??" || mayBeNil(node.left)) continue;
    report("constant-condition", node.right.span, "this default is never used: the value before it is never nil");
  }
}

/** Results, elements and fields count as such: who reads them may well not know what is always there. */
function mayBeNil({ kind, type }: PlanExpression): boolean {
  return !known.has(kind) || type.kind === "any" || type.kind === "nil" || isOptional(type);
}

const known: ReadonlySet<PlanExpression["kind"]> = new Set(["input", "stored", "binary", "call"]);
