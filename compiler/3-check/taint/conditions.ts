import { negate } from "../../../runtime-lib/regex/char-set.ts";
import type { CharSet } from "../../../runtime-lib/regex/tree.ts";
import type { PlanExpression } from "../../nouns/plan.ts";
import { type Told, told } from "../../tree/condition.ts";
import { both, either } from "./facts.ts";
import type { Fact } from "./inflow.ts";
import { keyOf } from "./key.ts";
import type { Path } from "./path.ts";
import { patternFacts, refusedWherever } from "./pattern.ts";
import { type Facts, noFacts, type Place, withElement, withVariable } from "./place.ts";

type Binary = Extract<PlanExpression, { kind: "binary" }>;

/** What is known of values once the condition has turned out true, or false. */
export function factsOf(condition: PlanExpression, truth: boolean, place: Place): Facts {
  return factsIn(told(condition, truth), place);
}

function factsIn(outcome: Told, place: Place): Facts {
  if (outcome.kind === "test") return testFacts(outcome.test, outcome.truth, place);
  const [first, second] = outcome.parts;
  return (outcome.kind === "all" ? both : either)(factsIn(first, place), factsIn(second, place));
}

function testFacts(condition: PlanExpression, truth: boolean, place: Place): Facts {
  switch (condition.kind) {
    case "binary":
      return binaryFacts(condition, truth, place);
    case "iteration":
      return iterationFacts(condition, truth, place);
    case "let":
      return factsOf(condition.body, truth, withVariable(place, condition.name, condition.value));
    case "conditional": {
      const { test, consequent, alternate } = condition;
      const branch = (value: PlanExpression, taken: boolean) =>
        value.kind === "constant" && value.value === !truth
          ? undefined
          : both(factsOf(test, taken, place), factsOf(value, truth, place));
      return either(branch(consequent, true), branch(alternate, false));
    }
    default:
      return noFacts;
  }
}

function binaryFacts(condition: Binary, truth: boolean, place: Place): Facts {
  const { operator, left, right } = condition;
  switch (operator) {
    case "matches":
    case "contains":
      return textFacts(condition, truth, place);
    case "==":
    case "!=":
      return (operator === "==") === truth ? equalFacts(condition, place) : noFacts;
    case "in":
      return truth && isWrittenOut(right, place) ? known(left, [], condition, place) : noFacts;
    case "<":
    case "<=":
    case ">":
    case ">=":
      return both(numberFacts(left, right, condition, place), numberFacts(right, left, condition, place));
    default:
      return noFacts;
  }
}

/** `x matches '^[a-z]+$'`, `not (x matches '[^a-z]')`, `not (x contains ';')`. */
function textFacts(condition: Binary, truth: boolean, place: Place): Facts {
  const { operator, left, right } = condition;
  if (right.kind !== "constant" || typeof right.value !== "string") return noFacts;
  if (truth) {
    const facts = operator === "matches" ? patternFacts(right.value) : undefined;
    return facts?.start && facts.end ? known(left, facts.admits, condition, place) : noFacts;
  }
  const single = [...right.value].length === 1 ? (right.value.codePointAt(0) ?? 0) : undefined;
  const refused =
    operator === "matches" ? refusedWherever(right.value) : single === undefined ? undefined : [single, single];
  return refused === undefined ? noFacts : known(left, negate(refused), condition, place);
}

function equalFacts(condition: Binary, place: Place): Facts {
  const { left, right } = condition;
  const [value, constant] = isWrittenOut(right, place) ? [left, right] : [right, left];
  if (!isWrittenOut(constant, place)) return noFacts;
  const [asked] = value.kind === "call" && value.runtime === "typeName" ? value.arguments : [];
  const scalar = constant.kind === "constant" && scalarTypes.has(String(constant.value));
  return asked !== undefined
    ? scalar
      ? known(asked, [], condition, place)
      : noFacts
    : known(value, [], condition, place);
}

