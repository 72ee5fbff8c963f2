import type { Executor } from "../../nouns/executor.ts";
import { boolType, intType, stringType } from "../../nouns/value-type.ts";
import { describedOption, formattedOptions } from "../../tree/plan-option.ts";
import { checkOutput, outputFields, processResult } from "../output-fields.ts";
import { processFields } from "../process-fields.ts";
import { isText, planExec } from "./plan.ts";
import { execSimulation } from "./simulation.ts";

/** `exec`: a shell script or a program (service.md, "Exec resource"). */
export const exec: Executor = {
  key: "exec",
  resourceType: "exec",
  runtime: "exec",
  description: "Runs a command. The value is its stdout, as output says what that is.",
  fields: {
    command: {
      kind: "text",
      sink: "shell",
      required: true,
      description:
        "A script for the shell, of any number of lines; with args and a single word, a program that is started without a shell. Templates allowed; they insert text unescaped.",
      schema: { minLength: 1 },
    },
    args: {
      kind: "texts",
      given: "arguments",
      description: "Arguments: of the program, or $1, $2, … of the script. No shell reads them. Templates allowed.",
    },
    shell: {
      kind: "name",
      given: "shell",
      description:
        "What reads the script: sh, bash, pwsh or another program that takes -c. Default: settings.shell, else sh.",
      schema: {
        minLength: 1,
        pattern: "^(?!.*\\{\\{)",
        $comment: "must be the name of a program, such as bash, not a template",
        diagnostic: "invalid-name",
      },
    },
    errexit: {
      kind: "boolean",
      description:
        "true: the script stops at the first command that fails (set -e; in bash, zsh and ksh also pipefail). Default: settings.errexit, else false.",
    },
    stdin: {
      kind: "value",
      given: "input",
      description: "Standard input of the command: text as it is, all else as JSON. Default: empty.",
    },
    ...processFields,
    ...outputFields,
  },
  result: {
    typeName: "ExecResult",
    main: "stdout",
    fields: { stdout: stringType, stderr: stringType, exitCode: intType, success: boolType },
    fallback: "execFallback",
    outcomeFields: ["stderr", "exitCode", "success"],
    source: "the output",
  },
  resultOf: (block, tools) =>
    isText(block)
      ? undefined
      : processResult(block, tools, { typeName: "ExecValueResult", fallbackName: "execFallback" }),
  plan: planExec,
  check: checkOutput,
  effects: (action) => ({ commands: describedOption(action, "command") }),
  formats: (action) => formattedOptions(action, "path", "workingDir"),
  simulations: [execSimulation],
  picture: { fill: "#dbeafe", stroke: "#1d4ed8", mermaid: ["[", "]"], dot: "box", square: true },
};
