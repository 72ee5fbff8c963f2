import type { Report } from "../../nouns/diagnostic.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { planChildren } from "../../tree/plan-expressions.ts";
import { constantComparison } from "./constant-comparison.ts";
import { Evaluator } from "./evaluate.ts";
import { foreignTexts } from "./foreign-texts.ts";

/**
 * Reports what every run finds the same in an expression: parts that fail (`constant-failure`), and conditions that are
 * always true or always false (`constant-condition`). What a run need not reach is a warning only.
 */
export function reportConstants(root: PlanExpression, report: Report): void {
  const evaluator = new Evaluator();
  const visit = (node: PlanExpression, isReached: boolean, isChained: boolean): void => {
    reportFailure(node, evaluator, isReached, report);
    if (node.kind === "conditional") reportTest(node.test, evaluator, report);
    if (node.kind === "binary") reportComparison(node, isChained, report);
    for (const child of planChildren(node))
      visit(child, isReached && isAlwaysReached(child, node), isSame(child, node));
  };
  visit(root, true, false);
}

/** True where whoever evaluates the whole evaluates this part. */
function isAlwaysReached(part: PlanExpression, whole: PlanExpression): boolean {
  switch (whole.kind) {
    case "conditional":
      return part === whole.test;
    case "binary":
      return part === whole.left || !lazy.has(whole.operator);
    case "iteration":
      return part === whole.array;
    default:
      return true;
  }
}

const lazy: ReadonlySet<string> = new Set(["and", "or", "??"]);

function reportFailure(node: PlanExpression, evaluator: Evaluator, isReached: boolean, report: Report): void {
  const result = evaluator.evaluate(node);
  if (result?.kind !== "failure" || result.at !== node) return;
  const message = `this fails in every run: ${result.message}`;
  report("constant-failure", node.span, message, isReached ? {} : { severity: "warning" });
}

function reportTest(test: PlanExpression, evaluator: Evaluator, report: Report): void {
  const result = evaluator.evaluate(test);
  if (result?.kind !== "value" || typeof result.value !== "boolean") return;
  report("constant-condition", test.span, `this condition is always ${result.value}`);
}

/** `isChained`: a part of a chain of the same operator, of which the whole has been looked at. */
function reportComparison(node: Binary, isChained: boolean, report: Report): void {
  const always = isChained ? undefined : constantComparison(node);
  if (always !== undefined) report("constant-condition", node.span, always);
  for (const { message, help, span } of foreignTexts(node)) report("constant-condition", span, message, { help });
}

type Binary = Extract<PlanExpression, { kind: "binary" }>;

function isSame(child: PlanExpression, parent: PlanExpression): boolean {
  return child.kind === "binary" && parent.kind === "binary" && child.operator === parent.operator;
}
