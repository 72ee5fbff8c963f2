import type { Decision } from "../nouns/decision.ts";
import type { PlanExpression } from "../nouns/plan-expression.ts";
import { binary, conditional, type Expression, identifier, literal, member, sequence } from "../nouns/typescript.ts";

/** Takes the decisions of a module that counts which ways its runs go. */
export class Decisions {
  readonly #found: Decision[] = [];
  #counters = 0;

  /** In the order of the module. */
  get found(): readonly Decision[] {
    return this.#found;
  }

  /** How many counters the module has. */
  get counters(): number {
    return this.#counters;
  }

  /** Notes a decision; gives a counter for each of its ways. */
  add({ kind, span }: Pick<Decision, "kind" | "span">, ways: readonly (readonly [string, PlanExpression])[]) {
    const counted = ways.map(([label, node]) => ({ label, span: node.span, counter: this.#counters++ }));
    this.#found.push({ kind, span, ways: counted });
    return counted.map(({ counter }) => counter);
  }
}

/** The counters of a module. */
export const counters = identifier`coverage`;

interface Counting {
  readonly decisions?: Decisions;
}

type Conditional = Extract<PlanExpression, { kind: "conditional" }>;

/** Both sides of a conditional, each counted where the module counts. */
export function countSides(
  { decisions }: Counting,
  { span, consequent, alternate }: Conditional,
  [first, second]: readonly [Expression, Expression],
): readonly [Expression, Expression] {
  if (decisions === undefined) return [first, second];
  const sides = [["true", consequent] as const, ["false", alternate] as const];
  const [yes = 0, no = 0] = decisions.add({ kind: "conditional", span }, sides);
  return [behindCount(yes, first), behindCount(no, second)];
}

type Binary = Extract<PlanExpression, { kind: "binary" }>;

/** The value of `left ?? right`, made of the right side; counts how often it is evaluated, and how often the right side is. */
export function countDefault(
  { decisions }: Counting,
  { span, left, right }: Binary,
  made: { readonly right: Expression; readonly value: (right: Expression) => Expression },
): Expression {
  if (decisions === undefined) return made.value(made.right);
  const [all = 0, used = 0] = decisions.add({ kind: "default", span }, [
    ["value", left],
    ["default", right],
  ]);
  return behindCount(all, made.value(behindCount(used, made.right)));
}

/** A condition that skips a resource or checks something. */
export function countTest(
  { decisions }: Counting,
  { kind, node }: { readonly kind: "skip" | "check"; readonly node: PlanExpression },
  value: Expression,
): Expression {
  if (decisions === undefined) return value;
  const sides = [["true", node] as const, ["false", node] as const];
  const [yes = 0, no = 0] = decisions.add({ kind, span: node.span }, sides);
  return conditional(value, behindCount(yes, literal(true)), behindCount(no, literal(false)));
}

function behindCount(counter: number, value: Expression): Expression {
  const count = member(counters, counter);
  return sequence([binary(count, "=", binary(count, "+", literal(1))), value]);
}
