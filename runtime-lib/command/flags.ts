/** An option of a bundle: how `parseArgs` reads it, and what its help says. */
interface Flag {
  readonly type: "string" | "boolean";
  readonly multiple?: true;
  readonly short?: string;
  /** What follows its name in the help: `NAME=VALUE`. */
  readonly value?: string;
  /** Undefined: another way to write the one before it, which the help does not tell. */
  readonly meaning?: string;
  /** Who has it; all bundles where this is left out. */
  readonly of?: "input" | "file" | "server";
}

/** All options of bundles: the command line is read by this table, and a bundle's help shows those that it has. */
export const flags = {
  input: {
    type: "string",
    multiple: true,
    value: " NAME=VALUE",
    meaning: "give an input (repeatable)",
    of: "input",
  },
  "input-json": {
    type: "string",
    value: " JSON",
    meaning: "give inputs as a JSON object; @FILE reads a file, - standard input",
    of: "input",
  },
  file: { type: "string", value: " PATH", meaning: "give a file: get('file')", of: "file" },
  events: {
    type: "boolean",
    value: "[=FILE]",
    meaning: "write lifecycle events as NDJSON to standard error, or to FILE",
  },
  "events-file": { type: "string" },
  "events-output": { type: "boolean", meaning: "beside --events: also each line that commands and scripts write" },
  "step-output": {
    type: "string",
    value: " full|failed|none",
    meaning: "show what commands and scripts write (default: failed on a terminal, else full; none for a server)",
  },
  "env-file": {
    type: "string",
    multiple: true,
    value: " FILE",
    meaning: "read environment variables that are not set from FILE (repeatable)",
  },
  output: {
    type: "string",
    value: " text|json",
    meaning: "how to print the result (default: text as it is, all else JSON)",
  },
  only: { type: "string", value: " ID", meaning: "run one resource and what it needs; its value is the result" },
  request: { type: "string", value: " 'POST /x'", meaning: "answer one request, without a server", of: "server" },
  host: {
    type: "string",
    value: " ADDRESS",
    meaning: "listen there (default: HOST, else settings.apiServer.hostIp, else 127.0.0.1)",
    of: "server",
  },
  port: {
    type: "string",
    value: " NUMBER",
    meaning: "listen there (default: PORT, else settings.apiServer.portNum, else 16395)",
    of: "server",
  },
  log: {
    type: "boolean",
    value: "[=json]",
    meaning: "print a line for each answered request, with the cause of each failure",
    of: "server",
  },
  "log-format": { type: "string" },
  describe: { type: "boolean", meaning: "print what the workflow is made of, as JSON" },
  help: { type: "boolean", short: "h", meaning: "print this help" },
  version: { type: "boolean", short: "V", meaning: "print the version" },
} as const satisfies Readonly<Record<string, Flag>>;

/** An option as help shows it: `--events[=FILE]`. */
export interface FlagText {
  readonly text: string;
  readonly meaning: string;
  readonly of: Flag["of"];
}

/** The options of bundles as help shows them. */
export function flagTexts(): readonly FlagText[] {
  return Object.entries<Flag>(flags).flatMap(([name, { short, value = "", meaning, of }]) => {
    const text = `${short === undefined ? "" : `-${short}, `}--${name}${value}`;
    return meaning === undefined ? [] : [{ text, meaning, of }];
  });
}
