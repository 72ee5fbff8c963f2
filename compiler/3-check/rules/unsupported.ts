import { findExecutor } from "../../executors/list.ts";
import type { Rule } from "./rule.ts";

/** What the language has and this release cannot compile: said here, not at three in the morning. */
export const unsupported: Rule = ({ workflow, report }) => {
  for (const resource of workflow.resources) {
    for (const { key, keySpan } of resource.executors) {
      if (findExecutor(key)?.runtime !== undefined) continue;
      report("unsupported-executor", keySpan, `the executor "${key}" cannot be compiled by this release of flowc`);
    }
    for (const { value, span } of resource.unsupported) {
      report("unsupported-executor", span, `"${value}" cannot be compiled by this release of flowc`);
    }
  }
};
