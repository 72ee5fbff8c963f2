import { everything, negate } from "../../../runtime-lib/regex/char-set.ts";
import type { CharSet } from "../../../runtime-lib/regex/tree.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { type Claim, type Conclusion, conclusionOf, type Fact } from "../../tree/condition.ts";
import type { ValueKey } from "../../tree/value-key.ts";
import type { Scope } from "../../tree/variables.ts";
import { both, either, type Limits, noLimits } from "./limits.ts";
import { patternTexts, refusedAtStart, refusedWherever } from "./pattern.ts";
import { noText, type TextSet } from "./text-set.ts";
import { isWrittenOut } from "./written-out.ts";

/** True for a value that is no more than what the author has written. */
export type IsWritten = (node: PlanExpression, place: Scope) => boolean;

/** What is known of the characters of values once the condition has turned out true, or false. */
export function conditionLimits(
  condition: PlanExpression,
  truth: boolean,
  place: Scope,
  isWritten: IsWritten = isWrittenOut,
): Limits {
  return limitsOf(conclusionOf(condition, truth, place), isWritten);
}

function limitsOf(conclusion: Conclusion<Scope>, isWritten: IsWritten): Limits {
  if (conclusion.kind === "fact") return factLimits(conclusion.fact, isWritten);
  const [first = noLimits, ...others] = conclusion.parts.map((part) => limitsOf(part, isWritten));
  return others.reduce(conclusion.kind === "all" ? both : either, first);
}

/** What is known of a value is also known of what it is made from without a change. */
function factLimits({ key, origins, claim, place, span }: Fact<Scope>, isWritten: IsWritten): Limits {
  const texts = textsLeft(claim, place, isWritten);
  if (texts === undefined) return noLimits;
  const keys = key === undefined ? origins : [key, ...origins];
  return new Map(keys.map((known) => [known.id, { ...texts, key: known, span }]));
}

/** The texts that the value can be; undefined where any. */
function textsLeft(claim: Claim, place: Scope, isWritten: IsWritten): TextSet | undefined {
  switch (claim.kind) {
    case "nil":
      return claim.holds ? noText : undefined;
    case "equals":
      return claim.other.kind !== "map" && isWritten(claim.other, place) ? noText : undefined;
    case "element":
      return isWritten(claim.of, place) ? noText : undefined;
    case "type":
      return scalarTypes.has(claim.name) ? noText : undefined;
    case "number":
      return noText;
    case "matches":
    case "contains":
    case "startsWith": {
      const { text } = claim;
      const isKnown = text.kind === "constant" && typeof text.value === "string" && text.value !== "";
      return isKnown ? testedTexts(claim.kind, claim.holds, String(text.value)) : undefined;
    }
    default:
      return undefined;
  }
}

const scalarTypes = new Set(["int", "float", "bool", "nil"]);

/** `x matches '^[a-z]+$'`, `not (x matches '[^a-z]')`, `not (x contains ';')`, `not (x startsWith '-')`. */
function testedTexts(test: "matches" | "contains" | "startsWith", holds: boolean, text: string): TextSet | undefined {
  const [first = 0] = [...text].map((character) => character.codePointAt(0) ?? 0);
  const isSingle = [...text].length === 1;
  switch (test) {
    case "matches":
      return holds ? patternTexts(text) : refusedTexts(text);
    case "contains":
      return isSingle && !holds ? without([first, first]) : undefined;
    default:
      if (holds) return { chars: everything, starts: [first, first], shape: { prefixes: [text], written: [] } };
      return isSingle ? { chars: everything, starts: negate([first, first]) } : undefined;
  }
}

/** The texts in which a pattern is found nowhere; undefined where that leaves any. */
function refusedTexts(source: string): TextSet | undefined {
  const anywhere = refusedWherever(source);
  if (anywhere !== undefined) return without(anywhere);
  const start = refusedAtStart(source);
  return start === undefined ? undefined : { chars: everything, starts: negate(start) };
}

function without(chars: CharSet): TextSet {
  return { chars: negate(chars), starts: negate(chars) };
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
