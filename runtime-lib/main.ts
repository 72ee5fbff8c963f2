import { closeSync, openSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { WorkflowDefinition } from "./definition.ts";
import { type FlowError, InvalidInput, RunTimeout, toFlowError } from "./errors.ts";
import { type EventSink, eventWriter } from "./events.ts";
import { type CommandLine, optionsHelp, readCommandLine } from "./options.ts";
import { liveProgress } from "./progress.ts";
import { execute } from "./run.ts";
import { emitter } from "./run-state.ts";
import type { Server } from "./server.ts";
import { Signals } from "./signals.ts";
import { complain, exitCodes, print } from "./terminal.ts";

/** What a workflow's command has beside its definition. */
export interface ProgramParts {
  /** What `--describe` prints. */
  readonly describe: unknown;
  /** The server, in the bundle of a server workflow. */
  readonly server: Server | undefined;
}

/**
 * Runs a workflow as a command: arguments in, result on standard output, diagnostics or events on standard error.
 * Resolves to the exit code; never rejects for what a user did.
 */
export async function main(
  definition: WorkflowDefinition,
  argv: readonly string[],
  { describe, server }: ProgramParts,
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
  return withReporting(line, (reporting) =>
    server === undefined || line.request !== undefined
      ? runCommand(definition, line, reporting)
      : server.command(definition, line, reporting.sink),
  );
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

/** Ends the process with a code that is yet to come; with 13, as for a module, where nothing is left that could bring it. */
export function exitWith(code: Promise<number>): void {
  process.exitCode = 13;
  void code.then((known) => process.exit(known));
}

async function withReporting(line: CommandLine, act: (reporting: Reporting) => Promise<number>): Promise<number> {
  let reporting: Reporting;
  try {
    reporting = openReporting(line.events);
  } catch {
    return complain(`cannot write the events file ${line.events.kind === "file" ? line.events.path : ""}`);
  }
  try {
    return await act(reporting);
  } finally {
    await reporting.close();
  }
}

async function runCommand(definition: WorkflowDefinition, line: CommandLine, reporting: Reporting): Promise<number> {
  const signals = new Signals();
  const progress = line.events.kind === "none" && wantsProgress() ? liveProgress() : undefined;
  const sink = reporting.sink ?? progress?.sink;
  const outcome = await execute(definition, { ...line, signal: signals.signal, ...(sink && { onEvent: sink }) }).then(
    ({ value }) => ({ value }),
    (thrown: unknown) => ({ error: toFlowError(thrown) }),
  );
  progress?.stop();
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

/** Where the events go: a stream or nowhere. Closing again does nothing. */
interface Reporting {
  readonly sink: EventSink | undefined;
  close(): Promise<void>;
}

function openReporting(events: CommandLine["events"]): Reporting {
  if (events.kind === "none") return { sink: undefined, close: async () => undefined };
  const descriptor = events.kind === "file" ? openSync(events.path, "w", 0o600) : 2;
  const { sink, flush } = eventWriter(descriptor);
  let open = true;
  return {
    sink,
    close: async () => {
      await flush();
      if (events.kind === "file" && open) closeSync(descriptor);
      open = false;
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

/** The exit code of a run that failed (spec section 6). */
export function exitCodeOf(error: FlowError): number {
  if (error instanceof InvalidInput) return exitCodes.invalid;
  return error instanceof RunTimeout ? exitCodes.timeout : exitCodes.failed;
}
