import type { CommandHost } from "../command/host.ts";
import { exitWith, isProgram } from "../command/main.ts";
import { telemetryOf } from "../command/telemetry.ts";
import { complain, exitCodes, print } from "../command/terminal.ts";
import { toFlowError } from "../run/errors.ts";
import type { WorkflowTool } from "../run/tool.ts";
import type { CompiledWorkflow } from "../run/workflow.ts";
import { serveOverHttp } from "./http.ts";
import { type McpCommandLine, mcpOptionsHelp, readMcpCommandLine } from "./options.ts";
import { serveOverStdio } from "./stdio.ts";
import type { ServerInfo } from "./tools.ts";
import { tracedTool } from "./traced-tool.ts";

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
  const about = workflows.map(({ describe }) => describe as Described);
  const compilerVersion = about[0]?.compilerVersion ?? "";
  const telemetry = await telemetryOf({ ...info, compilerVersion }, host, false);
  const tools = workflows.map(({ tool }, index) =>
    telemetry === undefined ? tool : tracedTool(tool, about[index] ?? info, telemetry),
  );
  const code = await serve(tools, info, line);
  await telemetry?.close();
  return code;
}

/** What `--describe` says of a workflow. */
interface Described {
  readonly name: string;
  readonly version?: string;
  readonly compilerVersion: string;
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
  const { name, version } = workflow.describe as Described;
  return mcpCommand([workflow], { name, version: version ?? "0.0.0" }, process.argv.slice(2));
}
