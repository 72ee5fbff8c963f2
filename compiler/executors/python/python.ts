import type { Executor } from "../../nouns/executor.ts";
import { anyType, boolType, intType, stringType } from "../../nouns/value-type.ts";
import { planPython } from "./plan.ts";
import { preparePython } from "./preflight.ts";

/** `python`: a script, written out or in a file beside the workflow. */
export const python: Executor = {
  key: "python",
  resourceType: "python",
  runtime: "python",
  description: "Runs a Python script. The value is its stdout, parsed where it is JSON.",
  fields: {
    script: {
      kind: "text",
      sink: "python",
      description: "The script. Templates allowed; values from outside belong into inputs.",
      schema: { minLength: 1 },
    },
    scriptFile: {
      kind: "name",
      file: "text",
      description:
        "A file with the script; its path starts at the workflow's folder. Its text becomes a part of the bundle.",
      schema: { minLength: 1 },
    },
    inputs: {
      kind: "value",
      description:
        "What the script finds in the dict inputs. Templates allowed; a text that is a call is an expression.",
      schema: { type: ["object", "string"] },
    },
    args: { kind: "texts", description: "Arguments: sys.argv[1:]. Templates allowed." },
    env: {
      kind: "text-map",
      description: "Environment variables of this command only. Templates allowed.",
      schema: {
        additionalProperties: { type: ["string", "number", "boolean", "null"] },
        propertyNames: { pattern: "^[^=]+$" },
      },
    },
    workingDir: {
      kind: "text",
      description: "Folder in which the script runs; relative to the folder that flowc or the bundle was started in.",
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
  choice: ["script", "scriptFile"],
  result: {
    typeName: "PythonResult",
    main: "value",
    fields: { value: anyType, stdout: stringType, stderr: stringType, exitCode: intType, success: boolType },
    fallback: "pythonFallback",
    outcomeFields: ["stderr", "exitCode", "success"],
    outside: "the output",
  },
  plan: planPython,
  effects: () => ({ commands: ["python3"] }),
  preflight: preparePython,
  usesPython: true,
  picture: { fill: "#fef9c3", stroke: "#a16207", mermaid: ["[[", "]]"], dot: "component" },
};
