import { reachOf } from "../graph/poison.ts";
import type { Rule } from "./rule.ts";

/** A value that may be nil where nil fails. What may be nil hangs on conditions and edges: where these are unsure, so is it. */
export const maybeNil: Rule = ({ graph, nilUses, poison, report }) => {
  const isUnsure = reachOf(poison.unread, graph);
  for (const { span, why, resource } of nilUses) {
    if (isUnsure(resource)) continue;
    report("maybe-nil", span, `this value may be nil${why}, which fails here`, {
      help: "give a default: (… ?? default), or check first: … != nil",
    });
  }
};
