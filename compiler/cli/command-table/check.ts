import type { CommandSpec } from "./spec.ts";
import { workflows } from "./workflows.ts";

export const checkSpec = {
  name: "check",
  summary: "report every mistake; write nothing",
  description: `Reports every mistake of every workflow given, all of them at once. A folder without a workflow stands for all \
workflows below it. Writes nothing, unless --fix is given. flowc.config.yaml sets how codes are taken, \
"# flowc-ignore CODE -- reason" on the line above silences a finding: see docs/check.md.`,
  argument: workflows,
  options: {
    format: {
      values: ["text", "json", "sarif", "github"],
      description: `how to print findings: text (default) on standard error; json, sarif or github on standard output. \
Under GitHub Actions the default is text and github`,
    },
    strict: { description: "warnings count as errors" },
    "max-warnings": { value: "N", description: "more than N warnings count as an error" },
    fix: {
      optionalValue: "unsafe",
      description: `mend in the files what is certain: slips in keys, ids and fixed words, missing requires, templates \
without quotes; what is left is reported. --fix=unsafe also makes the changes that are only offered below findings`,
    },
  },
  exitCodes: [
    ["0", "clean"],
    ["1", "errors found"],
    ["2", "bad usage or no such file"],
  ],
  examples: [
    ["flowc check .", "the workflow here, or all below"],
    ["flowc check a.yaml b.yaml --strict --format json", "two of them, for a program"],
  ],
} as const satisfies CommandSpec;
