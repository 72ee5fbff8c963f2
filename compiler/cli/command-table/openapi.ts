import type { CommandSpec } from "./spec.ts";
import { workflow } from "./workflows.ts";

export const openapiSpec = {
  name: "openapi",
  summary: "describe a server workflow as OpenAPI 3.1",
  description: "Prints the OpenAPI 3.1 description of a server workflow as JSON: its routes, inputs and responses.",
  argument: workflow,
  options: {},
  exitCodes: [
    ["0", "printed"],
    ["1", "errors found"],
    ["2", "bad usage, no such file or a workflow without routes"],
  ],
} as const satisfies CommandSpec;
