import type { CommandSpec } from "./spec.ts";
import { workflows } from "./workflows.ts";

export const mcpSpec = {
  name: "mcp",
  summary: "serve each workflow as a tool over the Model Context Protocol",
  description: `Builds the workflows, unless an earlier run has, and serves each as one tool of an MCP server, over standard \
input and output until the client leaves. See docs/agent-mode.md.`,
  argument: workflows,
  options: {
    http: { description: "speak Streamable HTTP at /mcp instead" },
    host: {
      value: "ADDRESS",
      description: `with --http, listen there (default 127.0.0.1; beyond this machine only with FLOWC_MCP_TOKEN set, which \
callers then send as a bearer token)`,
    },
    port: { value: "NUMBER", description: "with --http, listen there (default 16396); 0 takes a free one" },
    "env-file": {
      value: "FILE",
      repeatable: true,
      description: "read environment variables that are not set from FILE, as Node reads it",
    },
    record: {
      optionalValue: "FOLDER",
      description: "record each call, in ~/.flowc/runs.db or FOLDER/runs.db; see docs/runs.md",
    },
    describe: { description: "print what each workflow is made of, as JSON" },
    "no-cache": { description: "build anew and keep nothing" },
  },
  exitCodes: [
    ["0", "the client left, or a signal came"],
    ["1", "cannot listen"],
    ["2", "bad usage or no such file"],
    ["3", "does not compile"],
  ],
  examples: [["flowc mcp tools/a tools/b", "what to write as the command of a server in an agent's settings"]],
} as const satisfies CommandSpec;
