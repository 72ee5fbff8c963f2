import type { PlanTools } from "../../nouns/executor.ts";
import type { PlanAction } from "../../nouns/plan-resource.ts";
import type { PlanEntry, PlanSchema, PlanValue } from "../../nouns/plan-value.ts";
import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import type { Span } from "../../nouns/source.ts";
import type { Tool } from "../../nouns/tool.ts";
import { answerSchema } from "./answer-schema.ts";
import { argumentsSchema, toolsIn } from "./tools.ts";

/** A chat with the options that the runtime library takes: its schemas compiled, its tools as functions. */
export function planChat(executor: ExecutorSyntax, { options, resource }: PlanTools): PlanAction {
  const span = executor.keySpan;
  const schema = (name: string, content: PlanSchema["schema"]): PlanSchema => ({
    kind: "schema",
    key: `${resource}#${name}`,
    schema: content,
    span,
  });
  const answer = answerSchema(executor);
  const tools = toolsIn(executor);
  const plain = options.filter(({ key }) => !["jsonResponse", "jsonSchema", "tools"].includes(key));
  const checked = executor.fields.has("jsonSchema") && answer !== undefined;
  const given = [
    ...plain,
    ...(answer === undefined ? [] : [{ key: "jsonResponse", value: constant(true, span) }]),
    ...(checked ? [{ key: "jsonSchema", value: schema("answer", answer) }] : []),
    ...(tools.length === 0 ? [] : [{ key: "tools", value: toolList(tools, schema, span) }]),
  ];
  return { runtime: "chat", options: given };
}

function toolList(
  tools: readonly Tool[],
  schema: (name: string, content: PlanSchema["schema"]) => PlanSchema,
  span: Span,
): PlanValue {
  const items = tools.map((tool, index): PlanValue => {
    const { name, description, script } = tool;
    const entries: readonly PlanEntry[] = [
      { key: "name", value: constant(name.value, name.span) },
      ...(description === undefined ? [] : [{ key: "description", value: constant(description, name.span) }]),
      { key: "script", value: constant(script.value, script.span) },
      { key: "parameters", value: schema(`tool${index}`, argumentsSchema(tool)) },
    ];
    return { kind: "map", entries, span: name.span };
  });
  return { kind: "list", items, span };
}

function constant(value: string | boolean, span: Span): PlanValue {
  return { kind: "constant", value, span };
}
