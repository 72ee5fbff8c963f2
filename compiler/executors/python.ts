import type { Executor } from "../executor.ts";
import { anyType, boolType, intType, stringType } from "../value-type.ts";

/** `python`: a script, written out or in a file beside the workflow. */
export const python: Executor = {
  key: "python",
  resourceType: "python",
  runtime: "python",
  fields: {
    script: { kind: "text", sink: "python" },
    scriptFile: { kind: "name" },
    inputs: { kind: "value" },
    args: { kind: "texts" },
    env: { kind: "text-map" },
    workingDir: { kind: "text" },
    timeout: { kind: "duration", option: "timeoutMs" },
    maxOutputBytes: { kind: "integer" },
    strict: { kind: "boolean" },
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
};
