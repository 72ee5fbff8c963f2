import type { Code, Expression, Operator } from "../nouns/typescript.ts";
import { lineComment, propertyAccess, propertyKey, stringLiteral, templateText } from "./escape.ts";

type Kind = (Code | Expression)["kind"];
type Of<K extends Kind> = Extract<Code | Expression, { kind: K }>;

/** The text of a tree, with the parentheses that precedence asks for and no others. */
export function print(node: Code | Expression): string {
  return (printers[node.kind] as (node: Code | Expression) => string)(node);
}

const printers: { readonly [K in Kind]: (node: Of<K>) => string } = {
  code: ({ parts }) => parts.map((part) => (typeof part === "string" ? part : print(part))).join(""),
  statement: ({ expression }) => `${notBlock(print(expression))};`,
  block: ({ statements }) => onLines("{}", statements.map(print)),
  comment: ({ text }) => lineComment(text),
  members: ({ members }) =>
    bracketed(
      "{}",
      members.map(([key, type]) => `${propertyKey(key)}: ${print(type)}`),
      ";",
    ),
  identifier: ({ text }) => text,
  literal: ({ value }) => (typeof value === "string" ? stringLiteral(value) : String(JSON.stringify(value))),
  template: ({ parts }) =>
    `\`${parts.map((part) => (typeof part === "string" ? templateText(part) : `\${${print(part)}}`)).join("")}\``,
  array: ({ elements }) => bracketed("[]", printAll(elements), ","),
  object: printObject,
  member: ({ object, key, optional }) => `${within(object, levels.atom)}${propertyAccess(key, optional)}`,
  nonNull: ({ value }) => `${within(value, levels.atom)}!`,
  call: ({ callee, typeArgument, arguments: given }) =>
    `${within(callee, levels.atom)}${typeArgument ? `<${print(typeArgument)}>` : ""}(${printAll(given).join(", ")})`,
  unary: printUnary,
  binary: printBinary,
  // Neither `&&` nor `||` may stand beside `??`.
  coalesce: ({ values }) => values.map((value) => within(value, levels["==="])).join(" ?? "),
  conditional: ({ test, consequent, alternate }) =>
    `${within(test, levels.coalesce)} ? ${within(consequent, levels["="])} : ${within(alternate, levels["="])}`,
  as: ({ value, type }) => `${within(value, levels["<"])} as ${print(type)}`,
  sequence: ({ expressions }) => `(${printAll(expressions).join(", ")})`,
  arrow: ({ head, body }) =>
    `${print(head)} ${body.kind === "block" ? print(body) : notBlock(within(body, levels["="]))}`,
};

/**
 * What binds, from the loosest to the tightest: https://tc39.es/ecma262/#sec-expressions. What follows a type behind `as`
 * might be read as part of it, so that is always closed; a dot behind a number would be its point.
 */
const tiers = [
  ["as"],
  ["=", "arrow"],
  ["conditional"],
  ["coalesce"],
  ["||"],
  ["&&"],
  ["===", "!==", "!="],
  ["<", "<=", ">", ">="],
  ["+", "-"],
  ["*", "/", "%"],
  ["**"],
  ["unary"],
  ["number"],
  ["atom"],
] as const;

type Tier = (typeof tiers)[number][number];
const levels = Object.fromEntries(tiers.flatMap((tier, level) => tier.map((name) => [name, level]))) as Readonly<
  Record<Tier | Operator, number>
>;

function levelOf(node: Expression): number {
  switch (node.kind) {
    case "binary":
      return levels[node.operator];
    case "literal":
      if (typeof node.value !== "number") return levels.atom;
      return node.value < 0 ? levels.unary : levels.number;
    case "as":
    case "arrow":
    case "conditional":
    case "coalesce":
    case "unary":
      return levels[node.kind];
    default:
      return levels.atom;
  }
}

/** The text as an operand of what takes operands of this level or a higher one. */
function within(node: Expression, least: number): string {
  return levelOf(node) < least ? `(${print(node)})` : print(node);
}

/** Items of a list: `a < b, c > (d)` would be a call with two types, so what could start one is closed. */
function printAll(nodes: readonly Expression[]): readonly string[] {
  const texts = nodes.map(print);
  const last = texts.findLastIndex((text) => /(?<!=)> [(`]/.test(text));
  return texts.map((text, index) => (index < last && text.includes("<") ? `(${text})` : text));
}

function printUnary({ operator, operand }: Of<"unary">): string {
  const text = within(operand, levels.unary);
  if (operator === "-") return text.startsWith("-") ? `-(${text})` : `-${text}`;
  return operator === "!" ? `!${text}` : `${operator} ${text}`;
}

function printBinary({ operator, left, right }: Of<"binary">): string {
  const level = levels[operator];
  // `a < b > (c)` would be a call with a type.
  if (level === levels["<"]) return `${within(left, level + 1)} ${operator} ${within(right, level + 1)}`;
  // `**` and `=` bind from the right, and neither takes an operator before what it binds.
  const [first, second] = operator === "**" || operator === "=" ? [levels.number, level] : [level, level + 1];
  return `${within(left, first)} ${operator} ${within(right, second)}`;
}

function printObject({ entries, layout }: Of<"object">): string {
  const given = entries.flatMap(([key, value, note]) => (value === undefined ? [] : [{ key, value, note }]));
  const texts = given.map(({ key, value }) => {
    const name = typeof key === "string" ? propertyKey(key) : `[${print(key)}]`;
    return `${name}: ${print(value)}`;
  });
  if (layout === "fit" || texts.length === 0) return bracketed("{}", texts, ",");
  const notes = given.map(({ note }) => (note === undefined ? "" : ` ${lineComment(note)}`));
  return onLines(
    "{}",
    texts.map((text, index) => `${text},${notes[index]}`),
  );
}

/** `{` at the start of a statement, or of what an arrow gives, would be a block. */
function notBlock(text: string): string {
  return text.startsWith("{") ? `(${text})` : text;
}

const longestLine = 96;

/** Items between brackets, on one line where they fit, else each on its own. */
function bracketed(brackets: "[]" | "{}", items: readonly string[], separator: "," | ";"): string {
  if (items.length === 0) return brackets;
  const text = items.join(`${separator} `);
  const line = brackets === "{}" ? `{ ${text} }` : `[${text}]`;
  if (line.length <= longestLine && !line.includes("\n")) return line;
  return onLines(
    brackets,
    items.map((item) => `${item}${separator}`),
  );
}

/** Each on its own line, or lines: no literal holds a raw line break. */
function onLines([open, close]: string, items: readonly string[]): string {
  return `${open}\n${items.map((item) => `  ${item.replaceAll("\n", "\n  ")}`).join("\n")}\n${close}`;
}
