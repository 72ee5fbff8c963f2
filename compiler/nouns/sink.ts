import type { Code } from "./codes.ts";

/** Languages in which a text can be a script. Those from `awk` on only interpreters read, from arguments. */
const languages = {
  shell: "shell-injection",
  python: "code-injection",
  sql: "sql-injection",
  awk: "code-injection",
  ed: "code-injection",
  "Emacs Lisp": "code-injection",
  gdb: "code-injection",
  "git configuration": "code-injection",
  JavaScript: "code-injection",
  jq: "code-injection",
  Julia: "code-injection",
  Lua: "code-injection",
  make: "code-injection",
  Perl: "code-injection",
  PHP: "code-injection",
  PowerShell: "code-injection",
  R: "code-injection",
  Ruby: "code-injection",
  sed: "code-injection",
  "ssh configuration": "code-injection",
  "tar actions": "code-injection",
  Tcl: "code-injection",
  "Vim script": "code-injection",
} as const satisfies Readonly<Record<string, Code>>;

/**
 * What reads a text as more than a value, by its language: the code of the finding where somebody else's text gets into
 * it.
 */
export const sinks = {
  ...languages,
  option: "option-injection",
} as const satisfies Readonly<Record<string, Code>>;

export type Sink = keyof typeof sinks;

/** Languages that a command can read from its arguments. */
export type ScriptLanguage = keyof typeof languages;
