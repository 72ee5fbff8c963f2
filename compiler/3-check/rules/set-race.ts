import { type Graph, topologicalOrder } from "../graph/graph.ts";
import type { Setter } from "../graph/names.ts";
import type { Rule } from "./rule.ts";

/** A name that two resources store, neither of them upstream of the other: which comes last is chance. */
export const setRace: Rule = ({ names, graph, report }) => {
  const places = new Map(topologicalOrder(graph.resources.keys(), graph).map((id, place) => [id, place]));
  for (const [name, setters] of names) {
    if (standInLine(setters, places, graph)) continue;
    for (const [index, setter] of setters.entries()) {
      const rival = setters.find((other, place) => place < index && isRival(other, setter, graph));
      if (rival === undefined) continue;
      const notes = [{ message: `"${rival.resource}" stores it too`, span: rival.span }];
      const help = `let "${setter.resource}" require "${rival.resource}", or store it under another name`;
      report("set-race", setter.span, `"${setter.resource}" and "${rival.resource}" store "${name}" in no order`, {
        notes,
        help,
      });
    }
  }
};

/** True where each waits for the one before it, so that no two need be compared. */
function standInLine(setters: readonly Setter[], places: ReadonlyMap<string, number>, graph: Graph): boolean {
  const resources = [...new Set(setters.map(({ resource }) => resource))];
  const line = resources.sort((first, second) => (places.get(first) ?? 0) - (places.get(second) ?? 0));
  return line.every((id, index) => index === 0 || graph.isUpstream(line[index - 1] ?? id, id));
}

function isRival(other: Setter, setter: Setter, graph: Graph): boolean {
  if (other.resource === setter.resource) return false;
  return !graph.isUpstream(other.resource, setter.resource) && !graph.isUpstream(setter.resource, other.resource);
}
