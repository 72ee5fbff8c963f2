import type { ExecutorSyntax, Located, ResourceSyntax, ValueSyntax } from "../syntax.ts";
import { anyType, optional, type ValueType } from "../value-type.ts";
import { asMap, plainData } from "./plain-data.ts";
import { schemaType } from "./resolve/schema-type.ts";

/** A resource that a chat offers to its model as a function. */
export interface Tool {
  readonly name: Located<string>;
  readonly description: string | undefined;
  /** actionId of what runs. */
  readonly script: Located<string>;
  readonly parameters: readonly ToolParameter[];
}

/** One argument; the tool's resource reads it by its name. */
export interface ToolParameter {
  readonly name: Located<string>;
  /** Without flowc's own `required: true`, which stands beside it. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly required: boolean;
}

/** The tools of a resource's chat; what is not whole has been reported and is left out. */
export function toolsOf(resource: ResourceSyntax): readonly Tool[] {
  const [executor] = resource.executors;
  return executor === undefined ? [] : toolsIn(executor);
}

/** The tools of one executor block. */
export function toolsIn(executor: ExecutorSyntax): readonly Tool[] {
  const list = executor.key === "chat" ? executor.fields.get("tools") : undefined;
  return list?.kind === "list" ? list.items.flatMap((item) => toolOf(item) ?? []) : [];
}

function toolOf(item: ValueSyntax): Tool | undefined {
  const [name, script] = [textOf(item, "name"), textOf(item, "script")];
  if (name === undefined || script === undefined) return undefined;
  const parameters = entry(item, "parameters");
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

function entry(value: ValueSyntax, key: string): ValueSyntax | undefined {
  return value.kind === "map" ? value.entries.find((candidate) => candidate.key.value === key)?.value : undefined;
}

function textOf(value: ValueSyntax, key: string): Located<string> | undefined {
  const found = entry(value, key);
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

/** By resource, the arguments that calls of it bring, with their types. */
export type Arguments = ReadonlyMap<string, ReadonlyMap<string, ValueType>>;

/** Collects them from all chats. `runsAlone`: resources that also run without a call, and have no arguments then. */
export function collectArguments(resources: readonly ResourceSyntax[], runsAlone: ReadonlySet<string>): Arguments {
  const calls = new Map<string, Tool[]>();
  for (const tool of resources.flatMap(toolsOf)) {
    const known = calls.get(tool.script.value);
    if (known === undefined) calls.set(tool.script.value, [tool]);
    else known.push(tool);
  }
  return new Map([...calls].map(([id, tools]) => [id, argumentTypes(tools, runsAlone.has(id))]));
}

function argumentTypes(tools: readonly Tool[], runsAlone: boolean): ReadonlyMap<string, ValueType> {
  const names = new Set(tools.flatMap(({ parameters }) => parameters.map(({ name }) => name.value)));
  return new Map(
    [...names].map((name) => {
      const given = tools.map(({ parameters }) => parameters.find((parameter) => parameter.name.value === name));
      const types = given.flatMap((parameter) => (parameter === undefined ? [] : [schemaType(parameter.schema)]));
      const [first = anyType] = types;
      const type = types.every((other) => other.kind === first.kind) && isSimple(first, types) ? first : anyType;
      const always = given.every((parameter) => parameter?.required || parameter?.schema["default"] !== undefined);
      return [name, always && !runsAlone ? type : optional(type)];
    }),
  );
}

/** Of arrays and maps only a single declaration is trusted: two may differ further in. */
function isSimple({ kind }: ValueType, types: readonly ValueType[]): boolean {
  return types.length === 1 || (kind !== "array" && kind !== "map");
}
