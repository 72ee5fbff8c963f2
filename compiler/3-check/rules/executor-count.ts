import { executors } from "../../executors/list.ts";
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
    if (first === undefined && resource.items !== undefined) {
      const help = `add one of ${executors.map(({ key }) => key).join(", ")}`;
      report("no-executor", resource.span, `"${resource.id}" has items, but no executor to run for each`, { help });
      continue;
    }
    const acts = resource.before.length + resource.after.length > 0 || resource.apiResponse !== undefined;
    if (first === undefined && !acts) {
      const help = `add one of ${executors.map(({ key }) => key).join(", ")}, or before, after or apiResponse`;
      report("no-executor", resource.span, `"${resource.id}" does nothing: it has no executor`, { help });
    }
  }
};
