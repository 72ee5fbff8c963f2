import type { Report } from "../diagnostic.ts";
import type { Expression } from "../expression.ts";
import { startsWithCall } from "../functions/table.ts";
import { span } from "../source.ts";
import type { ExpressionSyntax, Node, ScalarNode, ValueSyntax } from "../syntax.ts";
import { parseExpression } from "./expression.ts";
import { splitTemplate, type TemplatePiece } from "./template.ts";
import { warnOfCall, warnOfLostBrace } from "./warn-of-call.ts";

/** Whether a plain scalar that is a call is an expression, as in apiResponse and component `with` (spec section 3). */
export type PlainScalars = "text" | "calls";

/**
 * A YAML value with its templates and expressions parsed. Reports `expression-syntax` and `unterminated-template`; the
 * text of an expression that cannot be read stands as literal text, so that the rest is still checked.
 */
export function parseValue(node: Node, plainScalars: PlainScalars, report: Report): ValueSyntax {
  if (node.kind === "scalar") return parseScalar(node, plainScalars, report);
  if (node.kind === "sequence") {
    return { kind: "list", span: node.span, items: node.items.map((item) => parseValue(item, plainScalars, report)) };
  }
  const entries = node.entries.map(({ key, keySpan, value }) => ({
    key: { value: key, span: keySpan },
    value: parseValue(value, plainScalars, report),
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
  return items.flatMap((item) => (item.kind === "scalar" ? (bareExpression(item, report) ?? []) : []));
}

function parseScalar(node: ScalarNode, plainScalars: PlainScalars, report: Report): ValueSyntax {
  if (typeof node.value !== "string") return { kind: "literal", span: node.span, value: node.value };
  if (node.value.includes("{{")) return parseTemplate(node, node.value, report);
  if (!warnOfLostBrace(node, node.value, 0, report) && plainScalars === "calls") {
    const isCall = node.style === "plain" && startsWithCall(node.value);
    const result = isCall ? parseExpression(node.value, node.place) : undefined;
    if (result?.kind === "expression") return expressionSyntax(node, node.value, result.expression);
    warnOfCall(node, node.value, result, report);
  }
  return { kind: "literal", span: node.span, value: node.value };
}

function parseTemplate(node: ScalarNode, text: string, report: Report): ValueSyntax {
  const parts: (string | ExpressionSyntax)[] = [];
  for (const piece of splitTemplate(text)) {
    if (piece.kind === "text") {
      warnOfLostBrace(node, piece.value, piece.start, report);
      parts.push(piece.value);
    } else if (piece.kind === "unterminated") {
      reportUnterminated(node, piece.start, report);
      parts.push(text.slice(piece.start));
    } else {
      const expression = readPiece(node, piece, report);
      if (expression !== undefined) parts.push(expression);
    }
  }
  const only = parts[0];
  if (parts.length === 1 && typeof only === "object") return only;
  return { kind: "template", span: node.span, parts };
}

/** A template that runs into the next one was never closed. */
function readPiece(node: ScalarNode, { text, start }: ExpressionPiece, report: Report): ExpressionSyntax | undefined {
  const place = (offset: number) => node.place(start + offset);
  const next = text.indexOf("{{");
  const runsOn =
    next > 0 &&
    parseExpression(text, place).kind === "problem" &&
    parseExpression(text.slice(0, next), place).kind === "expression";
  if (!runsOn) return readExpression(node, text, place, report);
  reportUnterminated(node, start - 2, report);
  return undefined;
}

type ExpressionPiece = Extract<TemplatePiece, { kind: "expression" }>;

function reportUnterminated(node: ScalarNode, start: number, report: Report): void {
  const at = span(node.span.source, node.place(start), node.place(start + 2));
  const help = `close it with "}}", or write {{ "{{" }} for the two braces themselves`;
  report("unterminated-template", at, 'the template "{{" is never closed', { help });
}

function bareExpression(node: ScalarNode, report: Report): ExpressionSyntax | undefined {
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
): ExpressionSyntax | undefined {
  const result = parseExpression(text, place);
  if (result.kind === "expression") return expressionSyntax(node, text, result.expression);
  const help = cutByComment(node)
    ? "YAML takes what follows a blank and # for a comment: quote the whole"
    : result.help;
  report("expression-syntax", span(node.span.source, result.start, result.end), result.message, { help });
  return undefined;
}

/** `#` or `#index` with an operator or the end of the call behind it. */
const itemBehindBlank = /^[^\S\n]+#(?:index|acc)?[^\S\n]*(?:[!=<>+*%.?|)-]|(?:in|not|and|or|matches)\b)/;

/** Plain text behind which the line goes on with a comment, which was most likely meant as the item of a predicate. */
function cutByComment({ style, span: { source, end } }: ScalarNode): boolean {
  return style === "plain" && itemBehindBlank.test(source.text.slice(end, end + 80));
}

function expressionSyntax(node: ScalarNode, text: string, root: Expression): ExpressionSyntax {
  return { kind: "expression", span: span(node.span.source, root.start, root.end), text: text.trim(), root };
}
