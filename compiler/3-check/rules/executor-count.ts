import { executors } from "../../executors/list.ts";
import type { Report } from "../../nouns/diagnostic.ts";
import type { ResourceSyntax } from "../../nouns/resource-syntax.ts";
import type { Rule } from "./rule.ts";

/** A resource has one executor, or at least something else to do. */
export const executorCount: Rule = ({ workflow, poison, report }) => {
  for (const resource of workflow.resources) {
    if (resource.broken) continue;
    const [first, ...others] = resource.executors;
    for (const other of others) {
      const notes = first === undefined ? [] : [{ message: `the first executor, "${first.key}"`, span: first.keySpan }];
      const message = `"${resource.id}" has a second executor, "${other.key}"; a resource has one`;
      report("many-executors", other.keySpan, message, { notes, help: "split it into two resources" });
    }
    // A key that is unknown may be meant as the executor.
    if (first === undefined && !poison.misshapen.has(resource.id)) checkWithout(resource, report);
  }
};

function checkWithout(resource: ResourceSyntax, report: Report): void {
  const some = `add one of ${executors.map(({ key }) => key).join(", ")}`;
  if (resource.items !== undefined) {
    const message = `"${resource.id}" has items, but no executor to run for each`;
    report("no-executor", resource.span, message, { help: some });
  } else if (!actsAlone(resource)) {
    const help = `${some}, or before, after, apiResponse or a check`;
    report("no-executor", resource.span, `"${resource.id}" does nothing: it has no executor`, { help });
  }
}

/** Without an executor, a resource may store, answer, or guard those that require it. */
function actsAlone({ before, after, apiResponse, validations }: ResourceSyntax): boolean {
  const { check, required, properties } = validations;
  const steps = [before, after, check, required, properties];
  return apiResponse !== undefined || steps.some((step) => step.length > 0);
}
