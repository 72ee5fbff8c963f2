import { spelling } from "../../spelling/fixes.ts";
import type { Rule } from "./rule.ts";

/** A `requires` entry that names no resource. */
export const unknownDependency: Rule = ({ workflow, graph, report }) => {
  for (const resource of workflow.resources) {
    for (const { value, span } of resource.requires) {
      if (graph.resources.has(value)) continue;
      const message = `"${resource.id}" requires "${value}", which is not a resource of this ${workflow.kind}`;
      report("unknown-dependency", span, message, spelling(value, graph.resources.keys(), span));
    }
  }
};
