import { negate } from "../../../runtime-lib/regex/char-set.ts";
import type { CharSet } from "../../../runtime-lib/regex/tree.ts";
import type { PlanExpression } from "../../nouns/plan.ts";
import { type Claim, type Conclusion, conclusionOf, type Fact } from "../../tree/condition.ts";
import type { ValueKey } from "../../tree/value-key.ts";
import type { Scope } from "../../tree/variables.ts";
import { both, either, type Limits, noLimits } from "./limits.ts";
import { patternFacts, refusedWherever } from "./pattern.ts";
import { isWrittenOut } from "./written-out.ts";

/** What is known of the characters of values once the condition has turned out true, or false. */
export function conditionLimits(condition: PlanExpression, truth: boolean, place: Scope): Limits {
  return limitsOf(conclusionOf(condition, truth, place));
}

function limitsOf(conclusion: Conclusion<Scope>): Limits {
  if (conclusion.kind === "fact") return factLimits(conclusion.fact);
  const [first = noLimits, ...others] = conclusion.parts.map(limitsOf);
  return others.reduce(conclusion.kind === "all" ? both : either, first);
}

/** What is known of a value is also known of what it is made from without a change. */
function factLimits({ key, origins, claim, place, span }: Fact<Scope>): Limits {
  const chars = charactersLeft(claim, place);
  if (chars === undefined) return noLimits;
  const keys = key === undefined ? origins : [key, ...origins];
  return new Map(keys.map((known) => [known.id, { key: known, chars, span }]));
}

/** The characters that the value can hold; undefined where any. */
function charactersLeft(claim: Claim, place: Scope): CharSet | undefined {
  switch (claim.kind) {
    case "nil":
      return claim.holds ? [] : undefined;
    case "equals":
      return isWrittenOut(claim.other, place) ? [] : undefined;
    case "element":
      return isWrittenOut(claim.of, place) ? [] : undefined;
    case "type":
      return scalarTypes.has(claim.name) ? [] : undefined;
    case "number":
      return [];
    case "matches":
    case "contains":
      return textCharacters(claim.kind, claim.holds, claim.text);
    default:
      return undefined;
  }
}

const scalarTypes = new Set(["int", "float", "bool", "nil"]);

/** `x matches '^[a-z]+$'`, `not (x matches '[^a-z]')`, `not (x contains ';')`. */
function textCharacters(test: "matches" | "contains", holds: boolean, text: PlanExpression): CharSet | undefined {
  if (text.kind !== "constant" || typeof text.value !== "string") return undefined;
  if (holds) {
    const facts = test === "matches" ? patternFacts(text.value) : undefined;
    return facts?.start && facts.end ? facts.admits : undefined;
  }
  const single = [...text.value].length === 1 ? (text.value.codePointAt(0) ?? 0) : undefined;
  const refused =
    test === "matches" ? refusedWherever(text.value) : single === undefined ? undefined : [single, single];
  return refused === undefined ? undefined : negate(refused);
}

/** One condition that a text matches a pattern that is written out. */
export interface MatchTest {
  readonly key: ValueKey;
  readonly pattern: Extract<PlanExpression, { kind: "constant" }>;
  readonly source: string;
}

/** The patterns that have matched once the condition has turned out as wanted. */
export function matchTests(condition: PlanExpression, truth: boolean, place: Scope): readonly MatchTest[] {
  return matchTestsIn(conclusionOf(condition, truth, place));
}

function matchTestsIn(conclusion: Conclusion<Scope>): readonly MatchTest[] {
  if (conclusion.kind !== "fact") return conclusion.parts.flatMap(matchTestsIn);
  const { key, origins, claim } = conclusion.fact;
  const known = origins.at(-1) ?? key;
  if (claim.kind !== "matches" || !claim.holds || claim.text.kind !== "constant" || known === undefined) return [];
  const { value } = claim.text;
  return typeof value === "string" ? [{ key: known, pattern: claim.text, source: value }] : [];
}
