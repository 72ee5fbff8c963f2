import type { CommandSpec } from "./spec.ts";
import { workflow } from "./workflows.ts";

export const graphSpec = {
  name: "graph",
  summary: "draw what waits for what",
  description: `Prints the resources of a workflow and what waits for what. The target has a thick border; what may be \
without a result, because it can be skipped or goes on after a failure, a dashed one. Where the workflow has errors, what \
could be read is drawn, and the errors are on standard error.`,
  argument: workflow,
  options: {
    format: { values: ["mermaid", "dot", "svg", "json"], default: "mermaid", description: "what to print" },
  },
  exitCodes: [
    ["0", "drawn"],
    ["1", "errors found"],
    ["2", "bad usage or no such file"],
  ],
  examples: [["flowc graph . --format svg > graph.svg", "as an image"]],
} as const satisfies CommandSpec;
