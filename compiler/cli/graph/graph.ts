import type { Values } from "../../../runtime-lib/command/option.ts";
import { formatDot } from "../../draw/dot.ts";
import { formatGraphJson } from "../../draw/json.ts";
import { formatMermaid } from "../../draw/mermaid.ts";
import { formatSvg } from "../../draw/svg.ts";
import { type GraphView, graphView } from "../../draw/view.ts";
import { graphSpec } from "../command-table/graph.ts";
import { readArguments } from "../shared/arguments.ts";
import { checkAt, sayErrors } from "../shared/check-at.ts";
import type { Command } from "../shared/context.ts";

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
  const { diagnostics, syntax } = await checkAt(path, context);
  const errors = sayErrors(diagnostics, context);
  if (syntax !== undefined) await context.print(formats[values.format](graphView(syntax)));
  return errors > 0 ? 1 : 0;
};
