import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { Signals } from "../signals.ts";
import { exitCodes } from "../terminal.ts";
import type { WorkflowTool } from "../tool.ts";
import { Calls, type ServerInfo, toolServer } from "./tools.ts";

/** Speaks over standard input and output until the client goes or a signal comes. Resolves to the exit code. */
export async function serveOverStdio(tools: readonly WorkflowTool[], info: ServerInfo): Promise<number> {
  const calls = new Calls();
  const signals = new Signals();
  const gone = new Promise<void>((resolve) => {
    process.stdin.once("close", resolve).once("end", resolve);
    process.stdout.once("error", () => resolve());
  });
  const handle = serveStdio(() => toolServer(tools, info, calls));
  await Promise.race([gone, signals.received]);
  await calls.end();
  await handle.close();
  signals.end();
  return exitCodes.completed;
}
