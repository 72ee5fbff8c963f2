/** The whole contract between emitted code and the runtime library. */
export type { Failure, WorkflowDefinition } from "./definition.ts";
export { exec } from "./exec.ts";
export { execFallback, withValue } from "./fallback.ts";
export { defaultTo, float, fromJSON, int, len, lower, quote, toJSON, toText, trim, upper } from "./functions.ts";
export { memory } from "./memory.ts";
export {
  add,
  bool,
  compare,
  equal,
  isIn,
  matches,
  member,
  number,
  optionalMember,
  pattern,
  range,
  slice,
  str,
} from "./operators.ts";
export type { Step } from "./step.ts";
export { json, text } from "./values.ts";
export { runAsProgram, workflow } from "./workflow.ts";
