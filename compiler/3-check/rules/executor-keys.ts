import { findExecutor } from "../../executors/list.ts";
import type { Report } from "../../nouns/diagnostic.ts";
import type { Executor } from "../../nouns/executor.ts";
import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import type { Rule } from "./rule.ts";

/** Keys of an executor's block of which one must be there, and keys that do not go together. */
export const executorKeys: Rule = ({ workflow, poison, report }) => {
  for (const { id, executors, broken } of workflow.resources) {
    for (const block of broken ? [] : executors) {
      const spec = findExecutor(block.key);
      if (spec === undefined) continue;
      // A key that is unknown may be meant as one of these.
      if (!poison.misshapen.has(id)) checkChoice(spec, block, report);
      checkPairs(spec, block, report);
    }
  }
};

function checkChoice({ key, choice = [] }: Executor, block: ExecutorSyntax, report: Report): void {
  const [first, second] = choice.filter((name) => block.fields.has(name));
  if (first !== undefined && second !== undefined) reportPair(block, first, second, report);
  if (first !== undefined || choice.length === 0) return;
  report("schema", block.keySpan, `"${key}" needs "${choice.join('" or "')}"`);
}

function checkPairs({ apart = [] }: Executor, block: ExecutorSyntax, report: Report): void {
  for (const [first, second] of apart) {
    if (block.fields.has(first) && block.fields.has(second)) reportPair(block, first, second, report);
  }
}

function reportPair({ key, keySpan, fields }: ExecutorSyntax, first: string, second: string, report: Report): void {
  const other = fields.get(first)?.span;
  const notes = other === undefined ? [] : [{ message: `"${first}" stands here`, span: other }];
  const message = `"${key}" takes "${first}" or "${second}", not both`;
  report("conflicting-keys", fields.get(second)?.span ?? keySpan, message, { notes });
}
