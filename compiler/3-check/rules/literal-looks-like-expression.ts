import type { Span } from "../../nouns/source.ts";
import { valueChildren } from "../../tree/value-children.ts";
import { valuesOf } from "../../tree/values-of.ts";
import { walk } from "../../tree/walk.ts";
import type { Rule } from "./rule.ts";

/** Text that was likely meant as an expression. Where the text is refused as what it is, that is the one mistake. */
export const literalLooksLikeExpression: Rule = ({ workflow, poison, report }) => {
  for (const value of walk(valuesOf(workflow), valueChildren)) {
    const doubt = value.kind === "literal" || value.kind === "template" ? value.doubt : undefined;
    if (doubt === undefined || poison.refused.some((refused) => isWithin(doubt.span, refused))) continue;
    report("literal-looks-like-expression", doubt.span, doubt.message, doubt.extras);
  }
};

function isWithin(inner: Span, outer: Span): boolean {
  return inner.source === outer.source && inner.start >= outer.start && inner.end <= outer.end;
}
