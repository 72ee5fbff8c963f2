import { findExecutor } from "../../executors/list.ts";
import type { ResourceSyntax } from "../../nouns/resource-syntax.ts";
import type { Tool } from "../../nouns/tool.ts";
import { anyType, optional, type ValueType } from "../../nouns/value-type.ts";
import { schemaType } from "../resolve/schema-type.ts";

/** The resources that a run of this one may call for; what is not whole has been reported and is left out. */
export function toolsOf(resource: ResourceSyntax): readonly Tool[] {
  const [executor] = resource.executors;
  return (executor && findExecutor(executor.key)?.tools?.(executor)) ?? [];
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
