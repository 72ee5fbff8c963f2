import { field } from "../../2-parse/fields.ts";
import { constantOf } from "../../nouns/answer-shape.ts";
import type { Report } from "../../nouns/diagnostic.ts";
import type { MapNode, Node } from "../../nouns/node.ts";
import type { PlanResource } from "../../nouns/plan-resource.ts";
import { didYouMean } from "../../spelling/nearest.ts";

/** Looks at names under `tools` of what a model is expected to be asked: it is offered no other tools than these. */
export function checkAskedTools(asked: MapNode, resource: PlanResource, report: Report): void {
  const names = toolNames(resource);
  const tools = field(asked, "tools");
  if (names === undefined || tools?.kind !== "sequence") return;
  for (const { node, name } of textsIn(tools.items)) {
    if (names.includes(name)) continue;
    const help = didYouMean(name, names) ?? `tools: ${names.join(", ")}`;
    report("test-expectation", node.span, `"${resource.id}" has no tool "${name}": this can never hold`, { help });
  }
}

/** Looks at the tools that a given answer calls: a model may call what it has not, so only slips are reported. */
export function checkToolCalls(toolCalls: Node, resource: PlanResource, report: Report): void {
  const names = toolNames(resource);
  if (names === undefined || toolCalls.kind !== "sequence") return;
  const called = toolCalls.items.flatMap((item) => (item.kind === "map" ? [field(item, "name")] : []));
  for (const { node, name } of textsIn(called)) {
    const help = names.includes(name) ? undefined : didYouMean(name, names);
    if (help !== undefined) report("test-answer", node.span, `"${resource.id}" has no tool "${name}"`, { help });
  }
}

/** The names of a resource's tools; undefined where it has none. */
function toolNames({ action }: PlanResource): readonly string[] | undefined {
  const tools = action?.options.find(({ key }) => key === "tools")?.value;
  if (tools?.kind !== "list") return undefined;
  return tools.items.flatMap((item) =>
    item.kind === "map" ? [String(constantOf(item.entries.find(({ key }) => key === "name")?.value))] : [],
  );
}

function textsIn(nodes: readonly (Node | undefined)[]): readonly { readonly node: Node; readonly name: string }[] {
  return nodes.flatMap((node) =>
    node?.kind === "scalar" && typeof node.value === "string" ? [{ node, name: node.value }] : [],
  );
}
