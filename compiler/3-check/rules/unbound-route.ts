import type { ResourceSyntax } from "../../nouns/resource-syntax.ts";
import type { DeclaredRoute } from "../../nouns/settings-syntax.ts";
import { isPartlyUnread, routePlaces, targetPlaces } from "../plan/unread.ts";
import type { Rule } from "./rule.ts";

/** A declared route for which no resource runs: its requests have no answer. */
export const unboundRoute: Rule = ({ workflow, graph, report }) => {
  const target = graph.resources.get(workflow.target?.value ?? "");
  // A target that is bound to nothing answers every request.
  if (!workflow.server || target === undefined || !isBound(target)) return;
  if (isPartlyUnread(workflow, ...routePlaces, ...targetPlaces, "/resources")) return;
  if (workflow.resources.some(({ broken }) => broken)) return;
  const bound = workflow.resources.filter(isBound);
  // A binding to a route or method that is not declared is reported by itself, and may be meant for this one.
  if (bound.some((resource) => bindsToNothing(resource, workflow.declaredRoutes))) return;
  for (const route of workflow.declaredRoutes) {
    const missing = unanswered(route, bound);
    if (missing === undefined) continue;
    const request = missing === "" ? route.path.value : `${missing} ${route.path.value}`;
    report("unbound-route", route.path.span, `no resource answers "${request}"`, {
      notes: [{ message: `the target "${target.id}" is bound to other requests`, span: target.span }],
      help: `bind a resource to it by validations: { routes: ["${route.path.value}"] }`,
    });
  }
};

function bindsToNothing({ validations }: ResourceSyntax, declared: readonly DeclaredRoute[]): boolean {
  const { routes, methods } = validations;
  const here = declared.filter(({ path }) => routes.length === 0 || routes.some(({ value }) => value === path.value));
  const paths = new Set(here.map(({ path }) => path.value));
  const known = new Set(here.flatMap((route) => route.methods.map(({ value }) => value)));
  const open = here.some((route) => route.methods.length === 0);
  return routes.some(({ value }) => !paths.has(value)) || (!open && methods.some(({ value }) => !known.has(value)));
}

function isBound({ validations }: ResourceSyntax): boolean {
  return validations.routes.length + validations.methods.length > 0;
}

/** The methods of the route that nobody answers; "" for a route that names none and that nobody is bound to. */
function unanswered({ path, methods }: DeclaredRoute, bound: readonly ResourceSyntax[]): string | undefined {
  const here = bound.filter(
    ({ validations }) =>
      validations.routes.length === 0 || validations.routes.some(({ value }) => value === path.value),
  );
  if (methods.length === 0) return here.length === 0 ? "" : undefined;
  const any = here.some(({ validations }) => validations.methods.length === 0);
  const answered = new Set(here.flatMap(({ validations }) => validations.methods.map(({ value }) => value)));
  const missing = methods.filter(({ value }) => !any && !answered.has(value)).map(({ value }) => value);
  return missing.length === 0 ? undefined : missing.join(", ");
}
