import { startsWithCall } from "../functions/table.ts";
import type { Report } from "../nouns/diagnostic.ts";
import type { Expression } from "../nouns/expression.ts";
import type { Node, ScalarNode } from "../nouns/node.ts";
import { span } from "../nouns/source.ts";
import type { Doubt, ExpressionSyntax, ValueSyntax } from "../nouns/value-syntax.ts";
import { doubtBareCall } from "./doubt-bare-call.ts";
import { doubtCall, doubtLostBrace, doubtRead } from "./doubt-call.ts";
import { type ParseResult, parseExpression } from "./expression.ts";
import { splitTemplate, type TemplatePiece } from "./template.ts";

/**
 * What a scalar without braces is. `calls`: one that is a call is an expression, however YAML quotes it, as in
 * apiResponse and component `with` (spec section 3). `script`: text in a language with calls of its own.
 */
export type Bare = "text" | "calls" | "script";

/**
 * A YAML value with its templates and expressions parsed. Reports `expression-syntax` and `unterminated-template`; an
 * expression that cannot be read becomes an `unreadable` node, so that the rest is still checked.
 */
export function parseValue(node: Node, bare: Bare, report: Report): ValueSyntax {
  if (node.kind === "scalar") return parseScalar(node, bare, report);
  if (node.kind === "sequence") {
    return { kind: "list", span: node.span, items: node.items.map((item) => parseValue(item, bare, report)) };
  }
  const entries = node.entries.map(({ key, keySpan, value }) => ({
    key: { value: key, span: keySpan },
    value: parseValue(value, bare, report),
  }));
  return { kind: "map", span: node.span, entries };
}

/** A YAML value as plain data: braces in it mean nothing. */
export function parseData(node: Node): ValueSyntax {
  if (node.kind === "scalar") return { kind: "literal", span: node.span, value: node.value };
  if (node.kind === "sequence") return { kind: "list", span: node.span, items: node.items.map(parseData) };
  const entries = node.entries.map(({ key, keySpan, value }) => ({
    key: { value: key, span: keySpan },
    value: parseData(value),
  }));
  return { kind: "map", span: node.span, entries };
}

/**
 * A field whose text is an expression as it stands, such as `validations.check`: text, bool, or a list of them.
 * Braces around the whole, `{{ … }}`, are allowed.
 */
export function parseConditions(node: Node | undefined, report: Report): readonly ExpressionSyntax[] {
  if (node === undefined) return [];
  const items = node.kind === "sequence" ? node.items : [node];
  return items.flatMap((item) => (item.kind === "scalar" ? [condition(item, report)] : []));
}

function condition(node: ScalarNode, report: Report): ExpressionSyntax {
  return node.unreadable ? unreadable(node, String(node.value), node.place) : bareExpression(node, report);
}

function parseScalar(node: ScalarNode, bare: Bare, report: Report): ValueSyntax {
  if (typeof node.value !== "string") return { kind: "literal", span: node.span, value: node.value };
  const isTemplate = node.value.includes("{{");
  const isCall = startsWithCall(node.value) && !node.unreadable && (bare === "calls" || !isTemplate);
  const result = isCall ? parseExpression(node.value, node.place) : undefined;
  // The braces may be those of a map in a predicate: `map(list, {{name: .name}})`.
  if (bare === "calls" && result?.kind === "expression") return expressionSyntax(node, node.value, result.expression);
  if (isTemplate) return parseTemplate(node, bare, report);
  const literal = { kind: "literal", span: node.span, value: node.value } as const;
  if (node.unreadable) return literal;
  const lost = doubtLostBrace(node, node.value, 0);
  if (lost !== undefined) return { ...literal, doubt: lost };
  const doubt = node.reported ? undefined : doubtOf(node, node.value, { bare, result });
  return { ...literal, node, ...(doubt && { doubt }) };
}

interface Read {
  readonly bare: Bare;
  /** What became of a text that begins with a known function. */
  readonly result: ParseResult | undefined;
}

function doubtOf(node: ScalarNode, text: string, { bare, result }: Read): Doubt | undefined {
  const doubt =
    bare === "calls"
      ? doubtCall(node, text, result)
      : doubtBareCall({ node, text, result, isScript: bare === "script" });
  return doubt && cutByComment(node) ? { ...doubt, extras: { help: quoteForComment } } : doubt;
}

const quoteForComment = "YAML reads what follows a blank and # as a comment: quote the whole";

