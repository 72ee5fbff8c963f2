import type { CommandSpec } from "./spec.ts";
import { workflow } from "./workflows.ts";

export const runSpec = {
  name: "run",
  summary: "build and execute",
  description: `Builds the workflow, unless an earlier run has, and executes it. A server workflow listens until SIGINT or \
SIGTERM.`,
  argument: workflow,
  options: {
    input: { value: "NAME=VALUE", repeatable: true, description: "give an input" },
    "input-json": {
      value: "JSON",
      description: "give inputs as a JSON object; @FILE reads a file, - standard input",
    },
    file: { value: "FILE", description: "give a file: get('file')" },
    events: { optionalValue: "FILE", description: "write lifecycle events as NDJSON to standard error, or to FILE" },
    "events-output": { description: "beside --events: also each line that commands and scripts write" },
    "step-output": {
      values: ["full", "failed", "none"],
      description: `show what commands and scripts write (default: failed on a terminal, else full; none for a server)`,
    },
    "env-file": {
      value: "FILE",
      repeatable: true,
      description: "read environment variables that are not set from FILE, as Node reads it",
    },
    output: {
      values: ["text", "json"],
      description: "how to print the result (default: text as it is, all else JSON)",
    },
    only: { value: "ID", description: "run one resource and what it needs; its value is the result" },
    "dry-run": { description: "print what would run, in waves, and run nothing" },
    request: { value: "'POST /x'", description: "answer one request of a server workflow, without a server" },
    host: {
      value: "ADDRESS",
      description: "of a server workflow, listen there (default HOST, else hostIp, else 127.0.0.1)",
    },
    port: {
      value: "NUMBER",
      description: "of a server workflow, listen there (default PORT, else portNum, else 16395); 0 takes a free one",
    },
    log: {
      optionalValue: "json",
      description: "of a server workflow, print a line for each answered request, with the cause of each failure",
    },
    watch: {
      description: `run anew when a file changes: a command is ended first, a server keeps its port; what does not \
compile is shown, not run`,
    },
    describe: { description: "print what the workflow is made of, as JSON" },
    "no-cache": { description: "build anew and keep nothing" },
  },
  exitCodes: [
    ["0", "completed"],
    ["1", "failed"],
    ["2", "bad usage or invalid input"],
    ["3", "does not compile"],
    ["124", "the workflow's timeout"],
    ["129, 130 or 143", "ended by SIGHUP, SIGINT or SIGTERM"],
  ],
  examples: [
    ["flowc run . --input name=Ada", "with an input"],
    ["flowc run server --request 'GET /greetings/Ada'", "one request, without a server"],
    ["flowc run server --watch --port 8080", "while it is written"],
  ],
} as const satisfies CommandSpec;
