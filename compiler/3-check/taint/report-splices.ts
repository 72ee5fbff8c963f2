import type { Code } from "../../nouns/codes.ts";
import type { RuleContext } from "../rules/rule.ts";
import { doubted } from "./doubted.ts";
import type { Splice } from "./find-splices.ts";
import type { PlaceKind } from "./places/text-place.ts";
import { wayOf, wrapFix } from "./report-flows.ts";

/** What a rule says of one place: what the value does there, behind `"…" `, and what to write instead. */
export interface PlaceWords {
  readonly says: (source: string, splice: Splice) => string;
  /** `written` is the expression, shortened. */
  readonly help: (written: string, splice: Splice) => string;
  /** The function that keeps any text to its place, where one around the expression is enough. */
  readonly wrap?: string;
}

/** Reports all splices in these places, each with the way that the text takes. */
export function reportSplices(
  code: Code,
  context: RuleContext,
  words: Readonly<Partial<Record<PlaceKind, PlaceWords>>>,
): void {
  const { taint, report } = context;
  const isDoubted = doubted(context);
  for (const splice of taint.splices) {
    const own = words[splice.place.kind];
    if (own === undefined || isDoubted(splice.resource, splice.taint)) continue;
    const { span: at } = splice.expression;
    const written = at.source.text.slice(at.start, at.end);
    const short = written.length <= 60 && !written.includes("\n") ? written : "…";
    const message = `"${written}" ${own.says(splice.taint.source, splice)}`;
    const suggestion = own.wrap === undefined ? undefined : wrapFix(splice.expression, own.wrap);
    const notes = wayOf(splice.taint, splice.place.special);
    report(code, at, message, { help: own.help(short, splice), suggestion, notes });
  }
}
