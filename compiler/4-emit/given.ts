import type { PlanExpression } from "../nouns/plan-expression.ts";
import type { PlanResource } from "../nouns/plan-resource.ts";
import { expressionRoots, planChildren } from "../tree/plan-expressions.ts";
import { walk } from "../tree/walk.ts";

/** What is read of a request's body. */
interface BodyReads {
  /** True where fields of it are read. */
  readonly fields: boolean;
  /** True where it is read as it is, whatever it is. */
  readonly whole: boolean;
}

/** How resources read the body of a request. */
export function bodyReads(resources: readonly PlanResource[]): BodyReads {
  return either(expressionRoots(resources).map(readsOf));
}

function readsOf(node: PlanExpression): BodyReads {
  if (isBody(node)) return { fields: false, whole: true };
  if (node.kind === "member" && isBody(node.object) && isText(node.key)) return { fields: true, whole: false };
  return either(planChildren(node).map(readsOf));
}

function either(reads: readonly BodyReads[]): BodyReads {
  return { fields: reads.some(({ fields }) => fields), whole: reads.some(({ whole }) => whole) };
}

/** True for `get('body')`. */
export function isBody(node: PlanExpression | undefined): boolean {
  return node?.kind === "request" && node.part === "body";
}

function isText(key: PlanExpression | undefined): boolean {
  return key?.kind === "constant" && typeof key.value === "string";
}

/** What the caller of a run gives, and names that may hold it. */
const given: ReadonlySet<PlanExpression["kind"]> = new Set(["input", "argument", "request", "file", "stored"]);

/** True for an expression that reads what the caller of the run has given. */
export function readsGiven(node: PlanExpression): boolean {
  return [...walk([node], planChildren)].some(({ kind }) => given.has(kind));
}
