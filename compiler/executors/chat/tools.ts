import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import type { Located } from "../../nouns/source.ts";
import type { Tool, ToolParameter } from "../../nouns/tool.ts";
import type { ValueSyntax } from "../../nouns/value-syntax.ts";
import { entryOf } from "../../tree/literal-field.ts";
import { asMap, plainData } from "../../tree/plain-data.ts";

/** The tools of a chat; what is not whole has been reported and is left out. */
export function toolsIn(executor: ExecutorSyntax): readonly Tool[] {
  const list = executor.fields.get("tools");
  return list?.kind === "list" ? list.items.flatMap((item) => toolOf(item) ?? []) : [];
}

function toolOf(item: ValueSyntax): Tool | undefined {
  const [name, script] = [textOf(item, "name"), textOf(item, "script")];
  if (name === undefined || script === undefined) return undefined;
  const parameters = entryOf(item, "parameters");
  return {
    name,
    description: textOf(item, "description")?.value,
    script,
    parameters: parameters?.kind === "map" ? parameters.entries.map(({ key, value }) => parameterOf(key, value)) : [],
  };
}

function parameterOf(name: Located<string>, value: ValueSyntax): ToolParameter {
  const { required, ...schema } = asMap(plainData(value)) ?? {};
  const ownRequired = typeof required === "boolean" || required === undefined;
  return { name, schema: ownRequired ? schema : { ...schema, required }, required: required === true };
}

function textOf(value: ValueSyntax, key: string): Located<string> | undefined {
  const found = entryOf(value, key);
  return found?.kind === "literal" && found.value !== null
    ? { value: String(found.value), span: found.span }
    : undefined;
}

/** The JSON Schema of all arguments of a tool together. */
export function argumentsSchema({ parameters }: Tool): Readonly<Record<string, unknown>> {
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name.value, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name.value),
    additionalProperties: false,
  };
}
