import { intType, mapOf, optional, stringType, type ValueType } from "../../nouns/value-type.ts";

/** The type of `error` in onError; no other value has this very type. */
export const failureType: ValueType = mapOf({
  message: stringType,
  failureClass: stringType,
  actionId: stringType,
  attempt: intType,
  exitCode: optional(intType),
  stderr: stringType,
});
