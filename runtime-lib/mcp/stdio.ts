import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { toFlowError } from "../errors.ts";
import { Signals } from "../signals.ts";
import { complain, exitCodes } from "../terminal.ts";
import type { WorkflowTool } from "../tool.ts";
import { Calls, type ServerInfo, toolServer } from "./tools.ts";

/**
 * Speaks over standard input and output until the client goes, a signal comes, or a message is too large to be read.
 * Resolves to the exit code.
 */
export async function serveOverStdio(tools: readonly WorkflowTool[], info: ServerInfo): Promise<number> {
  const calls = new Calls();
  const signals = new Signals();
  const transport = new StdioServerTransport();
  // Answers that wait for a slow reader each listen to it.
  process.stdout.setMaxListeners(0);
  let problem: NodeJS.ErrnoException | undefined;
  const onerror = (error: Error): void => {
    problem = error;
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
  signals.end();
  if (clientWent || problem === undefined) return exitCodes.completed;
  await complain(problem.message, toFlowError(problem));
  return exitCodes.failed;
}
