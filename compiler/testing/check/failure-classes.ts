/** The classes of failures that a run of a workflow can have, and that the world can cause. */
export const failureClasses: readonly string[] = [
  "validation",
  "provider",
  "timeout",
  "preflight",
  "infra",
  "tool_runtime",
];
