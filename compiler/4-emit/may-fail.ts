import type { PlanExpression } from "../nouns/plan.ts";
import { fold } from "../tree/fold.ts";
import { planChildren } from "../tree/plan-expressions.ts";
import { isPlainOperator } from "./plain-operator.ts";
import { isCertain, isPlain, type Member, mayOnlyLack } from "./reads.ts";
import { isBool, isNilable, isNumber } from "./sure-type.ts";

/** True for an expression whose code may fail: the runtime library may refuse one of the values in it. */
export function mayFail(node: PlanExpression): boolean {
  const folded = fold(node);
  return mayRefuse(folded) || planChildren(folded).some(mayFail);
}

/** The same where a bool must stand. */
export function conditionMayFail(node: PlanExpression): boolean {
  return !isBool(node.type) || mayFail(node);
}

/** Functions of the runtime library that take whatever they are given. */
const tolerant: ReadonlySet<string> = new Set(["text", "json", "defaultTo", "typeName", "equal"]);

/** True where the expression itself may fail, whatever those inside it do. */
function mayRefuse(node: PlanExpression): boolean {
  switch (node.kind) {
    case "call": {
      const [first] = node.arguments;
      const isLength = node.runtime === "len" && first?.type.kind === "array" && !isNilable(first.type);
      return !isLength && !tolerant.has(node.runtime);
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
