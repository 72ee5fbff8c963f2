import type { Executor } from "../../nouns/executor.ts";
import { boolType, intType, stringType } from "../../nouns/value-type.ts";
import { describedOption } from "../../tree/plan-option.ts";
import { processFields } from "../process-fields.ts";

/** `exec`: a shell script or a program (service.md, "Exec resource"). */
export const exec: Executor = {
  key: "exec",
  resourceType: "exec",
  runtime: "exec",
  description: "Runs a command. The value is its stdout.",
  fields: {
    command: {
      kind: "text",
      sink: "shell",
      required: true,
      description:
        "A script for sh -c, of any number of lines; with args and a single word, a program that is started without a shell. Templates allowed; they insert text unescaped.",
      schema: { minLength: 1 },
    },
    args: {
      kind: "texts",
      given: "arguments",
      description: "Arguments: of the program, or $1, $2, … of the script. No shell reads them. Templates allowed.",
    },
    ...processFields,
  },
  result: {
    typeName: "ExecResult",
    main: "stdout",
    fields: { stdout: stringType, stderr: stringType, exitCode: intType, success: boolType },
    fallback: "execFallback",
    outcomeFields: ["stderr", "exitCode", "success"],
    source: "the output",
  },
  effects: (action) => ({ commands: describedOption(action, "command") }),
  picture: { fill: "#dbeafe", stroke: "#1d4ed8", mermaid: ["[", "]"], dot: "box", square: true },
};
