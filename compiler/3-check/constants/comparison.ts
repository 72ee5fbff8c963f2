import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type { Constant } from "../../tree/fold.ts";
import { keyOf } from "../../tree/value-key.ts";

/** How a value is compared, with the opposite of each. */
const opposites = {
  "==": "!=",
  "!=": "==",
  "<": ">=",
  ">=": "<",
  ">": "<=",
  "<=": ">",
  in: "not in",
  "not in": "in",
} as const;

type Operator = keyof typeof opposites;

/** A value compared with constants: one, or those of a list. */
export interface Comparison {
  readonly value: PlanExpression;
  readonly operator: Operator;
  readonly constants: readonly Constant[];
}

/** The comparison that an expression is; undefined for another one. */
export function comparisonOf(node: PlanExpression): Comparison | undefined {
  if (node.kind === "unary" && node.operator === "not") {
    const inner = comparisonOf(node.operand);
    return inner && opposite(inner);
  }
  if (node.kind !== "binary" || !Object.hasOwn(opposites, node.operator)) return undefined;
  const operator = node.operator as Operator;
  const { left, right } = node;
  if (operator === "in") {
    const elements = right.kind === "array" ? right.elements.map(constantOf) : undefined;
    const constants = elements?.flatMap((element) => element ?? []);
    return constants?.length !== elements?.length || constants === undefined
      ? undefined
      : compared(left, operator, constants);
  }
  const [ahead, behind] = [constantOf(left), constantOf(right)];
  if (behind !== undefined) return compared(left, operator, behind);
  return ahead && compared(right, mirrored[operator] ?? operator, ahead);
}

const mirrored: Partial<Record<Operator, Operator>> = { "<": ">", ">": "<", "<=": ">=", ">=": "<=" };

function compared(value: PlanExpression, operator: Operator, constants: readonly Constant[]): Comparison | undefined {
  const isOrder = /[<>]/.test(operator);
  return isOrder && typeof constants[0] !== "number" ? undefined : { value, operator, constants };
}

function constantOf(node: PlanExpression): readonly [Constant] | undefined {
  return node.kind === "constant" && node.type.kind !== "any" ? [node.value] : undefined;
}

/** True where the one holds if and only if the other does not. */
export function opposite(comparison: Comparison): Comparison {
  return { ...comparison, operator: opposites[comparison.operator] };
}

/** The same text for comparisons of the same value; undefined where two evaluations may differ. */
export function comparedKey({ value }: Comparison): string | undefined {
  return keyOf(value, [], { resource: "", variables: new Map() })?.id;
}

/** True where no value fits all of them, which compare the same one. */
export function isImpossible(comparisons: readonly Comparison[]): boolean {
  const listed = comparisons.find(({ operator }) => operator === "==" || operator === "in");
  if (listed !== undefined) return !listed.constants.some((one) => comparisons.every((other) => fits(one, other)));
  const limits = comparisons.flatMap(limitOf);
  const low = Math.max(...limits.map(({ least }) => least));
  const high = Math.min(...limits.map(({ most }) => most));
  const excludes = (limit: number) => limits.some(({ strict }) => strict === limit);
  return low > high || (low === high && excludes(low));
}

function fits(one: Constant, { operator, constants: [first, ...others] }: Comparison): boolean {
  const isListed = one === first || others.includes(one);
  switch (operator) {
    case "==":
    case "in":
      return isListed;
    case "!=":
    case "not in":
      return !isListed;
    default: {
      const [{ least, most, strict } = free] = limitOf({ operator, constants: [first ?? null] });
      return typeof one === "number" && one >= least && one <= most && one !== strict;
    }
  }
}

interface Limit {
  readonly least: number;
  readonly most: number;
  /** The one of the two that the value does not reach. */
  readonly strict: number | undefined;
}

const free: Limit = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY, strict: undefined };

/** What an order says of a number. */
function limitOf({ operator, constants: [limit] }: Pick<Comparison, "operator" | "constants">): readonly Limit[] {
  if (typeof limit !== "number" || !/[<>]/.test(operator)) return [];
  const strict = operator.endsWith("=") ? undefined : limit;
  return [operator.startsWith("<") ? { ...free, most: limit, strict } : { ...free, least: limit, strict }];
}
