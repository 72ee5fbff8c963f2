import type { ResourceSyntax } from "../../nouns/resource-syntax.ts";
import type { DeclaredRoute } from "../../nouns/settings-syntax.ts";
import { didYouMean } from "../../spelling/nearest.ts";
import { isPartlyUnread, routePlaces } from "../plan/unread.ts";
import type { Rule } from "./rule.ts";

/** `validations.methods` names a method that no route of the resource has: the resource would never run for it. */
export const methodNotDeclared: Rule = ({ workflow, report }) => {
  const { server, declaredRoutes } = workflow;
  if (!server || isPartlyUnread(workflow, ...routePlaces)) return;
  for (const resource of workflow.resources) {
    const routes = routesOf(resource, declaredRoutes);
    if (routes.length === 0 || routes.some(({ methods }) => methods.length === 0)) continue;
    const declared = new Set(routes.flatMap(({ methods }) => methods.map(({ value }) => value)));
    for (const { value, span } of resource.validations.methods) {
      if (declared.has(value)) continue;
      const notes = routes.slice(0, 3).map(({ path, methods }) => ({
        message: `"${path.value}" has ${methods.map((method) => method.value).join(", ")}`,
        span: path.span,
      }));
      const help =
        didYouMean(value, declared) ??
        `add ${value} to the methods of the route, or bind to one of ${[...declared].join(", ")}`;
      report(
        "method-not-declared",
        span,
        `"${resource.id}" is bound to the method "${value}", which none of its routes declares`,
        { notes, help },
      );
    }
  }
};

/** The declared routes that the resource is bound to; none where it names one that is not declared, which is reported by itself. */
function routesOf({ validations }: ResourceSyntax, declared: readonly DeclaredRoute[]): readonly DeclaredRoute[] {
  const named = new Set(validations.routes.map(({ value }) => value));
  if (named.size === 0) return declared;
  const found = declared.filter(({ path }) => named.has(path.value));
  return new Set(found.map(({ path }) => path.value)).size === named.size ? found : [];
}
