import { ts } from "ts-morph";
import { print } from "../../compiler/4-emit/print.ts";
import type { Expression } from "../../compiler/nouns/typescript.ts";

/** An expression without its parentheses: the kind of each node and what is in it. */
export type Tree = string | readonly Tree[];

/** The tree of an expression that emitters have built. */
export function treeOf(node: Expression): Tree {
  switch (node.kind) {
    case "identifier":
      return node.text;
    case "literal":
      return literalTree(node.value);
    case "template":
      return [
        "template",
        ...merged(node.parts.map((part) => (typeof part === "string" ? ["chunk", part] : treeOf(part)))),
      ];
    case "array":
      return ["array", ...node.elements.map(treeOf)];
    case "object":
      return [
        "object",
        ...node.entries.map(([key, value]) => [
          typeof key === "string" ? ["key", key] : keyTree(treeOf(key)),
          value === undefined ? "" : treeOf(value),
        ]),
      ];
    case "member":
      return [node.optional ? "?." : ".", treeOf(node.object), String(node.key)];
    case "nonNull":
      return ["nonNull", treeOf(node.value)];
    case "call":
      return ["call", treeOf(node.callee), ...node.arguments.map(treeOf)];
    case "unary":
      return [node.operator, treeOf(node.operand)];
    case "binary":
      return [node.operator, treeOf(node.left), treeOf(node.right)];
    case "coalesce":
      return node.values.map(treeOf).reduce((left, right) => ["??", left, right]);
    case "conditional":
      return ["?:", treeOf(node.test), treeOf(node.consequent), treeOf(node.alternate)];
    case "as":
      return ["as", treeOf(node.value), print(node.type)];
    case "sequence":
      return node.expressions.map(treeOf).reduce((left, right) => [",", left, right]);
    case "arrow":
      return ["=>", node.body.kind === "block" ? print(node.body) : treeOf(node.body)];
  }
}

/** The tree of an expression as TypeScript reads it; undefined for what it cannot read. */
export function treeOfText(text: string): Tree | undefined {
  const found = parsed(text);
  return found && syntaxTree(found);
}

/** The pairs of parentheses without which the text would be read as the same tree. */
export function needlessParentheses(text: string): readonly string[] {
  const start = parsed(text);
  const tree = treeOfText(text);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isParenthesizedExpression(node) && !isAlwaysClosed(node)) {
      const [from, to] = [node.getStart() - head.length, node.end - head.length];
      const without = `${text.slice(0, from)}${text.slice(from + 1, to - 1)}${text.slice(to)}`;
      if (JSON.stringify(treeOfText(without)) === JSON.stringify(tree)) found.push(node.getText());
    }
    node.forEachChild(visit);
  };
  if (start !== undefined) visit(start);
  return found;
}

/** A sequence, a number, a type, what might be read on as one, and what only a later phase of TypeScript refuses. */
function isAlwaysClosed({ expression, parent }: ts.ParenthesizedExpression): boolean {
  const [inner = "", around = ""] = [operatorOf(expression), operatorOf(parent)];
  if (ts.isNumericLiteral(expression) || ts.isAsExpression(expression) || inner === ",") return true;
  if ((inner === "??" && /&&|\|\|/.test(around)) || (around === "??" && /&&|\|\|/.test(inner))) return true;
  const isListed = ts.isCallExpression(parent) || ts.isArrayLiteralExpression(parent) || around === ",";
  return (isListed || /^[<>]=?$/.test(around)) && /[<>]/.test(expression.getText());
}

function operatorOf(node: ts.Node): string | undefined {
  return ts.isBinaryExpression(node) ? node.operatorToken.getText() : undefined;
}

const head = "async () => { return ";

