import type { ResourceSyntax } from "../../nouns/resource-syntax.ts";

/** True where a resource says anything of the values that those downstream of it read. */
export function isGuarded(resource: ResourceSyntax | undefined): boolean {
  if (resource === undefined) return false;
  const { check, skip, properties } = resource.validations;
  return check.length + skip.length + properties.length > 0;
}
