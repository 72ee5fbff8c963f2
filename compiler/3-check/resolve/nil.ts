import type { PlanExpression } from "../../plan.ts";
import type { ExpressionContext } from "./context.ts";
import { isOptional } from "./operator-type.ts";

/**
 * Warns (`maybe-nil`) where a value that may be nil stands in a place that fails on nil, unless a condition on the way
 * there has asked for it: `x != nil and …`, `x != nil ? … : …`, a skip or check of the resource.
 */
export function warnOfNil(node: PlanExpression, context: ExpressionContext): void {
  if (!isOptional(node.type) || node.type.kind === "nil") return;
  const key = readKey(node);
  if (key !== undefined && context.nonNil.has(key)) return;
  context.report("maybe-nil", node.span, `this value may be nil${why(node)}, which fails here`, {
    help: "give a default: (… ?? default), or ask first: … != nil",
  });
}

/** The reads that are not nil where the condition has turned out to be `truth`. */
export function nonNilWhen(condition: PlanExpression, truth: boolean): readonly string[] {
  if (condition.kind === "unary" && condition.operator === "not") return nonNilWhen(condition.operand, !truth);
  if (condition.kind !== "binary") return [];
  const { operator, left, right } = condition;
  if (operator === (truth ? "and" : "or")) return [...nonNilWhen(left, truth), ...nonNilWhen(right, truth)];
  const asked = operator === (truth ? "!=" : "==");
  if (asked && isNil(right)) return keysOf(left);
  if (asked && isNil(left)) return keysOf(right);
  // What equals something that is no nil is no nil either; so is a text that matches.
  const compared = truth && (operator === "==" || textTests.has(operator));
  return compared && !isOptional(right.type) && right.type.kind !== "any" ? keysOf(left) : [];
}

/** Of these keys those of reads that stay what they are for the whole run. */
export function lasting(keys: Iterable<string>): readonly string[] {
  return [...keys].filter((key) => !/^(?:stored|variable) /.test(key));
}

/** The context with these reads known not to be nil. */
export function knowing<Context extends Pick<ExpressionContext, "nonNil">>(
  keys: readonly string[],
  context: Context,
): Context {
  return keys.length === 0 ? context : { ...context, nonNil: new Set([...context.nonNil, ...keys]) };
}

/** The key of an input in `nonNil`. */
export function inputKey(name: string): string {
  return `input ${name}`;
}

const textTests = new Set(["matches", "contains", "startsWith", "endsWith"]);

/** What is read, the same for each read of it; the parts of a file are there together, like the fields of a result. */
function readKey(node: PlanExpression): string | undefined {
  switch (node.kind) {
    case "result":
      return `result ${node.id}`;
    case "input":
      return inputKey(node.name);
    case "argument":
    case "environment":
    case "variable":
    case "stored":
      return `${node.kind} ${node.name}`;
    case "file":
      return "file";
    case "member": {
      const object = readKey(node.object);
      return object === undefined || node.key.kind !== "constant"
        ? undefined
        : `${object} ${JSON.stringify(node.key.value)}`;
    }
    default:
      return undefined;
  }
}

function keysOf(node: PlanExpression): readonly string[] {
  const key = readKey(node);
  return key === undefined ? [] : [key];
}

function isNil(node: PlanExpression): boolean {
  return node.kind === "constant" && node.type.kind === "nil";
}

function why(node: PlanExpression): string {
  if (node.kind === "result") return `: "${node.id}" can be skipped, or go on without a result`;
  if (node.kind === "input") return `: the input "${node.name}" need not be given`;
  return node.kind === "file" ? ": a file need not be given" : "";
}
