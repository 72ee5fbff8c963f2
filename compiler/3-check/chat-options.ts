import type { PlanEntry, PlanSchema, PlanValue } from "../plan.ts";
import type { Span } from "../source.ts";
import type { ExecutorSyntax } from "../syntax.ts";
import { answerSchema } from "./answer-schema.ts";
import type { ValueContext } from "./resolve/value.ts";
import { argumentsSchema, type Tool, toolsIn } from "./tools.ts";

/** The options of a chat as the runtime library takes them: its schemas compiled, its tools as functions. */
export function chatOptions(
  executor: ExecutorSyntax,
  options: readonly PlanEntry[],
  { resource }: Pick<ValueContext, "resource">,
): readonly PlanEntry[] {
  const span = executor.keySpan;
  const schema = (name: string, content: PlanSchema["schema"]): PlanSchema => ({
    kind: "schema",
    key: `${resource?.id}#${name}`,
    schema: content,
    span,
  });
  const answer = answerSchema(executor);
  const tools = toolsIn(executor);
  const plain = options.filter(({ key }) => !["jsonResponse", "jsonSchema", "tools"].includes(key));
  const checked = executor.fields.has("jsonSchema") && answer !== undefined;
  return [
    ...plain,
    ...(answer === undefined ? [] : [{ key: "jsonResponse", value: constant(true, span) }]),
    ...(checked ? [{ key: "jsonSchema", value: schema("answer", answer) }] : []),
    ...(tools.length === 0 ? [] : [{ key: "tools", value: toolList(tools, schema, span) }]),
  ];
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
