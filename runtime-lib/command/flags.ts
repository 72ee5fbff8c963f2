import type { OptionSpec } from "./option.ts";

/** An option of a bundle, and of `flowc run`, which hands it on. */
export interface Flag extends OptionSpec {
  /** Who has it; all bundles where this is left out. */
  readonly of?: "input" | "file" | "server";
}

/** All options of bundles: command lines, help, completion and manuals are made of this table. */
export const flags = {
  input: { value: "NAME=VALUE", repeatable: true, description: "give an input", of: "input" },
  "input-json": {
    value: "JSON",
    description: "give inputs as a JSON object; @FILE reads a file, - standard input",
    of: "input",
  },
  file: { value: "FILE", description: "give a file: get('file')", of: "file" },
  "env-file": {
    value: "FILE",
    repeatable: true,
    description: "read environment variables that are not set from FILE, as Node reads it",
  },
  events: { optionalValue: "FILE", description: "write lifecycle events as NDJSON to standard error, or to FILE" },
  "events-output": { description: "beside --events: also each line that commands and scripts write" },
  "step-output": {
    values: ["full", "failed", "none"],
    description: "show what commands and scripts write (default: failed on a terminal, else full; none for a server)",
  },
  output: {
    values: ["text", "json"],
    description: "how to print the result (default: text as it is, all else JSON)",
  },
  only: { value: "ID", description: "run one resource and what it needs; its value is the result" },
  request: { value: "'POST /x'", description: "answer one request, without a server", of: "server" },
  host: {
    value: "ADDRESS",
    description: "listen there (default: HOST, else settings.apiServer.hostIp, else 127.0.0.1)",
    of: "server",
  },
  port: {
    value: "NUMBER",
    description: "listen there (default: PORT, else settings.apiServer.portNum, else 16395); 0 takes a free one",
    of: "server",
  },
  log: {
    optionalValue: "json",
    description: "print a line for each answered request, with the cause of each failure",
    of: "server",
  },
  describe: { description: "print what the workflow is made of, as JSON" },
  help: { short: "h", description: "print this help" },
  version: { short: "V", description: "print the version" },
} as const satisfies Readonly<Record<string, Flag>>;