function parseTemplate(node: ScalarNode, bare: Bare, report: Report): ValueSyntax {
  const text = String(node.value);
  const parts: (string | ExpressionSyntax)[] = [];
  let doubt: Doubt | undefined;
  for (const piece of splitTemplate(text)) {
    if (piece.kind === "text") {
      doubt ??= doubtLostBrace(node, piece.value, piece.start);
      if (bare !== "script") doubt ??= doubtRead(node, piece.value, piece.start);
      parts.push(piece.value);
    } else if (piece.kind === "unterminated") {
      reportUnterminated(node, piece.start, report);
      parts.push(unreadable(node, text.slice(piece.start), (offset) => node.place(piece.start + offset)));
    } else parts.push(readPiece(node, piece, report));
  }
  const only = parts[0];
  if (parts.length === 1 && typeof only === "object") return only;
  return { kind: "template", span: node.span, parts, node, ...(doubt && { doubt }) };
}

/** A template that runs into the next one was never closed. */
function readPiece(node: ScalarNode, { text, start }: ExpressionPiece, report: Report): ExpressionSyntax {
  const place = (offset: number) => node.place(start + offset);
  const next = text.indexOf("{{");
  const runsOn =
    next > 0 &&
    parseExpression(text, place).kind === "problem" &&
    parseExpression(text.slice(0, next), place).kind === "expression";
  if (!runsOn) return readExpression(node, text, place, report);
  reportUnterminated(node, start - 2, report);
  return unreadable(node, text, place);
}

type ExpressionPiece = Extract<TemplatePiece, { kind: "expression" }>;

function reportUnterminated(node: ScalarNode, start: number, report: Report): void {
  const at = span(node.span.source, node.place(start), node.place(start + 2));
  const help = closesWithOne(String(node.value), start)
    ? 'a template ends with two braces: write "}}" for the "}" behind it'
    : `close it with "}}", or write {{ "{{" }} for the two braces themselves`;
  report("unterminated-template", at, 'the template "{{" is never closed', { help });
}

/** True where what stands before the next "}" is a whole expression. */
function closesWithOne(text: string, start: number): boolean {
  const end = text.indexOf("}", start);
  return end !== -1 && parseExpression(text.slice(start + 2, end), (offset) => offset).kind === "expression";
}

function bareExpression(node: ScalarNode, report: Report): ExpressionSyntax {
  const text = typeof node.value === "string" ? node.value : String(node.value);
  if (text.trimStart().startsWith("{{")) {
    const pieces = splitTemplate(text).filter((piece) => piece.kind !== "text" || piece.value.trim() !== "");
    const only = pieces[0];
    if (pieces.length === 1 && only?.kind === "expression") {
      return readExpression(node, only.text, (offset) => node.place(only.start + offset), report);
    }
  }
  return readExpression(node, text, node.place, report);
}

function readExpression(
  node: ScalarNode,
  text: string,
  place: (offset: number) => number,
  report: Report,
): ExpressionSyntax {
  const result = parseExpression(text, place);
  if (result.kind === "expression") return expressionSyntax(node, text, result.expression);
  const help = cutByComment(node) ? quoteForComment : result.help;
  report("expression-syntax", span(node.span.source, result.start, result.end), result.message, { help });
  return unreadable(node, text, place);
}

/** What stands for an expression that has been reported: what meets it reports nothing more. */
function unreadable(node: ScalarNode, text: string, place: (offset: number) => number): ExpressionSyntax {
  const stores = [...text.matchAll(storing)].map(([, name = ""]) => name);
  return expressionSyntax(node, text, { kind: "unreadable", stores, start: place(0), end: place(text.length) });
}

const storing = /\bset\(\s*['"`]([^'"`]*)/g;

/** `#` or `#index` with an operator or the end of the call behind it. */
const itemBehindBlank = /^[^\S\n]+#(?:index|acc)?[^\S\n]*(?:[!=<>+*%.?|)-]|(?:in|not|and|or|matches)\b)/;

/** Plain text behind which the line goes on with a comment, which was most likely meant as the item of a predicate. */
function cutByComment({ style, span: { source, end } }: ScalarNode): boolean {
  return style === "plain" && itemBehindBlank.test(source.text.slice(end, end + 80));
}

function expressionSyntax(node: ScalarNode, text: string, root: Expression): ExpressionSyntax {
  return { kind: "expression", span: span(node.span.source, root.start, root.end), text: text.trim(), root };
}
