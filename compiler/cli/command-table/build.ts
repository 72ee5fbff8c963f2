import { platforms } from "../../5-bundle/addon.ts";
import type { CommandSpec } from "./spec.ts";
import { workflows } from "./workflows.ts";

export const buildSpec = {
  name: "build",
  summary: "write dist/<name>.mjs, a module that runs on plain Node",
  description:
    "Writes <name>.mjs, <name>.d.mts, the licences of what is inside and, where the workflow uses SQLite, its native addon.",
  argument: workflows,
  options: {
    out: { short: "o", value: "FOLDER", default: "dist", description: "where to write" },
    minify: { description: "make the bundle small" },
    sourcemap: { description: "write <name>.mjs.map beside it" },
    platform: {
      value: "NAME",
      values: [...platforms, "linux", "linuxmusl"],
      description:
        "build for another platform, such as linux-arm64 or linuxmusl-x64; with --docker also linux or linuxmusl, for any processor",
    },
    exe: {
      description:
        "write an executable beside it, with Node, the workflow and the addon inside; see docs/executables.md",
    },
    target: {
      values: [
        "command",
        "mcp",
        "github-action",
        "lambda",
        "systemd",
        "kubernetes",
        "dbos",
        "dbos-mcp",
        "dbos-kubernetes",
      ],
      default: "command",
      description:
        "what the bundle is when it is run: the workflow, an MCP server that offers it as a tool, with an action.yml a step of GitHub Actions, a function of AWS Lambda, or worker and client of runs that PostgreSQL keeps (dbos, with a server for agents dbos-mcp; see docs/scaling.md); systemd, kubernetes, dbos-kubernetes: with units or objects beside it that run the workflow, or its workers",
    },
    journal: { description: "let the bundle keep its runs: --journal, --record and --from; see docs/runs.md" },
    otel: { description: "let the bundle send traces and metrics to OpenTelemetry; see docs/observability.md" },
    docker: { description: "write a Dockerfile, .dockerignore and compose.yaml beside it" },
    base: { value: "IMAGE", description: "with --docker: the base image, such as node:24-slim@sha256:…" },
    label: {
      value: "NAME=VALUE",
      repeatable: true,
      description: "with --docker: a label, such as source, revision, licenses, or com.example.team",
    },
    sbom: {
      values: ["cyclonedx", "spdx"],
      description:
        "write a software bill of materials beside it, <name>.cdx.json or <name>.spdx.json; see docs/provenance.md",
    },
    attest: {
      description:
        "write <name>.intoto.json beside it: a statement of in-toto with the provenance of all that was written",
    },
    analyze: { description: "print what takes up the bytes of each bundle" },
    describe: { description: "print what each workflow is made of and may touch, as JSON; write nothing" },
  },
  exitCodes: [
    ["0", "built"],
    ["1", "errors found"],
    ["2", "bad usage, no such file or a folder that cannot be written"],
  ],
  examples: [
    ["flowc build . && node dist/hello.mjs", "a workflow called hello, without flowc"],
    ["flowc build . --exe && dist/hello", "a program that needs no Node"],
    ["flowc build . --platform linux-arm64 -o out", "for another machine"],
    ["flowc build . --sbom cyclonedx --attest", "with a bill of materials and an attestation"],
    ["flowc build . --target dbos", "to run on many machines: see docs/scaling.md"],
    ["flowc build . --docker && docker build dist", "as an image: see docs/containers.md"],
  ],
} as const satisfies CommandSpec;
