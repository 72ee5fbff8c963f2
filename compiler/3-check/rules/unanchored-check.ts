import type { Edit, Fix, Note } from "../../nouns/diagnostic.ts";
import { span } from "../../nouns/source.ts";
import type { OpenTest } from "../taint/guards.ts";
import { anchored, isAnchored, isClass, passing, patternFacts } from "../taint/pattern.ts";
import { placeIn } from "../taint/place.ts";
import type { Rule, RuleContext } from "./rule.ts";

/**
 * A pattern that looks as if it held a whole tainted value, and does not: it is found in longer texts too. Reported of
 * values that a shell, Python or a database goes on to read, and where the pattern shows that it means the whole.
 */
export const unanchoredCheck: Rule = (context) => {
  const { flows, context: known } = context.taint;
  for (const { taint, resource, expression } of flows) {
    if (taint.key === undefined) continue;
    for (const test of known.guards.takeOpenTests(taint.key, placeIn(resource, "run"))) {
      reportOpen(test, [{ message: `"${resource}" relies on it here`, span: expression.span }], context);
    }
  }
  for (const test of known.guards.openTests) if (isGiven(test) && meansAll(test.source)) reportOpen(test, [], context);
};

function reportOpen({ pattern, source }: OpenTest, notes: readonly Note[], { report }: RuleContext): void {
  const whole = anchored(source);
  const example = passing(source, "; rm -rf ~");
  const through = example === undefined ? "longer texts pass too" : `${JSON.stringify(example)} passes too`;
  const missing = missingEnds(source);
  report("unanchored-check", pattern.span, `the pattern "${source}" ${missing}: ${through}`, {
    help: `write '${whole}'`,
    notes,
    suggestion: fixOf({ pattern, source }, whole),
  });
}

function missingEnds(source: string): string {
  const facts = patternFacts(source);
  if (facts?.root.kind === "choice" && /(?:^\^|\$$)/.test(source)) return "anchors only some of its alternatives";
  if (facts?.start) return "is not anchored at the end";
  return facts?.end ? "is not anchored at the start" : "is not anchored";
}

function fixOf(
  { pattern: { span: at }, source }: Pick<OpenTest, "pattern" | "source">,
  whole: string,
): Fix | undefined {
  const edit: Edit = { span: span(at.source, at.start + 1, at.end - 1), text: whole };
  const isPlain =
    at.source.text.slice(at.start + 1, at.end - 1) === source && !/["'\\`]/.test(whole.replace(source, ""));
  return isPlain ? { message: "anchor the pattern at both ends", edits: [edit] } : undefined;
}

/** True for what a caller gives: a command's output is looked through for parts of it on purpose. */
function isGiven({ key: { root } }: OpenTest): boolean {
  return root.kind === "input" || root.kind === "request" || root.kind === "file";
}

/** True where the pattern itself shows that the whole text is meant: a class repeated up to its open end, or an anchor on one alternative alone. */
function meansAll(source: string): boolean {
  const facts = patternFacts(source);
  if (facts === undefined) return false;
  const { root, start, end } = facts;
  if (root.kind === "choice") {
    const ends = new Set(root.items.map((item) => `${isAnchored(item, "text-start")} ${isAnchored(item, "text-end")}`));
    return ends.size > 1;
  }
  if (root.kind !== "sequence" || start === end) return false;
  return isClass(start ? root.items.at(-1) : root.items[0]);
}
