import type { Executor } from "../executor.ts";
import { boolType, intType, stringType } from "../value-type.ts";

/** `exec`: a shell script or a program (service.md, "Exec resource"). */
export const exec: Executor = {
  key: "exec",
  resourceType: "exec",
  runtime: "exec",
  fields: {
    command: { kind: "text", sink: "shell" },
    args: { kind: "texts" },
    workingDir: { kind: "text" },
    env: { kind: "text-map" },
    timeout: { kind: "duration", option: "timeoutMs" },
    maxOutputBytes: { kind: "integer" },
    strict: { kind: "boolean" },
  },
  result: {
    typeName: "ExecResult",
    main: "stdout",
    fields: { stdout: stringType, stderr: stringType, exitCode: intType, success: boolType },
    fallback: "execFallback",
    outcomeFields: ["stderr", "exitCode", "success"],
    outside: "the output",
  },
};
