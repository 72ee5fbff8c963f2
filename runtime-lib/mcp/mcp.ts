import type { CommandHost } from "../command/host.ts";
import { exitWith, isProgram } from "../command/main.ts";
import { complain, exitCodes, print } from "../command/terminal.ts";
import { watchedTools } from "../command/watched-tools.ts";
import { writeAll } from "../command/write.ts";
import { toFlowError } from "../run/errors.ts";
import type { WorkflowTool } from "../run/tool.ts";
import type { CompiledWorkflow } from "../run/workflow.ts";
import { serveOverHttp } from "./http.ts";
import { type McpCommandLine, mcpOptionsHelp, readMcpCommandLine } from "./options.ts";
import { serveOverStdio } from "./stdio.ts";
import type { ServerInfo } from "./tools.ts";

/** Serves tools over the Model Context Protocol as a command; resolves to the exit code. */
export async function mcpCommand(
  workflows: readonly Pick<CompiledWorkflow, "tool" | "describe">[],
  info: ServerInfo,
  argv: readonly string[],
  host: Pick<CommandHost, "telemetry"> = {},
): Promise<number> {
  let line: McpCommandLine;
  try {
    line = readMcpCommandLine(argv);
  } catch (thrown) {
    return complain(toFlowError(thrown).message);
  }
  if (line.action === "help") return print(`${info.name}: an MCP server compiled by flowc\n\n${mcpOptionsHelp}`);
  if (line.action === "version") return print(`${info.name} ${info.version}`);
  if (line.action === "describe") {
    return print(workflows.map(({ describe }) => JSON.stringify(describe, null, 2)).join("\n"));
  }
  const { keep } = line;
  if (keep !== undefined && workflows.some(({ tool }) => tool.record === undefined))
    return complain("--record needs a bundle that keeps runs: build it with --journal, or use flowc mcp");
  const say = (text: string): void => void writeAll(2, Buffer.from(`${text}\n`));
  const { tools, close } = await watchedTools(workflows, { owner: info, keep, host, say });
  const code = await serve(tools, info, line);
  await close();
  return code;
}

async function serve(tools: readonly WorkflowTool[], info: ServerInfo, line: McpCommandLine): Promise<number> {
  try {
    return await (line.http ? serveOverHttp(tools, info, line) : serveOverStdio(tools, info));
  } catch (thrown) {
    const error = toFlowError(thrown);
    await complain(error.message, error);
    return exitCodes.failed;
  }
}

/** Where its module is the program that node was started with, the workflow is served as a tool. */
export function runAsMcpServer(workflow: CompiledWorkflow, moduleUrl: string): void {
  if (isProgram(moduleUrl)) runAsMcpExecutable(workflow);
}

/** The same where the module is the script of an executable. */
export function runAsMcpExecutable(workflow: CompiledWorkflow): void {
  exitWith(commandOf(workflow));
}

function commandOf(workflow: CompiledWorkflow): Promise<number> {
  const { name, version } = workflow.describe as ServerInfo;
  return mcpCommand([workflow], { name, version: version ?? "0.0.0" }, process.argv.slice(2));
}
