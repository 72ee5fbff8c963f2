import { executors } from "../../executors/list.ts";
import type { ResourceSyntax } from "../../nouns/syntax.ts";
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
    // A key that is unknown may be meant as the executor.
    if (resource.strayKeys.length > 0) continue;
    if (first === undefined && resource.items !== undefined) {
      const help = `add one of ${executors.map(({ key }) => key).join(", ")}`;
      report("no-executor", resource.span, `"${resource.id}" has items, but no executor to run for each`, { help });
      continue;
    }
    if (first === undefined && !actsAlone(resource)) {
      const help = `add one of ${executors.map(({ key }) => key).join(", ")}, or before, after, apiResponse or a check`;
      report("no-executor", resource.span, `"${resource.id}" does nothing: it has no executor`, { help });
    }
  }
};

/** Without an executor, a resource may store, answer, or guard those that require it. */
function actsAlone({ before, after, apiResponse, validations }: ResourceSyntax): boolean {
  const { check, required, properties } = validations;
  const steps = [before, after, check, required, properties];
  return apiResponse !== undefined || steps.some((step) => step.length > 0);
}
