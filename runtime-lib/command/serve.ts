import type { WorkflowDefinition } from "../run/definition.ts";
import { type FlowError, toFlowError } from "../run/errors.ts";
import type { EventSink } from "../run/events.ts";
import { emitter } from "../run/state.ts";
import { StrayErrors } from "../run/stray-errors.ts";
import { type Service, serve } from "../serve/serve.ts";
import type { CommandLine } from "./options.ts";
import { Signals } from "./signals.ts";
import { complain, exitCodes } from "./terminal.ts";
import { lossOf, writeAll } from "./write.ts";

/** Serves until a signal comes, then lets running requests finish. Resolves to the exit code. */
export async function serveCommand(
  definition: WorkflowDefinition,
  line: CommandLine,
  sink: EventSink | undefined,
): Promise<number> {
  // What was printed while a write was under way follows in its order.
  let written: Promise<FlowError | undefined> = Promise.resolve(undefined);
  const log = (text: string): void => {
    written = written.then(async (lost) => lost ?? lossOf("the log", await writeAll(1, Buffer.from(`${text}\n`))));
  };
  let service: Service;
  try {
    const { host, port } = line;
    service = await serve(definition, { host, port, onEvent: sink, log: line.log ? log : undefined });
  } catch (thrown) {
    const error = toFlowError(thrown);
    const { message, failureClass } = error;
    emitter(definition.name, crypto.randomUUID(), sink)?.("workflow.failed", { message, failureClass });
    if (line.events.kind !== "stderr") await complain(message, error);
    return exitCodes.failed;
  }
  const signals = new Signals();
  const strays = new StrayErrors((failure) => service.fail(failure), { showsMessage: false });
  if (line.events.kind !== "stderr") await announce(definition.name, service);
  await signals.received;
  await service.stop();
  const lost = await written;
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
