import type { Relation } from "../functions/spec.ts";
import { findRuntimeFunction, predicateUse } from "../functions/table.ts";
import type { PlanExpression } from "../nouns/plan-expression.ts";
import type { Span } from "../nouns/source.ts";
import { keyOf, type ValueKey } from "./value-key.ts";
import { type Scope, withElement, withVariable } from "./variables.ts";

type Node<Kind extends PlanExpression["kind"]> = Extract<PlanExpression, { kind: Kind }>;

/** What follows from a condition that has turned out true, or false. */
export type Conclusion<Place extends Scope> =
  /** All of it holds; nothing is known where there are no parts. */
  | { readonly kind: "all"; readonly parts: readonly Conclusion<Place>[] }
  /** One of them holds, and nobody knows which. */
  | { readonly kind: "one"; readonly parts: readonly Conclusion<Place>[] }
  | { readonly kind: "fact"; readonly fact: Fact<Place> };

/** What one test says of one value. */
export interface Fact<Place extends Scope> {
  readonly value: PlanExpression;
  readonly key: ValueKey | undefined;
  /** What the value is made from without a change of what is there, such as `x` in `x ?? ""`, outermost first. */
  readonly origins: readonly ValueKey[];
  readonly claim: Claim;
  /** Where the test stands. */
  readonly place: Place;
  readonly span: Span;
}

/** What a value is, or is not where `holds` is false. */
export type Claim =
  | { readonly kind: "nil"; readonly holds: boolean }
  /** It is this very value. */
  | { readonly kind: "equals"; readonly other: PlanExpression }
  /** It is an element of the list, or a key of the map. */
  | { readonly kind: "element"; readonly of: PlanExpression }
  /** Its type has this name. */
  | { readonly kind: "type"; readonly name: string }
  /** A number has been compared with it. */
  | { readonly kind: "number" }
  | { readonly kind: TextTest; readonly holds: boolean; readonly text: PlanExpression };

type TextTest = "matches" | "contains" | "startsWith" | "endsWith";

/** What a condition says that has turned out to be `truth`, whatever the order in which its tests are written. */
export function conclusionOf<Place extends Scope>(
  condition: PlanExpression,
  truth: boolean,
  place: Place,
): Conclusion<Place> {
  switch (condition.kind) {
    case "unary":
      return condition.operator === "not" ? conclusionOf(condition.operand, !truth, place) : nothing;
    case "binary":
      return binaryConclusion(condition, truth, place);
    case "conditional":
      return conditionalConclusion(condition, truth, place);
    case "iteration":
      return iterationConclusion(condition, truth, place);
    case "let":
      return conclusionOf(condition.body, truth, withVariable(place, condition.name, condition.value));
    default:
      return nothing;
  }
}

/** A condition of which nothing follows. */
const nothing = { kind: "all", parts: [] } as const;

function binaryConclusion<Place extends Scope>(test: Node<"binary">, truth: boolean, place: Place): Conclusion<Place> {
  const { operator, left, right } = test;
  if (operator === "and" || operator === "or") {
    const parts = [conclusionOf(left, truth, place), conclusionOf(right, truth, place)];
    return { kind: (operator === "and") === truth ? "all" : "one", parts };
  }
  const parts = claimsOf(test, truth).map(({ value, claim }) => ({
    kind: "fact" as const,
    fact: { value, key: keyOf(value, [], place), origins: originsOf(value, place), claim, place, span: test.span },
  }));
  return { kind: "all", parts };
}

interface Claimed {
  readonly value: PlanExpression;
  readonly claim: Claim;
}

/** What one test says of its two sides. */
function claimsOf({ operator, left, right }: Node<"binary">, truth: boolean): readonly Claimed[] {
  switch (operator) {
    case "matches":
    case "contains":
    case "startsWith":
    case "endsWith":
      return [{ value: left, claim: { kind: operator, holds: truth, text: right } }];
    case "==":
    case "!=": {
      const same = (operator === "==") === truth;
      return [...equality(left, right, same), ...equality(right, left, same)];
    }
    case "in":
      return truth ? [{ value: left, claim: { kind: "element", of: right } }] : [];
    case "<":
    case "<=":
    case ">":
    case ">=":
      // Only numbers can be compared to a number: anything else fails the run.
      return [...comparison(left, right), ...comparison(right, left)];
    default:
      return [];
  }
}

function equality(value: PlanExpression, other: PlanExpression, same: boolean): readonly Claimed[] {
  if (value.kind === "constant") return [];
  if (other.kind === "constant" && other.type.kind === "nil") return [{ value, claim: { kind: "nil", holds: same } }];
  if (!same) return [];
  const asked = argumentIn(value, "type");
  return asked !== undefined && other.kind === "constant"
    ? [{ value: asked, claim: { kind: "type", name: String(other.value) } }]
    : [{ value, claim: { kind: "equals", other } }];
}

function comparison(value: PlanExpression, { type }: PlanExpression): readonly Claimed[] {
  return type.kind === "int" || type.kind === "float" ? [{ value, claim: { kind: "number" } }] : [];
}

function originsOf(value: PlanExpression, place: Scope): readonly ValueKey[] {
  const origin = originOf(value);
  if (origin === undefined) return [];
  const key = keyOf(origin, [], place);
  return [...(key === undefined ? [] : [key]), ...originsOf(origin, place)];
}

function originOf(value: PlanExpression): PlanExpression | undefined {
  if (value.kind === "binary" && value.operator === "??") return value.left;
  return argumentIn(value, "same");
}

/** The first argument of a call whose result follows from it so. */
function argumentIn(value: PlanExpression, relation: Relation): PlanExpression | undefined {
  const isCall = value.kind === "call" && findRuntimeFunction(value.runtime)?.relation === relation;
  return isCall ? value.arguments[0] : undefined;
}

function conditionalConclusion<Place extends Scope>(
  { test, consequent, alternate }: Node<"conditional">,
  truth: boolean,
  place: Place,
): Conclusion<Place> {
  const branches = [
    { value: consequent, taken: true },
    { value: alternate, taken: false },
  ].filter(({ value }) => value.kind !== "constant" || value.value !== !truth);
  const parts = branches.map(({ value, taken }) => ({
    kind: "all" as const,
    parts: [conclusionOf(test, taken, place), conclusionOf(value, truth, place)],
  }));
  return { kind: "one", parts };
}

/** `all(list, …)` and its like speak of every element. */
function iterationConclusion<Place extends Scope>(
  { name, array, predicate }: Node<"iteration">,
  truth: boolean,
  place: Place,
): Conclusion<Place> {
  const known = predicateUse(name).concludes;
  if (predicate === undefined || known === undefined || known.outcome !== truth) return nothing;
  return conclusionOf(predicate, known.element, withElement(place, array));
}
