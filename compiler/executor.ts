import type { ValueType } from "./value-type.ts";

/** How one key of an executor block is written and what it becomes. */
export type FieldKind =
  /** Text with templates. */
  | "text"
  /** A list of texts with templates. */
  | "texts"
  /** A map from fixed names to texts with templates. */
  | "text-map"
  /** Any value; text in it may be a template, a plain scalar that is a call is an expression. */
  | "value"
  /** Any value; text in it may be a template, and is text otherwise. */
  | "template"
  /** Plain text without templates. */
  | "name"
  /** Plain data without templates, such as a JSON Schema. */
  | "data"
  /** A duration, in milliseconds from here on. */
  | "duration"
  | "integer"
  | "boolean"
  /** A map of the keys in `fields`. */
  | "settings"
  /** A list of such maps. */
  | "settings-list";

/** All that the compiler knows of one executor: a table line, no code. */
export interface Executor {
  /** Key of its block in a resource. */
  readonly key: string;
  /** `resourceType` of its events. */
  readonly resourceType: string;
  /** Function of the runtime library that runs it: `(step, options) => Promise<result>`. */
  readonly runtime: string;
  readonly fields: ExecutorFields;
  /** Keys of which exactly one must be there. */
  readonly choice?: readonly string[];
  /** Keys that do not go together. */
  readonly apart?: readonly (readonly [string, string])[];
  /** What a run of it gives. Undefined: only known elsewhere (a component's manifest) or not at all. */
  readonly result: ExecutorResult | undefined;
}

export type ExecutorFields = Readonly<Record<string, ExecutorField>>;

export interface ExecutorField {
  readonly kind: FieldKind;
  /** Name of the option in the runtime library, where it is not the key's. */
  readonly option?: string;
  /** Of `settings` and `settings-list`: the keys of the map. */
  readonly fields?: ExecutorFields;
  /** What reads the text as a program: text from outside in it is reported. */
  readonly sink?: Sink;
}

/** Languages in which text of a workflow is run. */
export type Sink = "shell" | "python" | "sql";

export interface ExecutorResult {
  /** Its type in the runtime library. */
  readonly typeName: string;
  /** Field that `get('<id>')` alone reads; undefined: the whole result. */
  readonly main: string | undefined;
  readonly fields: Readonly<Record<string, ValueType>>;
  /** Other bare values, where a key of the block is there; with `value`, where it has that value. The first that fits. */
  readonly variants?: readonly ResultVariant[];
  /** Function of the runtime library that makes a result of the value of `onError.fallback`. Undefined: the value is it. */
  readonly fallback: string | undefined;
  /** Fields whose reading shows that somebody looks at a failed exit (spec section 4, exec). */
  readonly outcomeFields: readonly string[];
  /** Its texts, which come from outside, as messages name them: `the output`. */
  readonly outside?: string;
}

export interface ResultVariant {
  readonly key: string;
  readonly value?: string;
  readonly main: string;
}
