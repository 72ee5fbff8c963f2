import { closeSync, openSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { WorkflowDefinition } from "../run/definition.ts";
import { type FlowError, InvalidInput, RunTimeout, toFlowError } from "../run/errors.ts";
import { type EventSink, eventWriter } from "../run/events.ts";
import { closeKept } from "../run/kept.ts";
import { execute } from "../run/run.ts";
import { emitter } from "../run/state.ts";
import { StrayErrors } from "../run/stray-errors.ts";
import type { Server } from "../serve/server.ts";
import { holdCompletion } from "./held-completion.ts";
import { helpOf } from "./help.ts";
import { type CommandLine, readCommandLine } from "./options.ts";
import { liveProgress } from "./progress.ts";
import { Signals } from "./signals.ts";
import { complain, exitCodes, print, writeResult } from "./terminal.ts";
import { muteWarnings } from "./warnings.ts";
import { systemWords } from "./write.ts";

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
  if (line.action === "help") return print(helpOf(definition));
  if (line.action === "version")
    return print(
      `${definition.name} ${definition.version ?? "(no version)"}, compiled by flowc ${definition.compilerVersion}`,
    );
  if (line.action === "describe") return print(JSON.stringify(describe, null, 2));
  // Nothing but events is on standard error then.
  const unmute = line.events.kind === "stderr" ? muteWarnings() : undefined;
  return withReporting(line, (reporting) =>
    server === undefined || line.request !== undefined
      ? runCommand(server?.answer ?? execute, definition, { line, reporting })
      : server.command(definition, line, reporting.sink),
  ).finally(unmute);
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
  } catch (thrown) {
    const path = line.events.kind === "file" ? line.events.path : "";
    return complain(`cannot write the events file ${path}: ${systemWords(thrown as Error)}`);
  }
  const code = await act(reporting).catch(async (thrown: unknown) => {
    await reporting.close();
    throw thrown;
  });
  const lost = await reporting.close();
  if (lost === undefined) return code;
  if (line.events.kind !== "stderr") await complain(lost.message, lost);
  return code === exitCodes.completed ? exitCodes.failed : code;
}

async function runCommand(
  start: typeof execute,
  definition: WorkflowDefinition,
  { line, reporting }: { readonly line: CommandLine; readonly reporting: Reporting },
): Promise<number> {
  const signals = new Signals();
  const strays = new StrayErrors((failure) => signals.cancel(failure), { showsMessage: true });
  const progress = line.events.kind === "none" && wantsProgress() ? liveProgress() : undefined;
  const completion = reporting.sink && holdCompletion(reporting.sink);
  const sink = completion?.sink ?? progress?.sink;
  const outcome = await start(definition, { ...line, signal: signals.signal, ...(sink && { onEvent: sink }) }).then(
    ({ value }) => ({ value }),
    (thrown: unknown) => ({ error: toFlowError(thrown) }),
  );
  progress?.stop();
  const error = "error" in outcome ? outcome.error : await writeResult(resultText(outcome.value, line));
  completion?.release(error);
  await reporting.close();
  signals.end();
  strays.end();
  closeKept();
  if (error === undefined) {
    // A signal that comes now finds no run to cancel: its events have said that it is completed.
    return exitCodes.completed;
  }
  if (line.events.kind !== "stderr") await complain(error.message, error);
  return signals.exitCode ?? exitCodeOf(error);
}

function resultText(value: unknown, { output }: CommandLine): string {
  return output === "text" && typeof value === "string" ? value : JSON.stringify(value ?? null);
}

function wantsProgress(): boolean {
  return process.stderr.isTTY === true && process.env["CI"] === undefined && process.env["TERM"] !== "dumb";
}

/** Where the events go: a stream or nowhere. Closing again does nothing. */
interface Reporting {
  readonly sink: EventSink | undefined;
  /** Resolves to the failure where events were lost. */
  close(): Promise<FlowError | undefined>;
}

function openReporting(events: CommandLine["events"]): Reporting {
  if (events.kind === "none") return { sink: undefined, close: async () => undefined };
  const descriptor = events.kind === "file" ? openSync(events.path, "w", 0o600) : 2;
  const { sink, flush } = eventWriter(descriptor);
  let open = true;
  return {
    sink,
    close: async () => {
      const lost = await flush();
      if (events.kind === "file" && open) closeSync(descriptor);
      open = false;
      return lost;
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
