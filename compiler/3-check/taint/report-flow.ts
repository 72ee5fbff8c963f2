import { intersect } from "../../../runtime-lib/regex/char-set.ts";
import type { DiagnosticExtras, Edit, Fix, Note } from "../../nouns/diagnostic.ts";
import type { Sink } from "../../nouns/executor.ts";
import { type Span, span } from "../../nouns/source.ts";
import { reachOf } from "../graph/poison.ts";
import type { RuleContext } from "../rules/rule.ts";
import type { Breach } from "./flows.ts";
import { shown } from "./pattern.ts";

/** What the rule about one language says of a breach. */
export interface BreachWords {
  readonly code: "shell-injection" | "code-injection" | "sql-injection";
  readonly message: (breach: Breach, written: string) => string;
  readonly extras: (breach: Breach, written: string) => Pick<DiagnosticExtras, "help" | "suggestion">;
}

/** Reports all breaches of one language, each with the way that the text takes. */
export function tellBreaches(sink: Sink, { graph, outside, poison, report }: RuleContext, words: BreachWords): void {
  // What cannot be read or typed may be a guard.
  const isUnsure = reachOf(new Set([...poison.unread, ...poison.untyped]), graph);
  for (const breach of outside.breaches) {
    if (breach.sink !== sink || isUnsure(breach.resource)) continue;
    const { span: at } = breach.expression;
    const written = at.source.text.slice(at.start, at.end);
    const extras = words.extras(breach, written);
    report(words.code, at, words.message(breach, written), { ...extras, notes: wayOf(breach) });
  }
}

/** From the source to here, and the conditions that do not hold it. */
function wayOf({ inflow, hole }: Breach): readonly Note[] {
  const through = shown(intersect(inflow.chars, hole.special));
  const conditions = inflow.conditions.map((at) => ({ message: `this lets ${through} through`, span: at }));
  return [...inflow.path, ...conditions];
}

/** The change that puts `quote(…)` around the expression and takes it out of the author's quotes; undefined where flowc is not sure. */
export function quoteFix(breach: Breach): Fix | undefined {
  const { expression, hole, inflow } = breach;
  const at = expression.span;
  const braces = bracesAround(at);
  if (braces === undefined || (hole.inside !== "code" && hole.inside !== '"' && hole.inside !== "'")) return undefined;
  if (expression.kind === "let" || expression.kind === "sequence") return undefined;
  const wrap = inflow.form === "word" ? [] : [insert(at, at.start, "quote("), insert(at, at.end, ")")];
  const freed = hole.inside === "code" ? [] : freeEdits(breach, braces, hole.inside);
  if (freed === undefined || wrap.length + freed.length === 0) return undefined;
  const edits = [...wrap, ...freed].sort((first, second) => first.span.start - second.span.start);
  const message =
    wrap.length === 0
      ? "take it out of the quotes"
      : freed.length === 0
        ? "wrap it in quote(…)"
        : "wrap it in quote(…), without quotes around it";
  return { message, edits };
}

/** From the `{{` to behind the `}}` that hold just this expression. */
function bracesAround({ source, start, end }: Span): Span | undefined {
  const before = /\{\{\s*$/.exec(source.text.slice(Math.max(0, start - 100), start));
  const after = /^\s*\}\}/.exec(source.text.slice(end, end + 100));
  return before === null || after === null ? undefined : span(source, start - before[0].length, end + after[0].length);
}

/** Ends the quotes before the template and opens them again behind it; quotes that hold nothing else are taken away. */
function freeEdits({ text }: Breach, braces: Span, quote: string): readonly Edit[] | undefined {
  const { source, start, end } = braces;
  const whole = text.kind === "expression" ? text.expression.span : text.span;
  // In a quoted scalar of YAML the author's quotes may be escaped, and new ones would have to be.
  if (/["']/.test(source.text.charAt(whole.start))) return undefined;
  const opens = source.text.charAt(start - 1) === quote && source.text.charAt(start - 2) !== "\\";
  const closes = source.text.charAt(end) === quote;
  return [
    opens ? { span: span(source, start - 1, start), text: "" } : insert(braces, start, quote),
    closes ? { span: span(source, end, end + 1), text: "" } : insert(braces, end, quote),
  ];
}

function insert({ source }: Span, offset: number, text: string): Edit {
  return { span: span(source, offset, offset), text };
}
