import { findRuntimeFunction } from "../functions/table.ts";
import type { PlanExpression } from "../nouns/plan-expression.ts";
import type { Constant } from "./fold.ts";
import type { Scope } from "./variables.ts";

/** The steps into a value, such as `["user", "name"]`; `*` is any element. */
export type Path = readonly string[];

/** What a value is known by: equal for all expressions that certainly have the same value. */
export interface ValueKey {
  readonly root: KeyRoot;
  /** The steps from there to the value. */
  readonly path: Path;
  /** The same text for equal keys and no others, to keep them in maps. Nothing reads it. */
  readonly id: string;
}

/** What is read or computed. */
export type KeyRoot =
  | { readonly kind: "constant"; readonly value: Constant }
  | { readonly kind: "result"; readonly name: string; readonly field: string | undefined }
  /** An argument of the tool that the resource is, or a variable that nothing is bound to, such as `item`. */
  | { readonly kind: "argument" | "variable"; readonly name: string; readonly resource: string }
  | { readonly kind: ReadKind; readonly name: string }
  | { readonly kind: "call"; readonly name: string; readonly parts: readonly ValueKey[] };

type ReadKind = "input" | "stored" | "environment" | "info" | "request" | "file";

/** The key of the value at `path` of an expression; undefined where two evaluations may differ. */
export function keyOf(node: PlanExpression, path: Path, scope: Scope): ValueKey | undefined {
  switch (node.kind) {
    case "constant":
      return keyAt({ kind: node.kind, value: node.value }, path);
    case "result":
      return keyAt({ kind: node.kind, name: node.id, field: node.field }, path);
    case "stored":
    case "input":
    case "environment":
      return keyAt({ kind: node.kind, name: node.name }, path);
    case "info":
      return node.name === "timestamp" ? undefined : keyAt({ kind: node.kind, name: node.name }, path);
    case "argument":
      return keyAt({ kind: node.kind, name: node.name, resource: scope.resource }, path);
    case "request":
    case "file":
      return keyAt({ kind: node.kind, name: node.part }, path);
    case "variable": {
      const bound = scope.variables.get(node.name);
      if (bound === undefined) return keyAt({ kind: node.kind, name: node.name, resource: scope.resource }, path);
      return keyOf(bound.value, bound.element ? ["*", ...path] : path, bound.scope);
    }
    case "member":
      return node.key.kind === "constant" ? keyOf(node.object, [String(node.key.value), ...path], scope) : undefined;
    case "call":
      return callKey(node, path, scope);
    case "binary":
      return node.operator === "??" ? partsKey("??", [node.left, node.right], { path, scope }) : undefined;
    default:
      return undefined;
  }
}

/** The key of the value at `path` of a root. */
export function keyAt(root: KeyRoot, path: Path = []): ValueKey {
  return { root, path, id: `${rootId(root)}${path.length === 0 ? "" : JSON.stringify(path)}` };
}

/** The path in a call such as `safe(value, "a.b")`; undefined for another call. */
export function memberPath(node: Extract<PlanExpression, { kind: "call" }>): Path | undefined {
  const [, path] = node.arguments;
  if (findRuntimeFunction(node.runtime)?.relation !== "member" || path?.kind !== "constant") return undefined;
  return String(path.value).split(".");
}

/** The reads that a key is made of. */
export function readsOf({ root }: ValueKey): readonly KeyRoot[] {
  return root.kind === "call" ? root.parts.flatMap(readsOf) : [root];
}

/** The key and those of all values that hold it; each also with `*` for an index. */
export function keysAround({ root, path }: ValueKey): readonly ValueKey[] {
  const indexed = path.map((step) => (/^\d+$/.test(step) ? "*" : step));
  const paths = [path, indexed].flatMap((whole) => [whole, ...whole.map((_step, index) => whole.slice(0, -1 - index))]);
  const keys = paths.map((part) => keyAt(root, part));
  return [...new Map(keys.map((key) => [key.id, key])).values()];
}

function callKey(node: Extract<PlanExpression, { kind: "call" }>, path: Path, scope: Scope): ValueKey | undefined {
  const [first] = node.arguments;
  const steps = memberPath(node);
  if (steps !== undefined && first !== undefined) return keyOf(first, [...steps, ...path], scope);
  const isOfTheTime = findRuntimeFunction(node.runtime)?.readsClock;
  return isOfTheTime ? undefined : partsKey(node.runtime, node.arguments, { path, scope });
}

interface At {
  readonly path: Path;
  readonly scope: Scope;
}

function partsKey(name: string, nodes: readonly PlanExpression[], { path, scope }: At): ValueKey | undefined {
  const parts = nodes.map((node) => keyOf(node, [], scope)).filter((part) => part !== undefined);
  return parts.length === nodes.length ? keyAt({ kind: "call", name, parts }, path) : undefined;
}

/** Names are quoted, and ids of parts stand in brackets: so no two roots have the same id. */
function rootId(root: KeyRoot): string {
  switch (root.kind) {
    case "constant":
      return JSON.stringify(root.value);
    case "result":
      return `result${JSON.stringify([root.name, root.field])}`;
    case "argument":
    case "variable":
      return `${root.kind}${JSON.stringify([root.name, root.resource])}`;
    case "call":
      return `${JSON.stringify(root.name)}(${root.parts.map(({ id }) => id).join()})`;
    default:
      return `${root.kind}${JSON.stringify(root.name)}`;
  }
}
