import type { ValueType } from "../value-type.ts";

/** One function of the expression language, as its users see it: a line of a table. */
export interface FunctionSpec {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** True where the last parameter may be repeated. */
  readonly variadic?: boolean;
  /** The type of the result, or how it follows from the types of the arguments. */
  readonly result: ValueType | ((given: readonly ValueType[]) => ValueType);
  readonly implementation: Implementation;
  /** True where the runtime function is also told what is known of its argument's type: a number may be a float. */
  readonly takesKind?: boolean;
  /** One sentence for the documentation. */
  readonly description: string;
}

/**
 * `accessor`: resolved by the checker and never called at run time. `runtime`: the function of that name of the runtime
 * library. `predicate`: takes an expression over the elements of an array; emitted by its own rule.
 */
export type Implementation =
  | { readonly kind: "accessor" }
  | { readonly kind: "runtime"; readonly name: string }
  | { readonly kind: "predicate" };

export interface Parameter {
  readonly name: string;
  /** Types that fit; `any` takes everything. */
  readonly types: readonly ValueType[];
  readonly optional?: boolean;
  /** True where a value that may turn out to be nil does no harm. */
  readonly mayBeNil?: boolean;
}

/** A parameter that takes any of these types. */
export function parameter(name: string, ...types: readonly ValueType[]): Parameter {
  return { name, types };
}

/** A parameter that may be left out. */
export function optionalParameter(name: string, ...types: readonly ValueType[]): Parameter {
  return { name, types, optional: true };
}

/** A function that the runtime library implements under its own name, or under `runtimeName`. */
export function runtime(runtimeName: string): Implementation {
  return { kind: "runtime", name: runtimeName };
}
