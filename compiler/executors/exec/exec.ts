import type { Executor } from "../../nouns/executor.ts";
import { boolType, intType, stringType } from "../../nouns/value-type.ts";
import { describedOption } from "../../tree/plan-option.ts";
import { planExec } from "./plan.ts";

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
        "A script for the shell; with args and a single word, a program started without one. Templates allowed.",
      schema: { minLength: 1 },
    },
    args: {
      kind: "texts",
      description: "Arguments: of the program, or $1… of the script. Never read by a shell. Templates allowed.",
    },
    shell: {
      kind: "name",
      description: `What reads the script: sh, bash, pwsh or another program that takes -c. Default: settings.shell, else sh.`,
      schema: { minLength: 1 },
    },
    errexit: {
      kind: "boolean",
      description: `true: the script stops at the first command that fails (set -e; in bash, zsh and ksh also pipefail). \
Default: settings.errexit, else false.`,
    },
    stdin: {
      kind: "value",
      description: "Standard input of the command: text as it is, all else as JSON. Default: empty.",
    },
    workingDir: {
      kind: "text",
      description: "Folder in which the command runs; relative to the folder that flowc or the bundle was started in.",
    },
    env: {
      kind: "text-map",
      description: "Environment variables of this command only. Templates allowed.",
      schema: {
        additionalProperties: { type: ["string", "number", "boolean", "null"] },
        propertyNames: { pattern: "^[^=]+$" },
      },
    },
    timeout: {
      kind: "duration",
      option: "timeoutMs",
      description: "Longest run time; then the whole process tree is ended.",
    },
    maxOutputBytes: {
      kind: "integer",
      description: "More output than this on stdout or stderr is a failure. Default 67108864 (64 MiB).",
      schema: { minimum: 1 },
    },
    strict: {
      kind: "boolean",
      description:
        "true: a non-zero exit always fails. false: it never does. Absent: it fails unless another resource reads exitCode, success or stderr.",
    },
  },
  result: {
    typeName: "ExecResult",
    main: "stdout",
    fields: { stdout: stringType, stderr: stringType, exitCode: intType, success: boolType },
    fallback: "execFallback",
    outcomeFields: ["stderr", "exitCode", "success"],
    outside: "the output",
  },
  plan: planExec,
  effects: (action) => ({ commands: describedOption(action, "command") }),
  picture: { fill: "#dbeafe", stroke: "#1d4ed8", mermaid: ["[", "]"], dot: "box", square: true },
};
