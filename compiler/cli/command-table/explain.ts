import type { CommandSpec } from "./spec.ts";

export const explainSpec = {
  name: "explain",
  summary: "say what a diagnostic means",
  description: "Says what a diagnostic means, with a bad and a good example. Without a code: lists all codes.",
  argument: { name: "CODE", count: "optional", needs: "a code", noun: "code", completes: "code" },
  options: {},
  exitCodes: [
    ["0", "explained"],
    ["2", "bad usage or no such code"],
  ],
  examples: [["flowc explain shell-injection", "one of them"]],
} as const satisfies CommandSpec;
