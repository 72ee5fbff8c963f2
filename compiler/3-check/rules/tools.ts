import type { Tool } from "../../nouns/tool.ts";
import { didYouMean } from "../../spelling/nearest.ts";
import { toolsOf } from "../graph/tools.ts";
import type { Rule, RuleContext } from "./rule.ts";

/** What a chat offers to its model: each tool under a name of its own, each a resource, each argument a free name. */
export const tools: Rule = (context) => {
  for (const resource of context.workflow.resources) {
    if (resource.broken) continue;
    const offered = toolsOf(resource);
    for (const [index, tool] of offered.entries()) {
      const first = offered.slice(0, index).find(({ name }) => name.value === tool.name.value);
      if (first !== undefined) {
        const notes = [{ message: `the first "${tool.name.value}"`, span: first.name.span }];
        context.report("invalid-name", tool.name.span, `the tool name "${tool.name.value}" is taken`, { notes });
      }
      checkTool(tool, context);
    }
  }
};

function checkTool({ script, parameters }: Tool, { graph, names, report }: RuleContext): void {
  if (!graph.resources.has(script.value)) {
    const help = didYouMean(script.value, graph.resources.keys());
    report("unknown-action", script.span, `there is no resource "${script.value}" to run as a tool`, { help });
  }
  for (const { name } of parameters) {
    const resource = graph.resources.get(name.value);
    const setter = names.get(name.value)?.[0];
    const other = resource === undefined ? setter : { span: resource.span };
    if (other === undefined) continue;
    const kind = resource === undefined ? "a stored name" : "a resource";
    const notes = [{ message: `${kind}, "${name.value}"`, span: other.span }];
    report("ambiguous-name", name.span, `the parameter "${name.value}" is also ${kind}`, {
      notes,
      help: "give the parameter another name",
    });
  }
}
