import { type CallSpans, numberOf } from "../telemetry/call-spans.ts";

/** The process of a script. */
export const pythonSpans: CallSpans = {
  start: () => ({ name: "python" }),
  answered: ({ code }) => ({ "process.exit.code": numberOf(code) }),
};
