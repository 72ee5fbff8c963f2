import { accessorFunctions } from "./accessors.ts";
import { bitwiseFunctions } from "./bitwise.ts";
import { collectionFunctions } from "./collections.ts";
import { conversionFunctions } from "./conversions.ts";
import { dateFunctions } from "./dates.ts";
import { numberFunctions } from "./numbers.ts";
import { predicateFunctions } from "./predicates.ts";
import type { FunctionSpec, PredicateUse } from "./spec.ts";
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

const byRuntimeName = new Map(functions.map((spec) => [runtimeName(spec), spec]));

/** The function that the runtime library has under this name. */
export function findRuntimeFunction(name: string): FunctionSpec | undefined {
  return byRuntimeName.get(name);
}

function runtimeName({ name, implementation }: FunctionSpec): string {
  return implementation.kind === "runtime" ? implementation.name : name;
}

/** Whether texts that a function of the runtime library gives may have this character in them. */
export function mayGive(runtime: string, character: string): boolean {
  const chars = findRuntimeFunction(runtime)?.flow?.chars;
  const point = character.codePointAt(0) ?? 0;
  return (
    chars?.some((first, index) => index % 2 === 0 && first <= point && point <= (chars[index + 1] ?? first)) ?? true
  );
}

/** What the function of this name does with its predicate; nothing, where it takes none. */
export function predicateUse(functionName: string): Partial<PredicateUse> {
  const implementation = findFunction(functionName)?.implementation;
  return implementation?.kind === "predicate" ? implementation : {};
}

/** How many arguments a call may have; the most is Infinity where the last may be repeated. */
export function arity({ parameters, variadic }: FunctionSpec): { readonly least: number; readonly most: number } {
  const least = parameters.filter(({ optional }) => !optional).length;
  return { least, most: variadic ? Infinity : parameters.length };
}

/** The names of the functions that read a value of the run. */
export const readers: readonly string[] = functions.flatMap(({ name, implementation }) =>
  implementation.kind === "accessor" && implementation.access !== "store" ? [name] : [],
);

/** The functions whose names begin with this word and a dot: `exec.stdout` and others for `exec`. */
export function functionsIn(word: string): readonly string[] {
  return functions.flatMap(({ name }) => (name.startsWith(`${word}.`) ? [name] : []));
}

/** How a call of the function is written, for messages: `trim(text, [characters])`. */
export function signature(spec: FunctionSpec): string {
  const parameters = spec.parameters.map(({ name, optional }) => (optional ? `[${name}]` : name));
  return `${spec.name}(${parameters.join(", ")}${spec.variadic ? ", …" : ""})`;
}

/** True for text that begins with a call to a known function, or with `input.`, as a bare expression does. */
export function startsWithCall(source: string): boolean {
  if (/^input\??\.[A-Za-z_]/.test(source)) return true;
  const called = /^([A-Za-z_]\w*(?:\.\w+)?)\s*\(/.exec(source);
  return called?.[1] !== undefined && byName.has(called[1]);
}
