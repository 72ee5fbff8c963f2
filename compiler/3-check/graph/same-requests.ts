import type { ResourceSyntax } from "../../nouns/resource-syntax.ts";
import type { WorkflowSyntax } from "../../nouns/syntax.ts";

/** The methods of a route that names none. */
export const allMethods: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** True where the resource is bound to no route and method, or to these. */
export function applies({ validations }: ResourceSyntax, path: string, method: string): boolean {
  const { routes, methods } = validations;
  const onRoute = routes.length === 0 || routes.some(({ value }) => value === path);
  return onRoute && (methods.length === 0 || methods.some(({ value }) => value === method));
}

/** True where the resource runs for some routes and methods only. */
export function isBound({ validations: { routes, methods } }: ResourceSyntax): boolean {
  return routes.length + methods.length > 0;
}

/** True where each request that runs `reader` is one that `read` is bound to, so that both are there together. */
export function isThereFor(
  reader: ResourceSyntax | undefined,
  read: ResourceSyntax | undefined,
  { routes }: Pick<WorkflowSyntax, "routes">,
): boolean {
  if (read === undefined || !isBound(read)) return true;
  if (reader === undefined) return false;
  return routes.every(({ path, methods }) =>
    (methods.length === 0 ? allMethods : methods).every(
      (method) => !applies(reader, path, method) || applies(read, path, method),
    ),
  );
}
