import { accessorFunctions } from "./accessors.ts";
import { bitwiseFunctions } from "./bitwise.ts";
import { collectionFunctions } from "./collections.ts";
import { conversionFunctions } from "./conversions.ts";
import { dateFunctions } from "./dates.ts";
import { numberFunctions } from "./numbers.ts";
import { predicateFunctions } from "./predicates.ts";
import type { FunctionSpec } from "./spec.ts";
import { stringFunctions } from "./strings.ts";

/** Every function, in the order of the documentation. Expr's own keep Expr's meaning (its language definition). */
export const functions: readonly FunctionSpec[] = [
  ...accessorFunctions,
  ...conversionFunctions,
  ...stringFunctions,
  ...numberFunctions,
  ...collectionFunctions,
  ...predicateFunctions,
  ...bitwiseFunctions,
  ...dateFunctions,
];

const byName = new Map(functions.map((spec) => [spec.name, spec]));

/** The function of this name; `exec.stderr` and the like are one name. */
export function findFunction(functionName: string): FunctionSpec | undefined {
  return byName.get(functionName);
}

/** How a call of the function is written, for messages: `trim(text, [characters])`. */
export function signature(spec: FunctionSpec): string {
  const parameters = spec.parameters.map(({ name, optional }) => (optional ? `[${name}]` : name));
  return `${spec.name}(${parameters.join(", ")}${spec.variadic ? ", …" : ""})`;
}

/** True for text that begins with a call to a known function, as a plain scalar that is an expression does. */
export function startsWithCall(source: string): boolean {
  const called = /^([A-Za-z_]\w*(?:\.\w+)?)\s*\(/.exec(source);
  return called?.[1] !== undefined && byName.has(called[1]);
}
