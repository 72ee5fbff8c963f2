import {
  binary,
  type Code,
  call,
  type Expression,
  identifier,
  literal,
  member,
  quoted,
  unary,
} from "../nouns/typescript.ts";

/** The step that a function of the module is run for. */
export const step = identifier`step`;

/** What resources have given, by id. */
export const results = member(step, "results");

/** What `set` has stored, by name. */
export const names = member(step, "names");

/** The runtime library. */
export const flow = identifier`flow`;

/** `flow.name(…)`: a function of the runtime library. */
export function runtimeCall(name: string, given: readonly Expression[], typeArgument?: Code): Expression {
  return call(member(flow, name), given, typeArgument);
}

/** nil, as emitted code knows it. */
export const nil = literal(null);

/** `typeof value === "type"`. */
export function isOfType(value: Expression, type: "number" | "boolean"): Expression {
  return binary(unary("typeof", value), "===", quoted(type));
}

/** `value != null`. */
export function isPresent(value: Expression): Expression {
  return binary(value, "!=", nil);
}
