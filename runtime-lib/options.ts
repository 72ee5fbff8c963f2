import { accessSync, constants, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { WorkflowDefinition } from "./definition.ts";
import { InvalidInput } from "./errors.ts";
import { matchPath } from "./execution.ts";
import { fromCommandLine } from "./inputs.ts";
import type { RunRequest } from "./run-state.ts";

/** The command line of a bundle, and of `flowc run` after its path (spec section 6). */
export interface CommandLine {
  readonly action: "run" | "help" | "version" | "describe";
  readonly events:
    | { readonly kind: "none" }
    | { readonly kind: "stderr" }
    | { readonly kind: "file"; readonly path: string };
  readonly output: "text" | "json";
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly file: string | undefined;
  readonly request: RunRequest | undefined;
  /** Of a server workflow: where it listens, where the command line or the environment says so. */
  readonly host: string | undefined;
  readonly port: number | undefined;
  /** A line on standard output for each answered request. */
  readonly log: boolean;
}

/** The lines of `--help` that tell these options. */
export const optionsHelp = `  --input NAME=VALUE   give an input (repeatable)
  --input-json JSON    give inputs as a JSON object; @FILE reads a file, - standard input
  --file PATH          give a file: get('file')
  --events[=FILE]      write lifecycle events as NDJSON to standard error, or to FILE
  --output text|json   how to print the result (default: text as it is, all else JSON)
  --request 'POST /x'  answer one request of a server workflow, without a server
  --host ADDRESS       listen there (default: HOST, else settings.apiServer.hostIp, else 127.0.0.1)
  --port NUMBER        listen there (default: PORT, else settings.apiServer.portNum, else 16395)
  --log                print a line for each answered request
  --describe           print what the workflow is made of, as JSON
  -h, --help           print this help
  -V, --version        print the version`;

const flags = {
  input: { type: "string", multiple: true },
  "input-json": { type: "string" },
  file: { type: "string" },
  events: { type: "boolean" },
  "events-file": { type: "string" },
  output: { type: "string" },
  request: { type: "string" },
  host: { type: "string" },
  port: { type: "string" },
  log: { type: "boolean" },
  describe: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "V" },
} as const;

/** What the command line depends on. */
export type CommandDefinition = Pick<WorkflowDefinition, "inputs" | "server"> &
  Partial<Pick<WorkflowDefinition, "closedInputs" | "requests">>;

/** Reads the arguments. Throws InvalidInput with one sentence for anything that cannot be understood. */
export function readCommandLine(definition: CommandDefinition, argv: readonly string[]): CommandLine {
  const values = parse(argv);
  const { output = "text", file } = values;
  if (output !== "text" && output !== "json") throw usage(`--output takes text or json, not "${output}"`);
  const body = inputsOf(definition, values["input-json"], values.input ?? []);
  const request = values.request === undefined ? undefined : { ...requestOf(values.request, definition), body };
  const inputs = { ...parametersOf(definition, request), ...body };
  if (file !== undefined) checkReadable(file);
  const { log = false } = values;
  const host = values.host ?? (definition.server ? process.env["HOST"] || undefined : undefined);
  const port = portOf(values.port, definition.server ? process.env["PORT"] : undefined);
  return { action: actionOf(values), events: eventsOf(values), output, inputs, file, request, host, port, log };
}

/** The environment's PORT counts as containers and their platforms set it. */
function portOf(flag: string | undefined, fallback: string | undefined): number | undefined {
  const given = flag ?? (fallback || undefined);
  if (given === undefined) return undefined;
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw usage(`${flag === undefined ? "PORT" : "--port"} takes a number up to 65535, not "${given}"`);
}

type Values = ReturnType<typeof parse>;

function actionOf({ help, version, describe }: Values): CommandLine["action"] {
  if (help) return "help";
  if (version) return "version";
  return describe ? "describe" : "run";
}

function eventsOf({ events, "events-file": path }: Values): CommandLine["events"] {
  if (path !== undefined) return { kind: "file", path };
  return { kind: events ? "stderr" : "none" };
}

/** `--input` goes over `--input-json`, later ones over earlier ones. */
function inputsOf(
  definition: CommandDefinition,
  json: string | undefined,
  pairs: readonly string[],
): Readonly<Record<string, unknown>> {
  const inputs: Record<string, unknown> = { ...(json === undefined ? {} : jsonInputs(json)) };
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (equals < 1) throw usage(`--input takes NAME=VALUE, not "${pair}"`);
    const name = pair.slice(0, equals);
    inputs[name] = fromCommandLine(definition, name, pair.slice(equals + 1));
  }
  return inputs;
}

function parse(argv: readonly string[]) {
  const args = argv.map((argument) => argument.replace(/^--events=/, "--events-file="));
  try {
    return parseArgs({ args, options: flags, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw usage((error as Error).message.split(". ")[0] ?? "");
  }
}

function requestOf(text: string, { requests = [] }: CommandDefinition): RunRequest {
  const [, method, target] = /^([A-Za-z]+)\s+(\/\S*)$/.exec(text.trim()) ?? [];
  if (method === undefined || target === undefined)
    throw usage(`--request takes a method and a path, such as 'POST /path', not "${text}"`);
  const url = new URL(target, "http://localhost");
  const parameters = requests.map(({ path }) => matchPath(path, url.pathname)).find((found) => found !== undefined);
  // Of a parameter that comes twice the first counts, as in a server.
  const query = { ...Object.fromEntries([...url.searchParams].reverse()), ...parameters };
  return { method: method.toUpperCase(), path: url.pathname, query, headers: {} };
}

/** Parameters of path and query as inputs, as in a server: those that are declared, where the workflow declares any. */
function parametersOf(definition: CommandDefinition, request: RunRequest | undefined): Record<string, unknown> {
  const { closedInputs, inputs } = definition;
  const taken = Object.entries(request?.query ?? {}).filter(
    ([name]) => !closedInputs || inputs.some((input) => input.name === name),
  );
  return Object.fromEntries(taken.map(([name, value]) => [name, fromCommandLine(definition, name, value)]));
}

function jsonInputs(source: string): Readonly<Record<string, unknown>> {
  const text =
    source === "-"
      ? readText(0, "standard input")
      : source.startsWith("@")
        ? readText(source.slice(1), source.slice(1))
        : source;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw usage(`--input-json is not JSON: ${(error as Error).message}`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw usage("--input-json takes a JSON object");
}

function readText(file: string | number, shown: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw usage(`cannot read ${shown}`);
  }
}

function checkReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new InvalidInput("preflight", `cannot read the file ${file}`);
  }
}

function usage(message: string): InvalidInput {
  return new InvalidInput("preflight", message);
}
