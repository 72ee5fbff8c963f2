import { parseArgs } from "node:util";
import { loadEnvFiles } from "../command/env-files.ts";
import { type KeepOptions, recordedIn } from "../command/keep-options.ts";
import { InvalidInput } from "../run/errors.ts";

/** How a server of the Model Context Protocol is started. */
export interface McpCommandLine {
  readonly action: "serve" | "help" | "version" | "describe";
  /** Streamable HTTP instead of standard input and output. */
  readonly http: boolean;
  readonly host: string | undefined;
  readonly port: number | undefined;
  /** What is said of recording calls. */
  readonly keep: KeepOptions | undefined;
}

/** The lines of `--help` that explain these options. */
export const mcpOptionsHelp = `  --http               speak Streamable HTTP instead of standard input and output
  --host ADDRESS       with --http: listen there (default 127.0.0.1; beyond this machine only with FLOWC_MCP_TOKEN set)
  --port NUMBER        with --http: listen there (default 16396); 0 takes a free one
  --env-file FILE      read environment variables that are not set from FILE (repeatable)
  --record[=FOLDER]    in a bundle built with --journal: record each call, in ~/.flowc/runs.db or FOLDER/runs.db
  --describe           print what the workflow is made of, as JSON
  -h, --help           print this help
  -V, --version        print the version`;

const flags = {
  http: { type: "boolean", default: false },
  host: { type: "string" },
  port: { type: "string" },
  "env-file": { type: "string", multiple: true },
  record: { type: "boolean" },
  "record-file": { type: "string" },
  describe: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "V" },
} as const;

/**
 * Reads the arguments, and `--env-file` into the process's environment. Throws InvalidInput with one sentence for anything
 * that cannot be understood.
 */
export function readMcpCommandLine(argv: readonly string[]): McpCommandLine {
  const { http, host, port, record, describe, help, version, ...files } = parse(argv);
  const { "env-file": envFiles = [], "record-file": folder } = files;
  if (!http && (host ?? port) !== undefined) throw usage("--host and --port go with --http");
  if (folder === "") throw usage("--record= needs a path");
  loadEnvFiles(envFiles);
  const keep = record || folder !== undefined ? recordedIn(folder) : undefined;
  const action = help ? "help" : version ? "version" : describe ? "describe" : "serve";
  return { action, http, host, port: portOf(port), keep };
}

function parse(argv: readonly string[]) {
  // A value that may be left out is an option of another name.
  const args = argv.map((argument) => argument.replace(/^--record=/, "--record-file="));
  try {
    return parseArgs({ args, options: flags, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw usage((error as Error).message.split(". ")[0] ?? "");
  }
}

function portOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw usage(`--port takes a number up to 65535, not "${given}"`);
}

function usage(message: string): InvalidInput {
  return new InvalidInput("preflight", message);
}
