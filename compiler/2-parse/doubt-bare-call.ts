import { findFunction } from "../functions/table.ts";
import type { Expression } from "../nouns/expression.ts";
import type { ScalarNode } from "../nouns/node.ts";
import { span } from "../nouns/source.ts";
import type { Doubt } from "../nouns/value-syntax.ts";
import { expressionChildren } from "../tree/expression-children.ts";
import { walk } from "../tree/walk.ts";
import { doubtRead } from "./doubt-call.ts";
import type { ParseResult } from "./expression.ts";

/** A scalar in a place where only templates are evaluated. */
interface BareText {
  readonly node: ScalarNode;
  readonly text: string;
  /** What became of a text that begins with a known function. */
  readonly result: ParseResult | undefined;
  /** True for text in another language: `len(x)` may be a call there too, `get('x')` as the whole of it hardly. */
  readonly isScript: boolean;
}

/**
 * Where only templates are evaluated, a text that is an expression of flowc as a whole was likely meant to be one, and so
 * was a read of a name in a text. Prose and other languages have calls too: what would not be one of flowc's, because it
 * calls an unknown function or names a variable, is text.
 */
export function doubtBareCall({ node, text, result, isScript }: BareText): Doubt | undefined {
  const root = result?.kind === "expression" ? result.expression : undefined;
  const isMeant = root !== undefined && isWhole(root, noNames) && (!isScript || readsName(root));
  if (!isMeant) return isScript ? undefined : doubtRead(node, text);
  const call = text.trim();
  const at = span(node.span.source, root.start, root.end);
  const help = `write {{ ${call} }}; for the text itself, write {{ "…" }}`;
  return { span: at, message: `"${call}" is text here and is not evaluated`, extras: { help } };
}

const noNames: ReadonlySet<string> = new Set();

/** True where all that the expression calls and names is known to flowc. */
function isWhole(node: Expression, names: ReadonlySet<string>): boolean {
  switch (node.kind) {
    case "identifier":
      return names.has(node.name);
    case "let":
      return isWhole(node.value, names) && isWhole(node.body, new Set([...names, node.variable.name]));
    case "call": {
      const spec = findFunction(calledName(node.callee));
      const { length } = node.arguments;
      if (spec === undefined || length < spec.parameters.filter(({ optional }) => !optional).length) return false;
      return (spec.variadic || length <= spec.parameters.length) && node.arguments.every((one) => isWhole(one, names));
    }
    default:
      return expressionChildren(node).every((child) => isWhole(child, names));
  }
}

function readsName(root: Expression): boolean {
  return [...walk([root], expressionChildren)].some((node) => {
    const isRead = node.kind === "call" && findFunction(calledName(node.callee))?.implementation.kind === "accessor";
    return isRead && node.arguments[0]?.kind === "string";
  });
}

/** `exec.stderr` and the like are one name. */
function calledName(callee: Expression): string {
  if (callee.kind === "identifier") return callee.name;
  if (callee.kind !== "member" || callee.object.kind !== "identifier" || callee.property.kind !== "string") return "";
  return `${callee.object.name}.${callee.property.value}`;
}
