import type { ResourceSyntax } from "../nouns/resource-syntax.ts";
import type { WorkflowSyntax } from "../nouns/syntax.ts";
import type { ValueSyntax } from "../nouns/value-syntax.ts";

/** The values that a workflow and its resources are given, with what stands inside them still in them. */
export function valuesOf({ environment, connections, apiServer, resources }: WorkflowSyntax): readonly ValueSyntax[] {
  const settings = [...environment.map(({ value }) => value), ...connections.map(({ url }) => url), apiServer?.token];
  return [...settings.filter((value) => value !== undefined), ...resources.flatMap(valuesOfResource)];
}

/** The same of one resource, without its conditions and the like, which are expressions. */
export function valuesOfResource(resource: ResourceSyntax): readonly ValueSyntax[] {
  const { executors, items, validations, onError, apiResponse } = resource;
  const values = [
    items,
    ...executors.flatMap(({ fields }) => [...fields.values()]),
    validations.error?.message,
    onError?.fallback,
    apiResponse?.success,
    apiResponse?.response,
    apiResponse?.statusCode,
    apiResponse?.headers,
  ];
  return values.filter((value) => value !== undefined);
}
