import type { ArgumentSpec } from "./spec.ts";

/** Any number of workflows. */
export const workflows = {
  name: "PATH",
  count: "many",
  needs: "a workflow file or folder",
  noun: "workflow",
  completes: "path",
} as const satisfies ArgumentSpec;

/** One workflow. */
export const workflow = { ...workflows, count: "one" } as const;
