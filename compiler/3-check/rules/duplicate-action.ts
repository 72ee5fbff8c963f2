import type { Rule } from "./rule.ts";

/** Two resources with one actionId: the second is reported, the first noted. */
export const duplicateAction: Rule = ({ workflow, graph, report }) => {
  for (const resource of workflow.resources) {
    const first = graph.resources.get(resource.id);
    if (first === undefined || first === resource) continue;
    const notes = [{ message: `the first "${resource.id}"`, span: first.span }];
    report("duplicate-action", resource.span, `the actionId "${resource.id}" is taken`, { notes });
  }
};