const scalarTypes = new Set(["int", "float", "bool", "nil"]);

/** Only numbers can be compared to a number: anything else fails the run. */
function numberFacts(value: PlanExpression, other: PlanExpression, { span }: Binary, place: Place): Facts {
  const isNumber = other.type.kind === "int" || other.type.kind === "float";
  return isNumber && value.type.kind === "any" ? fact(value, { chars: [], span }, place) : noFacts;
}

/** `all(list, …)` and `none(list, …)` tell of every element. */
function iterationFacts(
  { name, array, predicate }: Extract<PlanExpression, { kind: "iteration" }>,
  truth: boolean,
  place: Place,
): Facts {
  const wanted = iterations[name];
  if (predicate === undefined || wanted === undefined || wanted.outcome !== truth) return noFacts;
  return factsOf(predicate, wanted.element, withElement(place, array));
}

const iterations: Readonly<Record<string, { readonly outcome: boolean; readonly element: boolean }>> = {
  all: { outcome: true, element: true },
  none: { outcome: true, element: false },
  any: { outcome: false, element: false },
};

function known(value: PlanExpression, chars: CharSet, { span }: Binary, place: Place): Facts {
  return fact(value, { chars, span }, place);
}

/** What is known of a value is also known of what it is made from without a change. */
function fact(value: PlanExpression, told: Fact, place: Place): Facts {
  const key = keyOf(value, [], place);
  const here: Facts = key === undefined ? noFacts : new Map([[key, told]]);
  const inner = unchanged(value);
  return inner === undefined ? here : both(here, fact(inner, told, place));
}

function unchanged(value: PlanExpression): PlanExpression | undefined {
  if (value.kind === "binary" && value.operator === "??") return value.left;
  if (value.kind === "call" && (value.runtime === "toText" || value.runtime === "defaultTo")) return value.arguments[0];
  return undefined;
}

/** True for what stands in the expression itself: constants, and lists and keys of maps of them. */
function isWrittenOut(node: PlanExpression, place: Place): boolean {
  switch (node.kind) {
    case "constant":
      return node.type.kind !== "any";
    case "array":
      return node.elements.every((element) => isWrittenOut(element, place));
    case "map":
      return node.pairs.every(({ key }) => isWrittenOut(key, place));
    case "binary":
      return node.operator === ".." && isWrittenOut(node.left, place) && isWrittenOut(node.right, place);
    case "variable": {
      const bound = place.variables.get(node.name);
      return bound !== undefined && !bound.element && isWrittenOut(bound.value, bound.place);
    }
    default:
      return false;
  }
}

/** One condition that a text matches a pattern that is written out. */
export interface MatchTest {
  readonly key: string;
  readonly value: PlanExpression;
  readonly pattern: Extract<PlanExpression, { kind: "constant" }>;
  readonly source: string;
}

/** The patterns that have matched once the condition has turned out as wanted. */
export function matchTests(condition: PlanExpression, truth: boolean, place: Place): readonly MatchTest[] {
  return matchTestsIn(told(condition, truth), place);
}

function matchTestsIn(outcome: Told, place: Place): readonly MatchTest[] {
  if (outcome.kind !== "test") return outcome.parts.flatMap((part) => matchTestsIn(part, place));
  const { test: condition, truth } = outcome;
  if (condition.kind === "let")
    return matchTests(condition.body, truth, withVariable(place, condition.name, condition.value));
  if (condition.kind === "iteration" && condition.predicate !== undefined && condition.name === "all" && truth)
    return matchTests(condition.predicate, truth, withElement(place, condition.array));
  if (condition.kind !== "binary") return [];
  const { operator, left, right } = condition;
  const path: Path = [];
  const key = keyOf(unchanged(left) ?? left, path, place);
  const isTest = truth && operator === "matches" && right.kind === "constant" && typeof right.value === "string";
  return isTest && key !== undefined ? [{ key, value: left, pattern: right, source: String(right.value) }] : [];
}
