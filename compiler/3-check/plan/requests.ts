import type { PlanRequest } from "../../nouns/plan.ts";
import type { ResourceSyntax } from "../../nouns/resource-syntax.ts";
import type { RouteSyntax } from "../../nouns/settings-syntax.ts";
import type { WorkflowSyntax } from "../../nouns/syntax.ts";
import type { Graph } from "../graph/graph.ts";
import { allMethods, applies, isBound } from "../graph/same-requests.ts";

/**
 * What each declared route and method executes (spec section 4): the target and the resources bound to it, with all
 * upstream of them, less what is bound elsewhere. The target gives the response; where it is bound elsewhere, the last
 * bound resource with an `apiResponse` does, else the last bound one. `order` is topological.
 */
export function planRequests(
  { routes, target }: WorkflowSyntax,
  graph: Graph,
  order: readonly ResourceSyntax[],
): readonly PlanRequest[] {
  return routes.flatMap((route) =>
    methodsOf(route).flatMap((method) => {
      const applying = new Set(order.filter((resource) => applies(resource, route.path, method)).map(({ id }) => id));
      const bound = order.filter((resource) => applying.has(resource.id) && isBound(resource));
      const hasTarget = target !== undefined && applying.has(target.value);
      const roots = [...(hasTarget ? [target.value] : []), ...bound.map(({ id }) => id)];
      const answer = hasTarget ? target.value : (bound.findLast(({ apiResponse }) => apiResponse) ?? bound.at(-1))?.id;
      if (answer === undefined) return [];
      const needed = upstream(roots, graph, applying);
      const resources = order.filter(({ id }) => needed.has(id));
      const inOrder = resources.every(({ executors, items }) => executors.length === 0 && items === undefined);
      return [{ path: route.path, method, resources: resources.map(({ id }) => id), answer, inOrder }];
    }),
  );
}

function methodsOf({ methods }: RouteSyntax): readonly string[] {
  return methods.length === 0 ? allMethods : [...new Set(methods)];
}

function upstream(roots: readonly string[], graph: Graph, applying: ReadonlySet<string>): ReadonlySet<string> {
  const needed = new Set(roots);
  for (const id of needed) for (const required of graph.requires(id)) if (applying.has(required)) needed.add(required);
  return needed;
}
