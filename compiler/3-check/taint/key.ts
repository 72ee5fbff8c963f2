import type { PlanExpression } from "../../nouns/plan.ts";
import type { Path } from "./path.ts";
import type { Place } from "./place.ts";

/**
 * A name for the value at `path` of an expression, the same for each expression that certainly has the same value.
 * Undefined where two evaluations may differ. The steps of the path stand last, after a NUL each.
 */
export function keyOf(node: PlanExpression, path: Path, place: Place): string | undefined {
  switch (node.kind) {
    case "constant":
      return keyWith(`= ${JSON.stringify(node.value)}`, path);
    case "result":
      return keyWith(`result ${node.id} ${node.field ?? ""}`, path);
    case "stored":
    case "input":
      return keyWith(`${node.kind} ${node.name}`, path);
    case "info":
      return node.name === "timestamp" ? undefined : keyWith(`info ${node.name}`, path);
    case "argument":
      return keyWith(`argument ${place.resource} ${node.name}`, path);
    case "request":
    case "file":
      return keyWith(`${node.kind} ${node.part}`, path);
    case "variable": {
      const bound = place.variables.get(node.name);
      return bound && keyOf(bound.value, bound.element ? ["*", ...path] : path, bound.place);
    }
    case "member":
      return node.key.kind === "constant" ? keyOf(node.object, [String(node.key.value), ...path], place) : undefined;
    case "call":
      return callKey(node, path, place);
    case "binary":
      return node.operator === "??" ? partsKey("??", [node.left, node.right], path, place) : undefined;
    default:
      return undefined;
  }
}

/** A key with further steps. */
export function keyWith(base: string, path: Path): string {
  return path.length === 0 ? base : `${base}\0${path.join("\0")}`;
}

/** The key and those of all values that hold it; each also with `*` for an index. */
export function keysAround(key: string): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const whole of [key, key.replaceAll(/\0\d+(?=\0|$)/g, "\0*")]) {
    keys.add(whole);
    for (let end = whole.lastIndexOf("\0"); end > 0; end = whole.lastIndexOf("\0", end - 1))
      keys.add(whole.slice(0, end));
  }
  return keys;
}

/** The path in `safe(value, "a.b")`; undefined for another call. */
export function safePath(node: Extract<PlanExpression, { kind: "call" }>): Path | undefined {
  const [, path] = node.arguments;
  if (node.runtime !== "safe" || path?.kind !== "constant") return undefined;
  return String(path.value).split(".");
}

function callKey(node: Extract<PlanExpression, { kind: "call" }>, path: Path, place: Place): string | undefined {
  const [first] = node.arguments;
  const steps = safePath(node);
  if (steps !== undefined && first !== undefined) return keyOf(first, [...steps, ...path], place);
  return node.runtime === "now" ? undefined : partsKey(node.runtime, node.arguments, path, place);
}

function partsKey(name: string, parts: readonly PlanExpression[], path: Path, place: Place): string | undefined {
  const keys = parts.map((part) => keyOf(part, [], place));
  return keys.includes(undefined) ? undefined : keyWith(JSON.stringify([name, ...keys]), path);
}

/** The items that a step into a list leads to: one where it is a number, else all. */
export function pick<Item>(items: readonly Item[], step: string | undefined): readonly Item[] {
  if (step === undefined || !/^\d+$/.test(step)) return items;
  const item = items[Number(step)];
  return item === undefined ? [] : [item];
}

/** True where a step into a map leads to this key, or may. */
export function isStep(step: string | undefined, key: string): boolean {
  return step === undefined || step === "*" || step === key;
}
