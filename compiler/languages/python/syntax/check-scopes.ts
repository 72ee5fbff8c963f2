import type { ScriptMistake } from "../../script-mistake.ts";
import type { SyntaxNode } from "../../syntax-node.ts";

/** The scopes around a node. */
interface Scopes {
  readonly innermost: "module" | "class" | "function";
  readonly inFunction: boolean;
}

/** The first `yield` or `nonlocal` that no function is around. */
export function checkScopes(node: SyntaxNode, scopes: Scopes = outermost): ScriptMistake | undefined {
  const { type, start, children } = node;
  if (type === "yield" && children.length > 0 && scopes.innermost !== "function") return outside("yield", start);
  if (type === "nonlocal_statement" && !scopes.inFunction) return outside("nonlocal", start);
  for (const child of children) {
    const mistake = checkScopes(child, child.field === "body" ? bodyOf(type, scopes) : scopes);
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

const outermost: Scopes = { innermost: "module", inFunction: false };

/** Defaults and decorators belong to what is around, the body does not. */
function bodyOf(type: string, scopes: Scopes): Scopes {
  if (type === "function_definition" || type === "lambda") return { innermost: "function", inFunction: true };
  return type === "class_definition" ? { ...scopes, innermost: "class" } : scopes;
}

function outside(word: string, start: number): ScriptMistake {
  return { start, end: start + word.length, message: `\`${word}\` outside of a function` };
}
