import { didYouMean } from "../../spelling/nearest.ts";
import { isPartlyUnread, routePlaces } from "../plan/unread.ts";
import type { Rule } from "./rule.ts";

/** `validations.routes` names a path that the server does not have. */
export const unknownRoute: Rule = ({ workflow, report }) => {
  const { server, declaredRoutes } = workflow;
  if (!server || isPartlyUnread(workflow, ...routePlaces)) return;
  const paths = new Set(declaredRoutes.map(({ path }) => path.value));
  const all = [...paths].map((path) => `"${path}"`).join(", ");
  for (const { validations, id } of workflow.resources) {
    for (const { value, span } of validations.routes) {
      if (paths.has(value)) continue;
      const help =
        didYouMean(value, paths) ?? (paths.size === 0 ? "add it to settings.apiServer.routes" : `declared: ${all}`);
      report(
        "unknown-route",
        span,
        `"${id}" is bound to the route "${value}", which settings.apiServer.routes does not declare`,
        { help },
      );
    }
  }
};
