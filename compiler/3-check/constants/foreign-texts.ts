import { findRuntimeFunction } from "../../functions/table.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type { Span } from "../../nouns/source.ts";
import { didYouMean } from "../../spelling/nearest.ts";
import { pureFunction } from "./pure-functions.ts";

type Binary = Extract<PlanExpression, { kind: "binary" }>;

/** A text that is compared with what never equals it, or never holds it. */
interface ForeignText {
  readonly message: string;
  readonly help: string;
  readonly span: Span;
}

/** The texts in a comparison (`==`, `!=`, `in`) that the other side cannot be, by its type or by what has made it. */
export function foreignTexts({ operator, left, right }: Binary): readonly ForeignText[] {
  if (operator === "in") return right.kind === "array" ? right.elements.flatMap((one) => foreign(left, one)) : [];
  if (partTests.has(operator)) return changed(left, right, true);
  if (operator !== "==" && operator !== "!=") return [];
  return [...foreign(left, right), ...foreign(right, left)];
}

function foreign(value: PlanExpression, other: PlanExpression): readonly ForeignText[] {
  const { type } = value;
  if (other.kind !== "constant" || typeof other.value !== "string") return [];
  if (type.kind !== "string" || type.values === undefined) return changed(value, other);
  if (type.values.includes(other.value)) return [];
  const help = didYouMean(other.value, type.values) ?? `values: ${type.values.join(", ")}`;
  return [{ message: `"${other.value}" is not one of the values that this can have`, help, span: other.span }];
}

const partTests: ReadonlySet<string> = new Set(["contains", "startsWith", "endsWith"]);

/** What a function still changes in a text is not what it gives; in a part of one, if it changes that anywhere. */
function changed(value: PlanExpression, other: PlanExpression, isPart = false): readonly ForeignText[] {
  if (value.kind !== "call" || value.arguments.length !== 1) return [];
  const spec = findRuntimeFunction(value.runtime);
  if (spec?.lacks === undefined || other.kind !== "constant" || typeof other.value !== "string") return [];
  const change = (text: string) => String(pureFunction(value.runtime)?.([text]));
  const meant = change(other.value);
  if (meant === other.value || (isPart && change(`x${other.value}x`) !== change("x") + meant + change("x"))) return [];
  const never = isPart ? "never has" : "is never";
  const message = `${spec.name}(…) has no ${spec.lacks}, so it ${never} "${other.value}"`;
  return [{ message, help: `write "${meant}"`, span: other.span }];
}
