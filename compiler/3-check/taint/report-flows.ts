import { intersect } from "../../../runtime-lib/regex/char-set.ts";
import type { CharSet } from "../../../runtime-lib/regex/tree.ts";
import type { DiagnosticExtras, Edit, Fix, Note } from "../../nouns/diagnostic.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { sinks } from "../../nouns/sink.ts";
import { type Span, span } from "../../nouns/source.ts";
import type { RuleContext } from "../rules/rule.ts";
import { doubted } from "./doubted.ts";
import type { Flow } from "./flow.ts";
import { shown } from "./pattern.ts";
import type { Taint } from "./taint.ts";

/** What a rule says of a flow. */
export interface FlowWords {
  readonly message: (flow: Flow, written: string) => string;
  readonly extras: (flow: Flow, written: string) => Pick<DiagnosticExtras, "help" | "suggestion">;
}

/** Reports all flows whose finding has this code, each with the way that the text takes. */
export function reportFlows(code: InjectionCode, context: RuleContext, words: FlowWords): void {
  const { taint, report } = context;
  const isDoubted = doubted(context);
  for (const flow of taint.flows) {
    if (sinks[flow.sink] !== code || flow.taint.isLost || isDoubted(flow.resource, flow.taint)) continue;
    const { span: at } = flow.expression;
    const written = at.source.text.slice(at.start, at.end);
    const extras = words.extras(flow, written);
    report(code, at, words.message(flow, written), { ...extras, notes: wayOf(flow.taint, flow.hole.special) });
  }
}

type InjectionCode = (typeof sinks)[keyof typeof sinks];

/** Where in a script the text stands, as messages go on. */
export function placeOf({ hole: { inside } }: Flow): string {
  if (inside === "code") return "";
  return inside === "comment" ? " inside a comment" : " inside quotes, which do not protect it";
}

/** From the source to here, and the conditions that do not hold it. */
export function wayOf(taint: Taint, special: CharSet): readonly Note[] {
  const through = shown(intersect(taint.chars, special));
  const conditions = taint.conditions.map((at) => ({ message: `this lets ${through} through`, span: at }));
  return [...taint.path, ...conditions];
}

/** The change that puts `quote(…)` around the expression and takes it out of the author's quotes; undefined where flowc is not sure. */
export function quoteFix(flow: Flow): Fix | undefined {
  const { expression, hole, taint } = flow;
  const at = expression.span;
  const braces = bracesAround(at);
  if (braces === undefined || (hole.inside !== "code" && hole.inside !== '"' && hole.inside !== "'")) return undefined;
  if (expression.kind === "let" || expression.kind === "sequence") return undefined;
  const wrap = taint.form === "word" ? [] : [insert(at, at.start, "quote("), insert(at, at.end, ")")];
  const freed = hole.inside === "code" ? [] : freeEdits(flow, braces, hole.inside);
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

/** The change that puts a call of this function around the expression; undefined where flowc is not sure. */
export function wrapFix(expression: PlanExpression, name: string): Fix | undefined {
  const { kind, span: at } = expression;
  const isSure = kind !== "let" && kind !== "sequence" && bracesAround(at) !== undefined;
  if (!isSure) return undefined;
  return { message: `wrap it in ${name}(…)`, edits: [insert(at, at.start, `${name}(`), insert(at, at.end, ")")] };
}

/** From the `{{` to behind the `}}` that hold just this expression. */
function bracesAround({ source, start, end }: Span): Span | undefined {
  const before = /\{\{\s*$/.exec(source.text.slice(Math.max(0, start - 100), start));
  const after = /^\s*\}\}/.exec(source.text.slice(end, end + 100));
  return before === null || after === null ? undefined : span(source, start - before[0].length, end + after[0].length);
}

/** Ends the quotes before the template and opens them again behind it; quotes that hold nothing else are taken away. */
function freeEdits({ text }: Flow, braces: Span, quote: string): readonly Edit[] | undefined {
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
