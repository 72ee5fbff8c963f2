import { platforms } from "../../5-bundle/addon.ts";
import type { CommandSpec } from "./spec.ts";
import { workflows } from "./workflows.ts";

export const buildSpec = {
  name: "build",
  summary: "write dist/<name>.mjs, a module that runs on plain Node",
  description: "Writes <name>.mjs, <name>.d.mts and, where the workflow uses SQLite, its native addon.",
  argument: workflows,
  options: {
    out: { short: "o", value: "FOLDER", default: "dist", description: "where to write" },
    minify: { description: "make the bundle small" },
    sourcemap: { description: "write <name>.mjs.map beside it" },
    platform: {
      value: "NAME",
      values: platforms,
      description: "build for another platform, such as linux-arm64 or linuxmusl-x64",
    },
    target: {
      values: ["command", "mcp"],
      default: "command",
      description: `what the bundle is when it is run: the workflow, or an MCP server that offers the workflow as a tool`,
    },
    docker: { description: "write a Dockerfile, .dockerignore and compose.yaml beside it" },
    describe: { description: "print what each workflow is made of and may touch, as JSON; write nothing" },
  },
  exitCodes: [
    ["0", "built"],
    ["1", "errors found"],
    ["2", "bad usage, no such file or a folder that cannot be written"],
  ],
  examples: [
    ["flowc build . && node dist/hello.mjs", "a workflow called hello, without flowc"],
    ["flowc build . --platform linux-arm64 -o out", "for another machine"],
    ["flowc build . --docker && docker build dist", "as an image: see docs/containers.md"],
  ],
} as const satisfies CommandSpec;
