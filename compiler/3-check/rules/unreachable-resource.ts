import type { Graph } from "../graph/graph.ts";
import { toolsOf } from "../graph/tools.ts";
import { isPartlyUnread, routePlaces, targetPlaces } from "../plan/unread.ts";
import type { Rule, RuleContext } from "./rule.ts";

/** A resource that no run reaches: the target does not need it, no route is bound to it, no chat may call it. */
export const unreachableResource: Rule = (context) => {
  const { workflow, graph, report } = context;
  const { target } = workflow;
  if (target === undefined || !graph.resources.has(target.value) || isUncertain(context)) return;
  const reached = new Set<string>();
  const pending = [target.value, ...rootsOf(workflow.server, graph)];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    pending.push(...graph.needs(id));
  }
  for (const [id, resource] of graph.resources) {
    if (reached.has(id)) continue;
    const help = workflow.server
      ? `add "${id}" to the requires of a resource that runs, or bind it to a route by validations.routes`
      : `add "${id}" to the requires of a resource that runs, or remove it`;
    const way = workflow.server ? " and no route is bound to it" : "";
    report(
      "unreachable-resource",
      resource.span,
      `nothing runs "${id}": the target "${target.value}" does not need it${way}`,
      { help },
    );
  }
};

/** Resources that requests start by themselves. */
function rootsOf(server: boolean, graph: Graph): readonly string[] {
  if (!server) return [];
  const bound = [...graph.resources].filter(
    ([, { validations }]) => validations.routes.length + validations.methods.length > 0,
  );
  return bound.map(([id]) => id);
}

/** Where an edge is missing or misspelled, which is reported by itself, who is reached is not known. */
function isUncertain({ workflow, graph, names, poison, reads }: RuleContext): boolean {
  if (isPartlyUnread(workflow, ...routePlaces, ...targetPlaces, "/resources")) return true;
  if ([...poison.misshapen].some((id) => id !== undefined)) return true;
  if (workflow.resources.some(({ requires }) => requires.some(({ value }) => !graph.resources.has(value)))) return true;
  const badTool = [...graph.resources].some(([id, resource]) =>
    toolsOf(resource).some(({ script }) => script.value === id || !graph.resources.has(script.value)),
  );
  if (badTool) return true;
  return reads.some(({ kind, name, reader }) => {
    const origins = kind === "result" ? [name] : (names.get(name) ?? []).map(({ resource }) => resource);
    return !origins.some((id) => id === reader || graph.isUpstream(id, reader));
  });
}
