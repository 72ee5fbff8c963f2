import { resolve } from "node:path";
import { readSources } from "../1-load/load.ts";
import { checkWorkflow } from "../compile.ts";
import { formatDot } from "../draw/dot.ts";
import { formatGraphJson } from "../draw/json.ts";
import { formatMermaid } from "../draw/mermaid.ts";
import { formatSvg } from "../draw/svg.ts";
import { type GraphView, graphView } from "../draw/view.ts";
import { didYouMean } from "../nearest.ts";
import { formatText } from "../report/text.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./cli.ts";
import { print, say, UsageError, wantsColor } from "./context.ts";

const formats: Readonly<Record<string, (view: GraphView) => string>> = {
  mermaid: formatMermaid,
  dot: formatDot,
  svg: formatSvg,
  json: formatGraphJson,
};

/** `flowc graph PATH`: the resources of a workflow and what waits for what, also where the workflow has errors. */
export const graph: Command = async (argv, context) => {
  const { values, positionals } = readArguments({
    args: [...argv],
    options: { format: { type: "string", default: "mermaid" } },
    allowPositionals: true,
  });
  const names = Object.keys(formats);
  const format = Object.hasOwn(formats, values.format) ? formats[values.format] : undefined;
  if (format === undefined) {
    const hint = didYouMean(values.format, names);
    throw new UsageError(
      `--format takes mermaid, dot, svg or json, not "${values.format}"${hint === undefined ? "" : `; ${hint}`}`,
    );
  }
  const [path, second] = positionals;
  if (path === undefined) throw new UsageError("graph needs a workflow file or folder");
  if (second !== undefined) throw new UsageError(`graph takes one workflow, found "${path}" and "${second}"`);
  const sources = readSources(resolve(context.workingFolder, path), context.workingFolder);
  if (sources.kind === "problem") throw new UsageError(sources.message);
  const { diagnostics, syntax } = checkWorkflow(sources, context.packageFolder);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) say(formatText(errors, wantsColor()));
  if (syntax !== undefined) await print(format(graphView(syntax)));
  return errors.length > 0 ? 1 : 0;
};
