import type { SyntaxNode } from "../syntax-node.ts";
import type { ShellHole, ShellPlace } from "./shell-script.ts";

/** What a hole is by the nodes that hold it, outermost first (`pathTo`). */
export function holePlace(path: readonly SyntaxNode[]): ShellHole {
  const inner = path.slice(path.findLastIndex(({ type }) => runsCommands.has(type)) + 1);
  const backticks = path.some(({ type, children }) => type === "command_substitution" && children[0]?.type === "`");
  return { place: placeIn(inner), backticks, namesProgram: inner.some(({ type }) => type === "command_name") };
}

/** What begins a text of commands of its own. */
const runsCommands = new Set(["command_substitution", "process_substitution"]);

function placeIn(path: readonly SyntaxNode[]): ShellPlace {
  // Bash computes both sides of `[[ $n -gt 3 ]]`.
  const computes = path.some(({ type, children }) => type === "test_command" && children[0]?.type === "[[");
  for (const [fromEnd, node] of path.toReversed().entries()) {
    if (computes && comparesNumbers(node)) return "arithmetic";
    const place = placeAt(node, path[path.length - fromEnd]);
    if (place !== undefined) return place;
  }
  return "word";
}

const places: Readonly<Record<string, ShellPlace>> = {
  comment: "comment",
  raw_string: "single",
  ansi_c_string: "ansi",
  string: "double",
  heredoc_body: "document",
  arithmetic_expansion: "arithmetic",
  c_style_for_statement: "arithmetic",
  simple_expansion: "name",
  command_name: "command",
};

/** What a node says of the child that holds the hole; undefined where that is for the nodes around it to say. */
function placeAt(node: SyntaxNode, inner: SyntaxNode | undefined): ShellPlace | undefined {
  switch (node.type) {
    case "expansion":
      return inExpansion(node, inner);
    case "subscript":
      return inner?.field === "name" ? "name" : "arithmetic";
    case "compound_statement":
      return node.children[0]?.type === "((" ? "arithmetic" : undefined;
    case "do_group":
      return "word";
    case "variable_assignment":
      return inner?.field === "name" ? "name" : "assignment";
    case "function_definition":
    case "for_statement":
      return inner?.field === "name" || inner?.field === "variable" ? "name" : undefined;
    case "case_item":
      return inner?.field === "value" ? "pattern" : undefined;
    case "binary_expression":
      return inTest(node, inner);
    default:
      return places[node.type];
  }
}

/** Of `${x}` the name, of `${x#pattern}` the pattern, of `${x:-word}` whatever stands around it. */
function inExpansion({ children }: SyntaxNode, inner: SyntaxNode | undefined): ShellPlace | undefined {
  const operator = children.find(({ field }) => field === "operator")?.type ?? "";
  const behind = inner !== undefined && children.some(({ field, end }) => field === "operator" && end <= inner.start);
  if (!behind) return "name";
  if (operator === ":") return "arithmetic";
  return /^[#%/^,@]/.test(operator) ? "pattern" : undefined;
}

function comparesNumbers({ type, children }: SyntaxNode): boolean {
  return type === "binary_expression" && children.some((child) => child.type === "test_operator");
}

function inTest({ children }: SyntaxNode, inner: SyntaxNode | undefined): ShellPlace | undefined {
  const operator = children.find(({ field }) => field === "operator")?.type;
  return inner?.field === "right" && /^[!=]=?$|^=~$/.test(operator ?? "") ? "pattern" : undefined;
}
