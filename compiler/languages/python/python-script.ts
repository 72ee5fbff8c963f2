import type { ScriptMistake } from "../script-mistake.ts";

/** Where one template of a Python script puts its value. */
export type PythonHole =
  | { readonly place: "code" }
  | { readonly place: "comment" }
  | {
      readonly place: "string";
      /** What closes the string. */
      readonly quote: "'" | '"' | "'''" | '"""';
      /** True in an f-string, where braces hold code. */
      readonly formatted: boolean;
      /** True where backslashes are characters like any other. */
      readonly raw: boolean;
    };

/** A value as far as the script's text shows what it is made of. */
export type PythonValue =
  | { readonly kind: "text"; readonly text: string }
  /** The value of a template: its index in the script's holes. */
  | { readonly kind: "hole"; readonly hole: number }
  | { readonly kind: "name"; readonly name: string }
  /** `inputs["name"]` or `inputs.get("name")`; undefined: the whole dict, or a key that only a run knows. */
  | { readonly kind: "input"; readonly name: string | undefined }
  /** `os.environ["NAME"]` or `os.getenv("NAME")`. */
  | { readonly kind: "environment"; readonly name: string | undefined }
  /** `sys.argv[index]`; undefined: all of them, or one that only a run knows. */
  | { readonly kind: "argument"; readonly index: number | undefined }
  /** Its standard input, or what is read from there. */
  | { readonly kind: "standard input" }
  /** An attribute, by its full name, and the values that it may be. */
  | { readonly kind: "member"; readonly name: string; readonly parts: readonly PythonValue[] }
  /** One text made of several: an f-string, `+`, strings side by side. */
  | { readonly kind: "joined"; readonly parts: readonly PythonValue[] }
  /** A list or a tuple that is written out. */
  | { readonly kind: "list"; readonly items: readonly PythonValue[] }
  | { readonly kind: "call"; readonly call: PythonCall }
  /** Anything else, and the values that it is made of. */
  | { readonly kind: "other"; readonly parts: readonly PythonValue[] };

/** A call, by the full name of what it calls, whatever name the script has imported it by. */
export interface PythonCall {
  /** Such as `os.system`; of a method of a value that is not imported, with `?` for the value: `?.format`. */
  readonly name: string;
  /** What is called, where that is neither a name nor an attribute: `actions["run"]`. */
  readonly callee: PythonValue | undefined;
  /** Of a method: the value that it is called on. */
  readonly object: PythonValue | undefined;
  readonly arguments: readonly PythonValue[];
  readonly keywords: readonly { readonly name: string; readonly value: PythonValue }[];
  /** True where one of the arguments is `*list` or `**map`. */
  readonly isSpread: boolean;
  /** Offsets in the script's text. */
  readonly start: number;
  readonly end: number;
}

/**
 * `name = value`, and what is like it: `name += value`, `for name in value`, `with value as name`, `name.append(value)`, the
 * call of a function with a parameter of that name. Attributes go by their own name, with a dot before it.
 */
export interface PythonAssignment {
  readonly name: string;
  readonly value: PythonValue;
}

/** A read of one of the script's inputs, by a name that is written out. */
export interface PythonInput {
  readonly name: string;
  /** Offsets of the name in the script's text, with its quotes. */
  readonly start: number;
  readonly end: number;
}

/** A Python script as its parser sees it. Names are those of the whole script, whatever function they stand in. */
export interface PythonScript {
  /** One for each template, in order. */
  readonly holes: readonly PythonHole[];
  /** All calls, in the order of their beginnings. */
  readonly calls: readonly PythonCall[];
  readonly assignments: readonly PythonAssignment[];
  readonly inputs: readonly PythonInput[];
  /** What the functions of the script return, by their names. */
  readonly results: ReadonlyMap<string, readonly PythonValue[]>;
  /** What Python cannot read: the first such place. */
  readonly mistake: ScriptMistake | undefined;
}
