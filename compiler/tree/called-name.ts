import type { Expression } from "../nouns/expression.ts";

/** `get` for `get(…)`, `exec.stderr` for `exec.stderr(…)`; undefined for a method of any other value. */
export function calledName(callee: Expression): string | undefined {
  if (callee.kind === "identifier") return callee.name;
  if (callee.kind !== "member" || callee.object.kind !== "identifier" || callee.property.kind !== "string")
    return undefined;
  return `${callee.object.name}.${callee.property.value}`;
}
