import { findRuntimeFunction } from "../functions/table.ts";
import type { PlanExpression } from "../nouns/plan-expression.ts";
import { fold } from "../tree/fold.ts";
import { planChildren } from "../tree/plan-expressions.ts";
import { arrayProperty } from "./array-property.ts";
import { isPlainOperator } from "./plain-operator.ts";
import { isCertain, isPlain, type Member, mayOnlyLack } from "./reads.ts";
import { isBool, isNumber } from "./sure-type.ts";

/** True for an expression whose code may fail: the runtime library may refuse one of the values in it. */
export function mayFail(node: PlanExpression): boolean {
  const folded = fold(node);
  return mayRefuse(folded) || planChildren(folded).some(mayFail);
}

/** The same where a bool must stand. */
export function conditionMayFail(node: PlanExpression): boolean {
  return !isBool(node.type) || mayFail(node);
}

/** What the runtime library has beside functions of the language, and that takes whatever it is given. */
const tolerant: ReadonlySet<string> = new Set(["text", "equal"]);

/** True where the expression itself may fail, whatever those inside it do. */
function mayRefuse(node: PlanExpression): boolean {
  switch (node.kind) {
    case "call": {
      const neverFails = findRuntimeFunction(node.runtime)?.neverFails || tolerant.has(node.runtime);
      return !neverFails && arrayProperty(node) === undefined;
    }
    case "method":
    case "iteration":
    case "slice":
      return true;
    case "file":
      return node.part === "content";
    case "unary":
      return node.operator === "not" ? !isBool(node.operand.type) : !isNumber(node.operand.type);
    case "binary":
      return !isPlainOperator(node);
    case "conditional":
      return !isBool(node.test.type);
    case "member":
      return !isSureField(node);
    default:
      return false;
  }
}

/** True for a field that is there, or nil where it is not. */
function isSureField(node: Member): boolean {
  return isPlain(node) && node.object.kind !== "map" && (isCertain(node) || mayOnlyLack(node));
}