function parsed(text: string): ts.Expression | undefined {
  const source = ts.createSourceFile("it.ts", `${head}${text};}`, ts.ScriptTarget.Latest, true);
  const { parseDiagnostics } = source as unknown as { readonly parseDiagnostics: readonly unknown[] };
  const [only, ...others] = source.statements;
  if (parseDiagnostics.length > 0 || others.length > 0 || only === undefined || !ts.isExpressionStatement(only))
    return undefined;
  const { expression } = only;
  if (!ts.isArrowFunction(expression) || !ts.isBlock(expression.body)) return undefined;
  const [result, ...more] = expression.body.statements;
  return result !== undefined && more.length === 0 && ts.isReturnStatement(result) ? result.expression : undefined;
}

function literalTree(value: string | number | boolean | null | undefined): Tree {
  if (typeof value === "string") return ["text", value];
  return typeof value === "number" && value < 0 ? ["-", String(-value)] : String(value);
}

function keyTree(key: Tree): Tree {
  return typeof key !== "string" && key[0] === "text" ? ["key", ...key.slice(1)] : ["computed", key];
}

/** Pieces of a template; texts next to each other are one, and none is empty. */
function merged(pieces: readonly Tree[]): readonly Tree[] {
  const found: Tree[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (piece[0] !== "chunk" || last?.[0] !== "chunk") found.push(piece);
    else found.splice(-1, 1, ["chunk", `${last[1]}${piece[1]}`]);
  }
  return found.filter(([kind, text]) => kind !== "chunk" || text !== "");
}

function syntaxTree(node: ts.Node): Tree {
  if (ts.isParenthesizedExpression(node)) return syntaxTree(node.expression);
  if (ts.isStringLiteral(node)) return ["text", node.text];
  if (ts.isNumericLiteral(node)) return String(Number(node.text));
  if (ts.isNonNullExpression(node)) return ["nonNull", syntaxTree(node.expression)];
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return accessTree(node);
  if (ts.isBinaryExpression(node)) return [node.operatorToken.getText(), syntaxTree(node.left), syntaxTree(node.right)];
  if (ts.isPrefixUnaryExpression(node)) return [node.getText().charAt(0), syntaxTree(node.operand)];
  if (ts.isTypeOfExpression(node)) return ["typeof", syntaxTree(node.expression)];
  if (ts.isAwaitExpression(node)) return ["await", syntaxTree(node.expression)];
  if (ts.isAsExpression(node)) return ["as", syntaxTree(node.expression), node.type.getText()];
  if (ts.isCallExpression(node) && node.typeArguments === undefined)
    return ["call", syntaxTree(node.expression), ...node.arguments.map(syntaxTree)];
  return syntaxTreeOfRest(node);
}

function syntaxTreeOfRest(node: ts.Node): Tree {
  if (ts.isConditionalExpression(node))
    return ["?:", syntaxTree(node.condition), syntaxTree(node.whenTrue), syntaxTree(node.whenFalse)];
  if (ts.isArrayLiteralExpression(node)) return ["array", ...node.elements.map(syntaxTree)];
  if (ts.isObjectLiteralExpression(node)) return ["object", ...node.properties.map(propertyTree)];
  if (ts.isArrowFunction(node)) return ["=>", syntaxTree(node.body)];
  if (ts.isNoSubstitutionTemplateLiteral(node)) return ["template", ...merged([["chunk", node.text]])];
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.flatMap((span) => [syntaxTree(span.expression), ["chunk", span.literal.text]]);
    return ["template", ...merged([["chunk", node.head.text], ...spans])];
  }
  return ts.isIdentifier(node) || ts.isToken(node) ? node.getText() : ["other", node.getText()];
}

function accessTree(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): Tree {
  const key = ts.isPropertyAccessExpression(node) ? node.name : node.argumentExpression;
  const name = ts.isIdentifier(key) || ts.isStringLiteral(key) ? key.text : key.getText();
  return [node.questionDotToken === undefined ? "." : "?.", syntaxTree(node.expression), name];
}

function propertyTree(node: ts.ObjectLiteralElementLike): Tree {
  if (!ts.isPropertyAssignment(node)) return ["other", node.getText()];
  const { name } = node;
  const key = ts.isComputedPropertyName(name)
    ? keyTree(syntaxTree(name.expression))
    : ["key", ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : name.getText()];
  return [key, syntaxTree(node.initializer)];
}
