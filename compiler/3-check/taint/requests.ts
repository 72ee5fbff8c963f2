import type { PlanResource } from "../../nouns/plan-resource.ts";
import type { RouteSyntax } from "../../nouns/settings-syntax.ts";

/** The requests that a resource is for; empty: all. */
type Binding = Pick<PlanResource, "routes" | "methods">;

interface Request {
  readonly path: string;
  readonly method: string;
}

const allMethods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/** True where the first is there for every request for which the second is. */
export function answersAll(first: Binding, second: Binding, routes: readonly RouteSyntax[]): boolean {
  if (first.routes.length + first.methods.length === 0) return true;
  if (routes.length === 0) return isPart(second.routes, first.routes) && isPart(second.methods, first.methods);
  return routes.every(({ path, methods }) =>
    (methods.length === 0 ? allMethods : methods).every((method) => {
      const request = { path, method };
      return !applies(second, request) || applies(first, request);
    }),
  );
}

function applies({ routes, methods }: Binding, { path, method }: Request): boolean {
  return (routes.length === 0 || routes.includes(path)) && (methods.length === 0 || methods.includes(method));
}

function isPart(some: readonly string[], all: readonly string[]): boolean {
  return all.length === 0 || (some.length > 0 && some.every((item) => all.includes(item)));
}
