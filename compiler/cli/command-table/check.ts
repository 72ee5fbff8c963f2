import type { CommandSpec } from "./spec.ts";
import { workflows } from "./workflows.ts";

export const checkSpec = {
  name: "check",
  summary: "report every mistake; write nothing",
  description: `Reports every mistake of every workflow given, all of them at once. A folder without a workflow stands for all \
workflows below it, a file below resources/ or components/ for the workflow that it belongs to, - for standard input. \
Writes nothing, unless --fix is given. flowc.config.yaml sets how codes are taken, \
"# flowc-ignore CODE -- reason" on the line above silences a finding: see docs/check.md.`,
  argument: workflows,
  options: {
    format: {
      values: ["text", "json", "sarif", "github"],
      description: `how to print findings: text (default) on standard error; json, sarif or github on standard output. \
Under GitHub Actions the default is text and github`,
    },
    "stdin-filename": {
      value: "FILE",
      description: `with - as PATH: the file whose text comes on standard input, which need not be there; the workflow that \
it belongs to is checked with it`,
    },
    watch: { description: "check again when a file changes" },
    strict: { description: "warnings count as errors" },
    "max-warnings": { value: "N", description: "more than N warnings count as an error" },
    tools: {
      description: `list what is asked beside flowc itself, such as Ruff, ShellCheck and PGlite: its version, where it is, \
what it has read`,
    },
    fix: {
      optionalValue: "unsafe",
      description: `fix in the files what is certain: misspelled keys, ids and fixed words, missing requires, templates \
without quotes; report the rest. --fix=unsafe also makes the changes that are only offered below findings`,
    },
  },
  exitCodes: [
    ["0", "clean"],
    ["1", "errors found"],
    ["2", "bad usage or no such file"],
  ],
  examples: [
    ["flowc check .", "the workflow here, or all below"],
    ["flowc check resources/total.yaml", "the workflow that a file belongs to"],
    ["flowc check - --stdin-filename resources/total.yaml < new.yaml", "what an editor has not written yet"],
    ["flowc check a.yaml b.yaml --strict --format json", "two of them, for a program"],
  ],
} as const satisfies CommandSpec;
