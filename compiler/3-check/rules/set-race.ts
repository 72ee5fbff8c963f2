import type { Rule } from "./rule.ts";

/** A name that two resources store, none of which is upstream of the other: who comes last is chance. */
export const setRace: Rule = ({ names, graph, report }) => {
  for (const [name, setters] of names) {
    for (const [index, setter] of setters.entries()) {
      const rival = setters.slice(0, index).find((other) => {
        const ordered =
          graph.isUpstream(other.resource, setter.resource) || graph.isUpstream(setter.resource, other.resource);
        return other.resource !== setter.resource && !ordered;
      });
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
