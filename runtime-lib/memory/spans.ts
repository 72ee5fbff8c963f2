import { type CallSpans, textOf } from "../telemetry/call-spans.ts";

/** A read or a write of the memory, without its key and value. */
export const memorySpans: CallSpans = {
  start: ({ action }) => ({ name: `memory ${textOf(action)}`.trim(), attributes: { "db.system.name": "sqlite" } }),
};
