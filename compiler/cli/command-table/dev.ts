import type { CommandSpec } from "./spec.ts";
import { workflows } from "./workflows.ts";

export const devSpec = {
  name: "dev",
  summary: "check and run workflows on a page of this machine",
  description: `Serves a page on 127.0.0.1 until SIGINT: what check finds, as files change; a form for the inputs, or the routes of \
a server workflow; each run as it goes on, and earlier ones to compare; the JavaScript beside the YAML. It runs nothing unless \
the page is asked to. Only who has the address with its token gets in. See docs/dev.md.`,
  argument: workflows,
  options: {
    port: { value: "NUMBER", default: "0", description: "listen there; 0 takes a free one" },
    "env-file": {
      value: "FILE",
      repeatable: true,
      description: "read environment variables that are not set from FILE, as Node reads it",
    },
  },
  exitCodes: [
    ["0", "ended by a signal"],
    ["2", "bad usage, no such file or a port that is taken"],
  ],
  examples: [["flowc dev .", "then open the address that it prints"]],
} as const satisfies CommandSpec;
