import { drawingOf } from "../../draw/drawing.ts";
import { type GraphView, graphView } from "../../draw/view.ts";
import type { WorkflowSyntax } from "../../nouns/syntax.ts";
import type { PageGraph } from "../../page/data.ts";
import { literalField } from "../../tree/literal-field.ts";

/** The graph of a workflow as pages draw it, of which all that could be read is there. */
export function pageGraph(workflow: WorkflowSyntax): PageGraph {
  const models = new Map(
    workflow.resources.map(({ id, executors: [executor] }) => [id, executor && literalField(executor, "model")]),
  );
  return drawn(graphView(workflow), models);
}

/** Gives every resource its place. */
export function drawn(view: GraphView, models: ReadonlyMap<string, string | undefined> = new Map()): PageGraph {
  return {
    drawing: drawingOf(view),
    resources: view.nodes.map(({ id, kind, requires }) => {
      const model = models.get(id);
      return { id, kind, requires, ...(model === undefined ? {} : { model }) };
    }),
  };
}
