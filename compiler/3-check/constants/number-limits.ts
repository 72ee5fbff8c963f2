import { findRuntimeFunction } from "../../functions/table.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type { Comparison } from "./comparison.ts";

/** What a number always is, whatever it is made from. */
interface NumberLimits {
  readonly comparisons: readonly Comparison[];
  /** As messages go on: `len(…) is never less than 0`. */
  readonly why: string;
}

/** The limits of what a function or an operator gives; undefined where there are none. */
export function limitsOf(value: PlanExpression): NumberLimits | undefined {
  const spec = value.kind === "call" ? findRuntimeFunction(value.runtime) : undefined;
  if (spec?.least !== undefined) {
    const { name, least } = spec;
    return {
      comparisons: [{ value, operator: ">=", constants: [least] }],
      why: `${name}(…) is never less than ${least}`,
    };
  }
  return value.kind === "binary" && value.operator === "%" ? remainder(value) : undefined;
}

function remainder(value: Extract<PlanExpression, { kind: "binary" }>): NumberLimits | undefined {
  const divisor = value.right.kind === "constant" ? value.right.value : undefined;
  if (typeof divisor !== "number" || divisor === 0) return undefined;
  const most = Math.abs(divisor) - 1;
  return {
    comparisons: [
      { value, operator: ">=", constants: [-most] },
      { value, operator: "<=", constants: [most] },
    ],
    why: `the remainder of a division by ${divisor} lies between -${most} and ${most}`,
  };
}
