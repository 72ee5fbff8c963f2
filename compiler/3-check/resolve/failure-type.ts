import { intType, mapOf, optional, stringType, textOf, type ValueType } from "../../nouns/value-type.ts";

/** The type of `error` in onError; no other value has this very type. */
export const failureType: ValueType = mapOf({
  message: stringType,
  failureClass: textOf(["validation", "provider", "timeout", "compile", "preflight", "infra", "tool_runtime"]),
  actionId: stringType,
  attempt: intType,
  exitCode: optional(intType),
  stderr: stringType,
});
