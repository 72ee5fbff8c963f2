import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { mcpCommand } from "../../../runtime-lib/mcp/mcp.ts";
import { mcpSpec } from "../command-table/mcp.ts";
import { readArguments } from "../shared/arguments.ts";
import type { Command } from "../shared/context.ts";
import { loadTelemetry } from "../shared/load-telemetry.ts";
import { refuseSameTools, withBundles } from "../shared/with-bundle.ts";

/** `flowc mcp PATH…`: serves each workflow as a tool of one MCP server. */
export const mcp: Command = async (argv, context) => {
  const { values, positionals } = readArguments(mcpSpec, argv);
  const { http, host, port, describe, "env-file": envFiles, record, "record-file": folder } = values;
  const rest = [
    ...(http ? ["--http"] : []),
    ...(host === undefined ? [] : [`--host=${host}`]),
    ...(port === undefined ? [] : [`--port=${port}`]),
    ...envFiles.map((file) => `--env-file=${file}`),
    ...(record ? ["--record"] : []),
    ...(folder === undefined ? [] : [`--record=${folder}`]),
    ...(describe ? ["--describe"] : []),
  ];
  const journal = record || folder !== undefined;
  return withBundles({ paths: positionals, cache: !values["no-cache"], journal }, context, async (bundles) => {
    refuseSameTools(bundles);
    // The library that bundles are made of: in it, the SDK makes no code at run time.
    const library = join(context.packageFolder, "runtime", "mcp", "mcp.js");
    const { mcpCommand: serve } = (await import(pathToFileURL(library).href)) as { mcpCommand: typeof mcpCommand };
    return serve(bundles, { name: "flowc", version: context.version }, rest, { telemetry: loadTelemetry });
  });
};
