import { executors } from "../../executors/list.ts";
import type { MapNode } from "../../syntax.ts";
import type { Rule } from "./rule.ts";

/** A resource has one executor, or at least something else to do. */
export const executorCount: Rule = ({ workflow, report }) => {
  for (const resource of workflow.resources) {
    if (resource.broken) continue;
    const [first, ...others] = resource.executors;
    for (const other of others) {
      const notes = first === undefined ? [] : [{ message: `the first executor, "${first.key}"`, span: first.keySpan }];
      const message = `"${resource.id}" has a second executor, "${other.key}"; a resource has one`;
      report("many-executors", other.keySpan, message, { notes, help: "split it into two resources" });
    }
    if (first === undefined && !isWritten(resource.node, ["before", "after", "apiResponse"])) {
      const help = `add one of ${executors.map(({ key }) => key).join(", ")}, or before, after or apiResponse`;
      report("no-executor", resource.span, `"${resource.id}" does nothing: it has no executor`, { help });
    }
  }
};

/** Whether one of the keys has something under it; what cannot be read there is reported on its own. */
function isWritten({ entries }: MapNode, keys: readonly string[]): boolean {
  return entries.some(({ key, value }) => {
    if (key === "run" && value.kind === "map") return isWritten(value, keys);
    return keys.includes(key) && !(value.kind === "sequence" && value.items.length === 0);
  });
}
