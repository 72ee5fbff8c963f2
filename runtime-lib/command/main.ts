import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { WorkflowDefinition } from "../run/definition.ts";
import { type FlowError, toFlowError } from "../run/errors.ts";
import { eventWriter } from "../run/events.ts";
import { execute } from "../run/run.ts";
import { emitter } from "../run/state.ts";
import type { Server } from "../serve/server.ts";
import { helpOf } from "./help.ts";
import type { CommandHost } from "./host.ts";
import { addedFlags, type CommandLine, readCommandLine } from "./options.ts";
import { openReporting, type Reporting } from "./reporting.ts";
import { runCommand } from "./run-command.ts";
import type { RunStore } from "./run-store.ts";
import type { Scheduler } from "./scheduler.ts";
import { complain, exitCodes, print } from "./terminal.ts";
import { muteWarnings } from "./warnings.ts";
import { systemWords, writeAll } from "./write.ts";

/** What a workflow's command has beside its definition. */
export interface ProgramParts extends CommandHost {
  /** What `--describe` prints. */
  readonly describe: unknown;
  /** The server, in the bundle of a server workflow. */
  readonly server: Server | undefined;
  /** Where runs are kept, in a bundle that can. */
  readonly store: RunStore | undefined;
  /** What follows the schedule, in a bundle that has one. */
  readonly scheduler: Scheduler | undefined;
}

/**
 * Runs a workflow as a command: arguments in, result on standard output, diagnostics or events on standard error.
 * Resolves to the exit code; never rejects for what a user did.
 */
export async function main(
  definition: WorkflowDefinition,
  argv: readonly string[],
  { describe, server, store, scheduler, ...host }: ProgramParts,
): Promise<number> {
  if (server !== undefined && argv[0] === "healthcheck") return server.healthcheck(definition, argv.slice(1));
  let line: CommandLine;
  try {
    line = readCommandLine(definition, argv, { store, scheduler });
  } catch (thrown) {
    return invalidCommandLine(definition, argv, toFlowError(thrown));
  }
  if (line.action === "help") {
    return print(`${helpOf(definition, addedFlags({ store, scheduler }))}${server?.help ?? ""}`);
  }
  if (line.action === "version")
    return print(
      `${definition.name} ${definition.version ?? "(no version)"}, compiled by flowc ${definition.compilerVersion}`,
    );
  if (line.action === "describe") return print(JSON.stringify(describe, null, 2));
  // Nothing but events is on standard error then.
  const unmute = line.events.kind === "stderr" ? muteWarnings() : undefined;
  const { keep, events } = line;
  const { workflow } = host;
  const say = (text: string): void => void (events.kind !== "stderr" && writeAll(2, Buffer.from(`${text}\n`)));
  const plain = server?.answer ?? execute;
  const keeper = keep || definition.history ? store : undefined;
  const how = { keep, workflow, say };
  const start = keeper?.keptStart(plain, how) ?? plain;
  return withReporting(line, (reporting) => {
    const run = { start, line, reporting, host };
    if (line.scheduled && scheduler !== undefined) return scheduler.command(definition, run);
    return server === undefined || isOneRun(line)
      ? runCommand(definition, run)
      : server.command(definition, line, { reporting, host, recording: keeper?.servedStart(how) });
  }).finally(unmute);
}

/** Of a server workflow: not the server is wanted. */
function isOneRun({ request, only, keep }: CommandLine): boolean {
  return request !== undefined || only !== undefined || keep?.from !== undefined;
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
    reporting = openReporting(line);
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

/** Even a command line that cannot be understood ends the event stream as the reader of events expects. */
async function invalidCommandLine(
  definition: WorkflowDefinition,
  argv: readonly string[],
  error: FlowError,
): Promise<number> {
  if (!argv.includes("--events")) return complain(error.message, error);
  const writer = eventWriter(2);
  const { message, failureClass } = error;
  emitter(definition.name, () => crypto.randomUUID(), writer.sink)?.("workflow.failed", { message, failureClass });
  await writer.flush();
  return exitCodes.invalid;
}
