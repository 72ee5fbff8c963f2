import type { ValueType } from "../nouns/value-type.ts";

/** One function of the expression language, as its users see it: a line of a table. */
export interface FunctionSpec {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** True where the last parameter may be repeated. */
  readonly variadic?: boolean;
  /** The type of the result, or how it follows from the types of the arguments. */
  readonly result: ValueType | ((given: readonly ValueType[]) => ValueType);
  readonly implementation: Implementation;
  /** True where the runtime function also takes what is known of its argument's type: a number may be a float. */
  readonly takesKind?: boolean;
  /** What it makes of tainted text in its arguments; absent: all of it is in the result, in no form. */
  readonly flow?: TextFlow;
  /** One sentence for the documentation. */
  readonly description: string;
}

/** What a function makes of tainted text. */
export interface TextFlow {
  /** Places of the arguments whose text is in the result; absent: of all. */
  readonly from?: readonly number[];
  /** The form of the result: a word of a shell, or JSON; absent: none. `same`: the texts come out as they went in. */
  readonly form?: "word" | "json" | "same";
  /** The only characters in the result: first and last of each range of code points. */
  readonly chars?: readonly number[];
  /** Of an array: the result is made of its elements, or is one of them. */
  readonly elements?: true;
  /** True where the result can hold characters that no argument holds. */
  readonly decodes?: true;
}

/** The result holds no text of the arguments. */
export const cleared: TextFlow = { from: [] };
/** The texts of the arguments come out as they went in. */
export const kept: TextFlow = { form: "same" };
/** Only what the first argument says is in the result. */
export const firstOnly: TextFlow = { from: [0] };

/**
 * `accessor`: resolved by the checker and never called at run time. `runtime`: the function of that name of the runtime
 * library. `predicate`: takes an expression over the elements of an array; emitted by its own rule.
 */
export type Implementation =
  | { readonly kind: "accessor"; readonly access: Access }
  | { readonly kind: "runtime"; readonly name: string }
  | { readonly kind: "predicate" };

/**
 * What an accessor reads by the name that is its first argument; `store` writes. `name`: whatever has that name;
 * `resource`: a result; `fact`: about the run. Or one field of the results of an executor.
 */
export type Access = "name" | "store" | "resource" | "input" | "environment" | "fact" | ResultAccess;

/** Reads a field of the result of a resource that runs this executor. */
export interface ResultAccess {
  /** Key of the executor. */
  readonly executor: string;
  readonly field: string;
  /** True where the second argument is a key of the field, in any case; the keys themselves are in lower case. */
  readonly keyed?: true;
}

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
