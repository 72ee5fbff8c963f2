import { resolve } from "node:path";
import { readSources } from "../1-load/load.ts";
import { emitOpenApi } from "../4-emit/openapi.ts";
import { checkWorkflow } from "../compile.ts";
import { formatText } from "../report/text.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./cli.ts";
import { openapiSpec } from "./command-table/openapi.ts";
import { print, say, UsageError, wantsColor } from "./context.ts";

/** `flowc openapi PATH`: prints the OpenAPI description of a server workflow. */
export const openapi: Command = async (argv, context) => {
  const { positionals } = readArguments(openapiSpec, argv);
  const [path] = positionals;
  const sources = readSources(resolve(context.workingFolder, path), context.workingFolder);
  if (sources.kind === "problem") throw new UsageError(sources.message);
  const { diagnostics, plan } = checkWorkflow(sources, context.packageFolder);
  if (plan === undefined) {
    say(
      formatText(
        diagnostics.filter(({ severity }) => severity === "error"),
        wantsColor(),
      ),
    );
    return 1;
  }
  if (!plan.server) throw new UsageError(`"${plan.name}" is no server workflow: it declares no routes`);
  await print(JSON.stringify(emitOpenApi(plan), null, 2));
  return 0;
};
