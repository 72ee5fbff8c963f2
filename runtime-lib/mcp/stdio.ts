import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { Signals } from "../command/signals.ts";
import { complain, exitCodes } from "../command/terminal.ts";
import { toFlowError } from "../run/errors.ts";
import { StrayErrors } from "../run/stray-errors.ts";
import type { WorkflowTool } from "../run/tool.ts";
import { LineTransport } from "./line-transport.ts";
import { refusalOf } from "./malformed.ts";
import { Calls, type ServerInfo, toolServer } from "./tools.ts";

/**
 * Speaks over standard input and output until the client leaves, a signal comes, or a message is too large to be read.
 * Resolves to the exit code.
 */
export async function serveOverStdio(tools: readonly WorkflowTool[], info: ServerInfo): Promise<number> {
  const calls = new Calls();
  const signals = new Signals();
  const strays = new StrayErrors((failure) => calls.fail(failure), { showsMessage: false });
  const transport = new LineTransport();
  // Answers that wait for a slow reader each listen to it.
  process.stdout.setMaxListeners(0);
  let problem: NodeJS.ErrnoException | undefined;
  const onerror = (error: Error): void => {
    const refusal = refusalOf(transport.line);
    if (refusal === undefined) problem = error;
    else void transport.send(refusal).catch(onerror);
  };
  const handle = serveStdio(() => toolServer(tools, info, calls), { transport, onerror });
  const gone = new Promise<void>((resolve) => {
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  await Promise.race([gone, signals.received]);
  const clientWent = signals.exitCode !== undefined || process.stdin.readableEnded || problem?.code !== undefined;
  await calls.end();
  await handle.close();
  await written(process.stdout);
  signals.end();
  strays.end();
  if (clientWent || problem === undefined) return exitCodes.completed;
  await complain(problem.message, toFlowError(problem));
  return exitCodes.failed;
}

/** Resolves when all that was given to a stream is written, or nobody reads it any more. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0 || stream.destroyed) resolve();
    else stream.write("", () => resolve());
  });
}
