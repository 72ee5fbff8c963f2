import type { ValueType } from "../nouns/value-type.ts";
import type { LoopMaker } from "./loop.ts";

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
  /** True where the result hangs on the time: the runtime function also takes the step, which has the clock, first. */
  readonly readsClock?: true;
  /** True where a first argument that is not there is what the function is for. */
  readonly handlesNil?: true;
  /** True where the runtime function refuses nothing that it is given. */
  readonly neverFails?: true;
  /** True where a few letters in the arguments may make megabytes: only a run evaluates it. */
  readonly mayGrow?: true;
  /** The smallest number that it gives. */
  readonly least?: number;
  /** What its result has none of, so that to call it again changes nothing: "capitals". */
  readonly lacks?: string;
  /** The property of an array that is the result, where the argument is certainly an array. */
  readonly arrayProperty?: string;
  /** How the result follows from the first argument. */
  readonly relation?: Relation;
  /** How a text is put together, where the parts of it are looked at. */
  readonly assembles?: Assembly;
  /** What it makes of tainted text in its arguments; absent: all of it is in the result, in no form. */
  readonly flow?: TextFlow;
  /** One sentence for the documentation. */
  readonly description: string;
}

/**
 * `same`: what a condition says of the result holds of the argument too. `type`: it is the name of the argument's type.
 * `member`: it is what stands in the argument at the path, with dots, that is the second one.
 */
export type Relation = "same" | "type" | "member";

/**
 * `joined`: of the elements of the first argument, with the second between them. `replaced`: of the first argument, with
 * the third in all places of the second.
 */
export type Assembly = "joined" | "replaced";

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
  /** True where the result is one of the arguments, with all that is in it. */
  readonly whole?: true;
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
 * library. `predicate`: takes an expression over the elements of an array, and is a loop in the emitted code.
 */
export type Implementation =
  | { readonly kind: "accessor"; readonly access: Access }
  | { readonly kind: "runtime"; readonly name: string }
  | ({ readonly kind: "predicate" } & PredicateUse);

/** What a function does with its predicate. */
export interface PredicateUse {
  readonly loop: LoopMaker;
  /** Where the array is what another function makes with a predicate: the one loop for both, by the name of that. */
  readonly over?: Readonly<Record<string, LoopMaker>>;
  /** Where the elements of the array and the values of the predicate are in the result; absent: nowhere. */
  readonly flow?: LoopFlow;
  /** What follows for every element, where the result is `outcome`: that the predicate is `element`. */
  readonly concludes?: { readonly outcome: boolean; readonly element: boolean };
  /** True where the predicate reads `#acc`, which begins as the last argument or else as the first element. */
  readonly accumulates?: true;
  /** The runtime function of a call without a predicate, where it needs no loop. */
  readonly without?: string;
}

/** Which values are in the result of a function with a predicate. */
export interface LoopFlow {
  /** Elements of the array: 0 where the result is one, 1 where they are elements of it, 2 where they are below those. */
  readonly elements?: 0 | 1 | 2;
  /** True where the predicate holds for those elements. */
  readonly holds?: true;
  /** What the predicate gives: elements of the result, keys of it, or anything in it. */
  readonly predicate?: "element" | "key" | "anything";
  /** True where the arguments behind the predicate are in the result as they are. */
  readonly rest?: true;
}

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
  /** Where the second argument is a key of the field, in any case: the runtime function for theirs. */
  readonly keyed?: string;
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
