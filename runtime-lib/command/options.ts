import { accessSync, closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { WorkflowDefinition } from "../run/definition.ts";
import { InvalidInput } from "../run/errors.ts";
import { fromCommandLine } from "../run/inputs.ts";
import type { RunRequest } from "../run/state.ts";
import type { LogFormat } from "../serve/log.ts";
import { type StepOutput, stepOutputOf } from "./display.ts";
import { loadEnvFiles } from "./env-files.ts";
import { type Flag, flags } from "./flags.ts";
import { inputHint } from "./input-hint.ts";
import type { KeepOptions } from "./keep-options.ts";
import { parseOptions, type Values } from "./option.ts";
import type { RunStore } from "./run-store.ts";
import type { ScheduleOptions } from "./schedule-options.ts";

/** The command line of a bundle, and of `flowc run` after its path (spec section 6). */
export interface CommandLine {
  readonly action: "run" | "help" | "version" | "describe";
  readonly events:
    | { readonly kind: "none" }
    | { readonly kind: "stderr" }
    | { readonly kind: "file"; readonly path: string };
  /** Lines of output are events too. */
  readonly eventsOutput: boolean;
  /** Undefined: what fits the place. */
  readonly stepOutput: StepOutput | undefined;
  readonly output: "text" | "json";
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly file: string | undefined;
  readonly request: RunRequest | undefined;
  /** The one resource that is wanted, with what it needs. */
  readonly only: string | undefined;
  /** Whether the run is kept, and what it takes over; undefined: nothing is said of it. */
  readonly keep: KeepOptions | undefined;
  /** Of a server workflow: where it listens, where the command line or the environment says so. */
  readonly host: string | undefined;
  readonly port: number | undefined;
  /** A line on standard output for each answered request. */
  readonly log: LogFormat | undefined;
  /** It runs by its schedule, again and again. */
  readonly scheduled: boolean;
}

/** What the command line depends on. */
export type CommandDefinition = Pick<WorkflowDefinition, "inputs" | "server">;

/** What some bundles have, with options of its own. */
export interface CommandParts {
  readonly store?: Pick<RunStore, "flags" | "keepOptions"> | undefined;
  readonly scheduler?: ScheduleOptions | undefined;
}

/** The options that these bring. */
export function addedFlags({ store, scheduler }: CommandParts): Readonly<Record<string, Flag>> {
  return { ...store?.flags, ...scheduler?.flags };
}

/**
 * Reads the arguments, and `--env-file` into the process's environment. Throws InvalidInput with one sentence for anything
 * that cannot be understood.
 */
export function readCommandLine(
  definition: CommandDefinition,
  argv: readonly string[],
  { store, scheduler }: CommandParts = {},
): CommandLine {
  const values = parse(definition, argv, { store, scheduler });
  loadEnvFiles(values["env-file"]);
  const { output = "text", file, only } = values;
  if (output !== "text" && output !== "json") throw usage(`--output takes text or json, not "${output}"`);
  if (values.request !== undefined && only !== undefined) throw usage("--only and --request cannot be combined");
  const { request, inputs } = requestAndInputs(definition, values);
  if (file !== undefined) checkReadable(file);
  const shown = { ...eventsOf(values), stepOutput: readStepOutput(values), log: logOf(values) };
  return {
    action: actionOf(values),
    ...shown,
    output,
    inputs,
    file,
    request,
    only,
    keep: store?.keepOptions(values, definition.server),
    scheduled: scheduler?.isAsked(values) ?? false,
    ...listenOptions(definition, values),
  };
}

/** The server's own reading of a request finds the inputs in its body. */
function requestAndInputs(definition: CommandDefinition, values: Given): Pick<CommandLine, "request" | "inputs"> {
  const given = inputsOf(definition, values["input-json"], values.input);
  const hasBody = values["input-json"] !== undefined || values.input.length > 0;
  const request = values.request === undefined ? undefined : requestOf(values.request, hasBody ? given : undefined);
  return { request, inputs: request !== undefined && definition.server ? {} : given };
}

function listenOptions({ server }: CommandDefinition, values: Given): Pick<CommandLine, "host" | "port"> {
  const { HOST, PORT } = server ? process.env : {};
  return { host: values.host ?? (HOST || undefined), port: portOf(values.port, PORT) };
}

/** The port of `--port`, else that of PORT, which counts as containers and their platforms set it. Throws InvalidInput. */
export function portOf(flag: string | undefined, fallback: string | undefined): number | undefined {
  const given = flag ?? (fallback || undefined);
  if (given === undefined) return undefined;
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw usage(`${flag === undefined ? "PORT" : "--port"} takes a number up to 65535, not "${given}"`);
}

type Given = Values<typeof flags>;

function actionOf({ help, version, describe }: Given): CommandLine["action"] {
  if (help) return "help";
  if (version) return "version";
  return describe ? "describe" : "run";
}

function eventsOf({ events, "events-file": path, "events-output": eventsOutput }: Given) {
  if (eventsOutput && !events && path === undefined) throw usage("--events-output goes with --events or --events=FILE");
  if (path !== undefined) return { events: { kind: "file", path }, eventsOutput } as const;
  return { events: { kind: events ? "stderr" : "none" }, eventsOutput } as const;
}

function logOf({ log, "log-file": format }: Given): LogFormat | undefined {
  if (format === undefined) return log ? "text" : undefined;
  if (format === "text" || format === "json") return format;
  throw usage(`--log=FORMAT takes text or json, not "${format}"`);
}

function readStepOutput({ "step-output": option }: Given): StepOutput | undefined {
  const given = option ?? (process.env["FLOWC_STEP_OUTPUT"] || undefined);
  if (given !== undefined && stepOutputOf(given) === undefined) {
    const name = option === undefined ? "FLOWC_STEP_OUTPUT" : "--step-output";
    throw usage(`${name} takes full, failed or none, not "${given}"`);
  }
  return stepOutputOf(option);
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

function parse({ inputs }: CommandDefinition, argv: readonly string[], parts: CommandParts): Given {
  // A value that may be left out is an option of another name.
  const args = argv.map((argument) => argument.replace(/^--(events|log|record|journal)=/, "--$1-file="));
  try {
    const { values } = parseArgs({
      args,
      options: parseOptions({ ...flags, ...addedFlags(parts) }),
      strict: true,
      allowPositionals: false,
    });
    return values as Partial<Given> as Given;
  } catch (error) {
    const message = (error as Error).message.split(". ")[0] ?? "";
    const [, flag] = /^Unknown option '--([^']+)'/.exec(message) ?? [];
    const hint = flag === undefined ? "" : inputHint(flag, argv, inputs);
    const [, kept] = /^(record|journal|run|from|of)(?:-file)?$/.exec(flag ?? "") ?? [];
    if (flag === "scheduled") throw usage("--scheduled needs settings.schedule, which this workflow does not have");
    if (parts.store === undefined && hint === "" && kept !== undefined)
      throw usage(`--${kept} needs a bundle that keeps runs: build it with --journal, or use flowc run`);
    throw usage(`${message}${hint}`);
  }
}

function requestOf(text: string, body: unknown): RunRequest {
  const [, method, target] = /^([A-Za-z]+)\s+(\/\S*)$/.exec(text.trim()) ?? [];
  if (method === undefined || target === undefined)
    throw usage(`--request takes a method and a path, such as 'POST /path', not "${text}"`);
  return { method, path: target, body };
}

function jsonInputs(source: string): Readonly<Record<string, unknown>> {
  const text =
    source === "-" ? readText(0, "standard input") : source.startsWith("@") ? readRegularFile(source.slice(1)) : source;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw usage(`--input-json is not JSON: ${(error as Error).message}`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw usage("--input-json takes a JSON object");
}

/** Never waits for a pipe or a device: for what is written while it is read there is standard input. */
function readRegularFile(path: string): string {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    throw usage(`cannot read ${path}`);
  }
  try {
    if (!fstatSync(descriptor).isFile())
      throw usage(`cannot read ${path}: it is not a regular file; --input-json - reads standard input`);
    return readText(descriptor, path);
  } finally {
    closeSync(descriptor);
  }
}

function readText(descriptor: number, shown: string): string {
  try {
    return readFileSync(descriptor, "utf8");
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
