import type { Rule } from "./rule.ts";

/** A stored name that is also an actionId: `get` could mean either. */
export const ambiguousName: Rule = ({ names, graph, report }) => {
  for (const [name, setters] of names) {
    const resource = graph.resources.get(name);
    if (resource === undefined) continue;
    const notes = [{ message: `the resource "${name}"`, span: resource.span }];
    for (const setter of setters) {
      report("ambiguous-name", setter.span, `"${name}" is stored here and is also a resource`, {
        notes,
        help: "store it under another name",
      });
    }
  }
};
