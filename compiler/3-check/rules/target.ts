import { spelling } from "../../spelling/fixes.ts";
import { isUnread, targetPlaces } from "../plan/unread.ts";
import type { Rule } from "./rule.ts";

/** A workflow must name its target, and the target must be one of its resources. */
export const target: Rule = ({ workflow, graph, report }) => {
  if (isUnread(workflow, ...targetPlaces, "/resources")) return;
  if (workflow.target === undefined) {
    const last = [...graph.resources.keys()].at(-1) ?? "<actionId>";
    const help = `add "targetActionId: ${last}" under settings`;
    report("missing-target", workflow.span, "the workflow names no target: settings.targetActionId is missing", {
      help,
    });
  } else if (!graph.resources.has(workflow.target.value)) {
    const { value, span } = workflow.target;
    const meant = spelling(value, graph.resources.keys(), span);
    const target = workflow.kind === "component" ? "result" : "target";
    report("unknown-target", span, `the ${target} "${value}" is not a resource of this ${workflow.kind}`, meant);
  }
};
