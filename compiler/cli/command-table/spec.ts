import type { OptionSpec } from "../../../runtime-lib/command/option.ts";

/** A kind of argument; `path` is a workflow: a folder or a YAML file. */
export type ArgumentKind = "path" | "folder" | "file" | "component" | "code" | "nothing";

/** What a command takes beside options. */
export interface ArgumentSpec {
  /** Placeholder; of two, both. */
  readonly name: string;
  /** `two`: one, and a second that may be left out; `many`: at least one; `any`: or none. */
  readonly count: "one" | "two" | "optional" | "many" | "any";
  /** What is missing where it is: `build needs a workflow file or folder`. */
  readonly needs: string;
  /** What one of them is: `run takes one workflow`; of two, what both are. */
  readonly noun: string;
  /** What a shell completes; a list is all that the command takes. */
  readonly completes: ArgumentKind | readonly string[];
  /** Where there are several: each form, and what it means. */
  readonly forms?: readonly (readonly [form: string, meaning: string])[];
}

/** A command: its parser, its help page, its completion and its section of docs/commands.md are made of this. */
export interface CommandSpec {
  /** As it is typed after `flowc`: two words for a command of a group. */
  readonly name: string;
  /** For a list of commands. */
  readonly summary: string;
  /** Paragraphs, with an empty line between them. */
  readonly description: string;
  readonly argument?: ArgumentSpec;
  /** What comes after the name in the usage, where the argument and the options do not show it: one for each way. */
  readonly usage?: readonly string[];
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly exitCodes: readonly (readonly [code: string, meaning: string])[];
  /** Command lines, and what each does. */
  readonly examples?: readonly (readonly [line: string, does: string])[];
}

/** Commands that share their first word. */
export interface GroupSpec {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly CommandSpec[];
}

/** What is given beside options. */
export type Positionals<Spec> = Spec extends { readonly argument: { readonly count: infer Count } }
  ? Count extends "one"
    ? readonly [string]
    : Count extends "optional"
      ? readonly [string?]
      : Count extends "two"
        ? readonly [string, string?]
        : readonly [string, ...string[]]
  : readonly [];
