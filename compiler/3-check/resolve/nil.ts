import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type { ResourceSyntax } from "../../nouns/resource-syntax.ts";
import { type Conclusion, conclusionOf, type Fact } from "../../tree/condition.ts";
import { keyAt, keyOf, readsOf, type ValueKey } from "../../tree/value-key.ts";
import type { Scope } from "../../tree/variables.ts";
import type { ExpressionContext } from "./context.ts";
import { isOptional } from "./operator-type.ts";

/**
 * Notes, for the rule `maybe-nil`, where a value that may be nil stands in a place that fails on nil, unless a condition on the way
 * there has asked for it: `x != nil and …`, `x != nil ? … : …`, a skip or check of the resource.
 */
export function noteNil(node: PlanExpression, context: ExpressionContext): void {
  if (!isOptional(node.type) || node.type.kind === "nil") return;
  const key = keyOf(node, [], scopeOf(context));
  if (key !== undefined && context.nonNil.some(({ id }) => id === presence(key).id)) return;
  context.findings.nilUses.push({ span: node.span, why: why(node), resource: context.resource?.id });
}

/** The values that are not nil where the condition has turned out to be `truth`. */
export function nonNilWhen(
  condition: PlanExpression,
  truth: boolean,
  context: Pick<ExpressionContext, "resource">,
): readonly ValueKey[] {
  return nonNilIn(conclusionOf(condition, truth, scopeOf(context)));
}

function nonNilIn(conclusion: Conclusion<Scope>): readonly ValueKey[] {
  switch (conclusion.kind) {
    case "fact":
      return conclusion.fact.key !== undefined && isThere(conclusion.fact) ? [presence(conclusion.fact.key)] : [];
    case "one":
      return conclusion.parts.length === 1 ? conclusion.parts.flatMap(nonNilIn) : [];
    default:
      return conclusion.parts.flatMap(nonNilIn);
  }
}

/** What equals something that is not nil is not nil either; so is a text that matches. */
function isThere({ claim }: Fact<Scope>): boolean {
  switch (claim.kind) {
    case "nil":
      return !claim.holds;
    case "type":
      return claim.name !== "nil";
    case "equals":
      return isCertain(claim.other);
    case "matches":
    case "contains":
    case "startsWith":
    case "endsWith":
      return claim.holds && isCertain(claim.text);
    default:
      return false;
  }
}

function isCertain({ type }: PlanExpression): boolean {
  return !isOptional(type) && type.kind !== "any";
}

/** The parts of a file are there together, like the fields of a result. */
function presence(key: ValueKey): ValueKey {
  const { root, path } = key;
  if (root.kind === "result") return keyAt({ ...root, field: undefined }, path);
  return root.kind === "file" ? keyAt({ kind: root.kind, name: "" }, path) : key;
}

/** Variables go by their names: the context has none of their values. */
function scopeOf({ resource }: { readonly resource: ResourceSyntax | undefined }): Scope {
  return { resource: resource?.id ?? "", variables: new Map() };
}

/** Of these values those that stay what they are for the whole run, each once: several ways may lead to one resource. */
export function lasting(keys: readonly ValueKey[]): readonly ValueKey[] {
  const found = keys.filter((key) => readsOf(key).every(({ kind }) => kind !== "stored" && kind !== "variable"));
  return [...new Map(found.map((key) => [key.id, key])).values()];
}

/** The context with these values known not to be nil. */
export function knowing<Context extends Pick<ExpressionContext, "nonNil">>(
  keys: readonly ValueKey[],
  context: Context,
): Context {
  return keys.length === 0 ? context : { ...context, nonNil: [...context.nonNil, ...keys] };
}

/** The values of an input that must be given; `file` is the file of the run too. */
export function requiredKeys(name: string): readonly ValueKey[] {
  const input = keyAt({ kind: "input", name });
  return name === "file" ? [input, keyAt({ kind: "file", name: "" })] : [input];
}

function why(node: PlanExpression): string {
  if (node.kind === "result") return `: "${node.id}" can be skipped, or go on without a result`;
  if (node.kind === "input") return `: the input "${node.name}" need not be given`;
  return node.kind === "file" ? ": a file need not be given" : "";
}
