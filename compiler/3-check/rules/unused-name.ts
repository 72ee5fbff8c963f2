import type { Located } from "../../nouns/source.ts";
import { literalField } from "../../tree/literal-field.ts";
import { valueChildren } from "../../tree/value-children.ts";
import { valuesOf } from "../../tree/values-of.ts";
import { walk } from "../../tree/walk.ts";
import { toolsOf } from "../graph/tools.ts";
import type { Rule, RuleContext } from "./rule.ts";

/** Inputs, stored names, connections and parameters of tools that nothing reads. */
export const unusedName: Rule = (context) => {
  if (mayHideReads(context)) return;
  for (const { value, span } of unusedInputs(context)) reportUnused("input", { value, span }, context);
  for (const { value, span } of unusedStores(context)) reportUnused("stored name", { value, span }, context);
  for (const { value, span } of unusedConnections(context)) reportUnused("connection", { value, span }, context);
  for (const { value, span } of unusedParameters(context)) reportUnused("parameter", { value, span }, context);
};

/** Where there is a mistake, what was meant there may be the one that reads the name. */
function mayHideReads({ workflow, poison }: RuleContext): boolean {
  const { refused, misshapen, unread, untyped } = poison;
  if (refused.length + misshapen.size + unread.size + untyped.size + workflow.unread.length > 0) return true;
  return [...walk(valuesOf(workflow), valueChildren)].some((value) => "doubt" in value && value.doubt !== undefined);
}

/** What reads the whole request reads each of its inputs. */
function unusedInputs({ workflow: { inputs = [] }, used }: RuleContext): readonly Located<string>[] {
  if (used.request.size > 0) return [];
  return inputs
    .filter(({ name, decides }) => !used.inputs.has(name) && decides !== true)
    .map(({ name, span }) => ({ value: name, span }));
}

function unusedStores({ names, reads }: RuleContext): readonly Located<string>[] {
  const read = new Set(reads.flatMap(({ kind, name }) => (kind === "stored" ? [name] : [])));
  return [...names].flatMap(([name, [setter]]) =>
    setter === undefined || read.has(name) ? [] : [{ value: name, span: setter.span }],
  );
}

function unusedConnections({ workflow: { connections, resources } }: RuleContext): readonly Located<string>[] {
  const named = resources.flatMap(({ executors }) =>
    executors.map((executor) => literalField(executor, "connectionName")),
  );
  return connections.map(({ name }) => name).filter(({ value }) => !named.includes(value));
}

function unusedParameters({ workflow, graph, used }: RuleContext): readonly Located<string>[] {
  const tools = workflow.resources.flatMap(toolsOf).filter(({ script }) => graph.resources.has(script.value));
  return tools.flatMap(({ script, parameters }) =>
    parameters.map(({ name }) => name).filter(({ value }) => used.arguments.get(script.value)?.has(value) !== true),
  );
}

function reportUnused(what: string, { value, span }: Located<string>, { report }: RuleContext): void {
  report("unused-name", span, `nothing reads the ${what} "${value}"`, { help: "remove it, or read it" });
}
