import { closeSync, openSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { WorkflowDefinition } from "./definition.ts";
import { FlowError, InvalidInput, RunTimeout, toFlowError } from "./errors.ts";
import { type EventSink, eventWriter } from "./events.ts";
import { type CommandLine, optionsHelp, readCommandLine } from "./options.ts";
import { liveProgress } from "./progress.ts";
import { execute } from "./run.ts";
import { emitter } from "./run-state.ts";
import { text } from "./values.ts";
import { writeAll } from "./write.ts";

/** Exit codes of a run (spec section 6). */
const exitCodes = { completed: 0, failed: 1, invalid: 2, timeout: 124 } as const;

/**
 * Runs a workflow as a command: arguments in, result on standard output, diagnostics or events on standard error.
 * Resolves to the exit code; never rejects for what a user did.
 */
export async function main(
  definition: WorkflowDefinition,
  argv: readonly string[],
  describe: unknown,
): Promise<number> {
  let line: CommandLine;
  try {
    line = readCommandLine(definition, argv);
  } catch (thrown) {
    return invalidCommandLine(definition, argv, toFlowError(thrown));
  }
  if (line.action === "help")
    return print(`${definition.name}: ${definition.description ?? "a workflow compiled by flowc"}\n\n${optionsHelp}`);
  if (line.action === "version")
    return print(
      `${definition.name} ${definition.version ?? "(no version)"}, compiled by flowc ${definition.compilerVersion}`,
    );
  if (line.action === "describe") return print(JSON.stringify(describe, null, 2));
  if (definition.server && line.request === undefined) {
    const message =
      "this workflow is an HTTP service, which this release of flowc cannot serve; run one request with --request 'METHOD /path'";
    return invalidCommandLine(definition, argv, new InvalidInput("preflight", message));
  }
  return runCommand(definition, line);
}

/** True where the module with this URL is the program that node was started with. */
export function isProgram(moduleUrl: string): boolean {
  const [, program] = process.argv;
  if (program === undefined) return false;
  try {
    return realpathSync(program) === realpathSync(fileURLToPath(moduleUrl));
  } catch {
    return false;
  }
}

async function runCommand(definition: WorkflowDefinition, line: CommandLine): Promise<number> {
  let reporting: Reporting;
  try {
    reporting = openReporting(line.events);
  } catch {
    return complain(`cannot write the events file ${line.events.kind === "file" ? line.events.path : ""}`);
  }
  const signals = new Signals();
  const { sink } = reporting;
  const outcome = await execute(definition, { ...line, signal: signals.signal, ...(sink && { onEvent: sink }) }).then(
    ({ value }) => ({ value }),
    (thrown: unknown) => ({ error: toFlowError(thrown) }),
  );
  await reporting.close();
  signals.end();
  if ("error" in outcome) {
    if (line.events.kind !== "stderr") await complain(outcome.error.message, outcome.error);
    return signals.exitCode ?? exitCodeOf(outcome.error);
  }
  const { value } = outcome;
  const asText = line.output === "text" && typeof value === "string";
  await print(asText ? value : JSON.stringify(value ?? null));
  return signals.exitCode ?? exitCodes.completed;
}

function wantsProgress(): boolean {
  return process.stderr.isTTY === true && process.env["CI"] === undefined && process.env["TERM"] !== "dumb";
}

/** Where the events of a run go: a stream, the lines of live progress, or nowhere. */
interface Reporting {
  readonly sink: EventSink | undefined;
  close(): Promise<void>;
}

function openReporting(events: CommandLine["events"]): Reporting {
  if (events.kind === "none") {
    const progress = wantsProgress() ? liveProgress() : undefined;
    return { sink: progress?.sink, close: async () => progress?.stop() };
  }
  const descriptor = events.kind === "file" ? openSync(events.path, "w", 0o600) : 2;
  const { sink, flush } = eventWriter(descriptor);
  return {
    sink,
    close: async () => {
      await flush();
      if (events.kind === "file") closeSync(descriptor);
    },
  };
}

/** Even a command line that cannot be understood ends the event stream as the reader of events expects. */
async function invalidCommandLine(
  definition: WorkflowDefinition,
  argv: readonly string[],
  error: FlowError,
): Promise<number> {
  if (!argv.includes("--events")) return complain(error.message, error);
  const writer = eventWriter(2);
  const { message, failureClass } = error;
  emitter(definition.name, crypto.randomUUID(), writer.sink)?.("workflow.failed", { message, failureClass });
  await writer.flush();
  return exitCodes.invalid;
}

async function print(result: string): Promise<number> {
  await writeAll(1, Buffer.from(result.endsWith("\n") ? result : `${result}\n`));
  return exitCodes.completed;
}

async function complain(message: string, error?: FlowError): Promise<number> {
  const label = error === undefined || error instanceof InvalidInput ? "" : ` [${error.failureClass}]`;
  await writeAll(2, Buffer.from(`error: ${text(message)}${label}\n`));
  return exitCodes.invalid;
}

function exitCodeOf(error: FlowError): number {
  if (error instanceof InvalidInput) return exitCodes.invalid;
  return error instanceof RunTimeout ? exitCodes.timeout : exitCodes.failed;
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** The first signal cancels the run, a second one ends the process at once. */
class Signals {
  exitCode: number | undefined;
  readonly #controller = new AbortController();
  readonly #handle = (signal: NodeJS.Signals): void => {
    const code = 128 + (signalNumbers[signal as keyof typeof signalNumbers] ?? 0);
    if (this.exitCode !== undefined) process.exit(code);
    this.exitCode = code;
    this.#controller.abort(new FlowError("tool_runtime", `the run was cancelled by ${signal}`));
  };

  constructor() {
    for (const name of Object.keys(signalNumbers)) process.on(name, this.#handle);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(): void {
    for (const name of Object.keys(signalNumbers)) process.off(name, this.#handle);
  }
}
