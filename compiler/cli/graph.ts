import { resolve } from "node:path";
import { readSources } from "../1-load/load.ts";
import { checkWorkflow } from "../compile.ts";
import { formatDot } from "../draw/dot.ts";
import { formatGraphJson } from "../draw/json.ts";
import { formatMermaid } from "../draw/mermaid.ts";
import { formatSvg } from "../draw/svg.ts";
import { type GraphView, graphView } from "../draw/view.ts";
import { formatText } from "../report/text.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./cli.ts";
import { graphSpec } from "./command-table/graph.ts";
import type { Values } from "./command-table/spec.ts";
import { print, say, UsageError, wantsColor } from "./context.ts";

const formats: Readonly<Record<Values<typeof graphSpec.options>["format"], (view: GraphView) => string>> = {
  mermaid: formatMermaid,
  dot: formatDot,
  svg: formatSvg,
  json: formatGraphJson,
};

/** `flowc graph PATH`: the resources of a workflow and what waits for what, also where the workflow has errors. */
export const graph: Command = async (argv, context) => {
  const { values, positionals } = readArguments(graphSpec, argv);
  const [path] = positionals;
  const sources = readSources(resolve(context.workingFolder, path), context.workingFolder);
  if (sources.kind === "problem") throw new UsageError(sources.message);
  const { diagnostics, syntax } = checkWorkflow(sources, context.packageFolder);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) say(formatText(errors, wantsColor()));
  if (syntax !== undefined) await print(formats[values.format](graphView(syntax)));
  return errors.length > 0 ? 1 : 0;
};
