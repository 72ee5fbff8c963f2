import { fieldOf, type SyntaxNode } from "../syntax-node.ts";
import type { EvaluatedName } from "./shell-script.ts";

/** The variables whose texts bash evaluates: `a[$(…)]` in one of them runs a command. */
export function evaluatedNames(roots: readonly SyntaxNode[], text: string): readonly EvaluatedName[] {
  return roots.flatMap((root) => namesIn(root, text, undefined));
}

function namesIn(node: SyntaxNode, text: string, within: string | undefined): readonly EvaluatedName[] {
  const own = evaluatedRanges(node, text).flatMap(({ start, end }) => identifiers(text.slice(start, end)));
  const name = node.type === "function_definition" ? fieldOf(node, "name") : undefined;
  const inside = name === undefined ? within : text.slice(name.start, name.end);
  return [
    ...own.map((found) => ({ name: found, within })),
    ...node.children.flatMap((child) => namesIn(child, text, inside)),
  ];
}

type Ranges = readonly Pick<SyntaxNode, "start" | "end">[];

/** The parts of a node that are evaluated, whatever stands in them. */
function evaluatedRanges(node: SyntaxNode, text: string): Ranges {
  const { type, children } = node;
  switch (type) {
    case "arithmetic_expansion":
      return [node];
    case "compound_statement":
      return children[0]?.type === "((" ? [node] : [];
    case "c_style_for_statement":
      return children.filter(({ field }) => field !== "body");
    case "subscript":
      // An index of an associative array is text.
      return /\s-\w*A/.test(text) ? [] : children.filter(({ field }) => field === "index");
    case "expansion":
      return expanded(node, text);
    case "binary_expression":
      return children.some((child) => child.type === "test_operator" && comparesNumbers(child, text)) ? [node] : [];
    case "unary_expression":
      return text.startsWith("-v", node.start) ? [node] : [];
    case "command":
      return commandRanges(children, text);
    default:
      return [];
  }
}

/** `${!name}`, `${name@P}`, and of `${name:offset:length}` what is behind the name. */
function expanded({ start, end, children }: SyntaxNode, text: string): Ranges {
  const operators = children.filter(({ field }) => field === "operator").map(({ type }) => type);
  if (operators[0] === "!" && !/[@*]\}$/.test(text.slice(start, end))) return [{ start, end }];
  if (operators.join("") === "@P") return [{ start, end }];
  // The grammar ends at the first colon.
  const offset = /^\$\{\w+:(?![-=?+])[^}]*\}/.exec(text.slice(start));
  return offset === null ? [] : [{ start: text.indexOf(":", start), end: start + offset[0].length }];
}

function comparesNumbers({ start, end }: SyntaxNode, text: string): boolean {
  return /^-(?:eq|ne|lt|le|gt|ge)$/.test(text.slice(start, end));
}

/** `let` counts its arguments, `test -v` reads one as a name. */
function commandRanges(children: readonly SyntaxNode[], text: string): Ranges {
  const [name, first, second] = children.map(({ start, end }) => text.slice(start, end));
  if (name === "let") return children.slice(1);
  return name === "test" && first === "-v" && second !== undefined ? children.slice(2) : [];
}

function identifiers(text: string): readonly string[] {
  return [...new Set(text.match(/[A-Za-z_]\w*|(?<=\$\{?)\d+/g) ?? [])];
}
