import { type CallSpans, numberOf } from "../telemetry/call-spans.ts";

/** A process. Its command may hold what is secret, and is left out. */
export const execSpans: CallSpans = {
  start: () => ({ name: "exec" }),
  answered: ({ code }) => ({ "process.exit.code": numberOf(code) }),
};
