import type { WorkflowDefinition } from "../run/definition.ts";
import { toFlowError } from "../run/errors.ts";
import { emitter } from "../run/state.ts";
import { StrayErrors } from "../run/stray-errors.ts";
import { type Service, serve } from "../serve/serve.ts";
import type { CommandHost } from "./host.ts";
import type { CommandLine } from "./options.ts";
import { QueuedWriter } from "./queued-writer.ts";
import type { Reporting } from "./reporting.ts";
import type { ServedStart } from "./run-store.ts";
import { serverOutput } from "./server-output.ts";
import { Signals } from "./signals.ts";
import { telemetryOf } from "./telemetry.ts";
import { complain, exitCodes } from "./terminal.ts";
import { lossOf, writeAll } from "./write.ts";

/** What a server reports, and who runs it. */
interface ServeReporting {
  readonly reporting: Reporting;
  readonly host: CommandHost;
  /** Keeps what it answers; undefined where nothing is kept. */
  readonly recording: ServedStart | undefined;
}

/** Serves until a signal comes, then lets running requests finish. Resolves to the exit code. */
export async function serveCommand(
  definition: WorkflowDefinition,
  line: CommandLine,
  { reporting, host: program, recording }: ServeReporting,
): Promise<number> {
  const { sink } = reporting;
  const writer = new QueuedWriter(1);
  const log = (text: string): void => writer.write(`${text}\n`);
  const telemetry = await telemetryOf(definition, program, line.events.kind === "stderr");
  let service: Service;
  try {
    const { host, port } = line;
    service = await serve(definition, {
      host,
      port,
      onEvent: sink,
      onDetail: serverOutput(line, reporting, definition),
      log: line.log && log,
      logFormat: line.log,
      folder: program.folder,
      telemetry,
      start: recording?.start,
      runs: recording?.runs,
    });
  } catch (thrown) {
    const error = toFlowError(thrown);
    const { message, failureClass } = error;
    emitter(definition.name, () => crypto.randomUUID(), sink)?.("workflow.failed", { message, failureClass });
    if (line.events.kind !== "stderr") await complain(message, error);
    return exitCodes.failed;
  }
  const signals = new Signals();
  const strays = new StrayErrors((failure) => service.fail(failure), { showsMessage: false });
  if (line.events.kind !== "stderr") await announce(definition.name, service);
  await signals.received;
  await service.stop();
  await recording?.close();
  await telemetry?.close();
  const lost = lossOf("the log", await writer.flush());
  signals.end();
  strays.end();
  if (lost === undefined) return exitCodes.completed;
  if (line.events.kind !== "stderr") await complain(lost.message, lost);
  return exitCodes.failed;
}

async function announce(name: string, { url, open }: Service): Promise<void> {
  const { hostname } = new URL(url);
  const local = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname);
  const warning =
    local || !open ? "" : `warning: ${hostname} can be reached from other machines, and callers need no token\n`;
  await writeAll(2, Buffer.from(`${name} listens on ${url}\n${warning}`));
}
