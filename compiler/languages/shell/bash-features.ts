import { nodesIn, type SyntaxNode } from "../syntax-node.ts";
import { featuresOfCommand } from "./bash-commands.ts";
import type { CommandSource } from "./commands.ts";
import type { BashFeature, ShellCommand } from "./shell-script.ts";

/** What a script uses of bash and POSIX's shell does not know: each thing once, at its first place. */
export function bashFeatures(
  { root, documents, text, hereStrings }: CommandSource,
  commands: readonly ShellCommand[],
): readonly BashFeature[] {
  const nodes = [root, ...[...documents.values()].map((document) => document.root)].flatMap((tree) => [
    ...nodesIn(tree),
  ]);
  const own = functionNames(nodes, text);
  const found = [
    ...nodes.flatMap((node) => featureOf(node, text) ?? []),
    ...commands.flatMap((command) => featuresOfCommand(command, own)),
    ...[...hereStrings].map((start) => ({ ...hereString, start, end: start + 3 })),
  ];
  const ordered = found.sort((first, second) => first.start - second.start);
  return [...new Map(ordered.toReversed().map((feature) => [feature.what, feature])).values()].reverse();
}

function functionNames(nodes: readonly SyntaxNode[], text: string): ReadonlySet<string> {
  const names = nodes.flatMap(({ type, children }) =>
    type === "function_definition" ? children.filter(({ field }) => field === "name") : [],
  );
  return new Set(names.map(({ start, end }) => text.slice(start, end)));
}

const hereString = { what: "`<<<`", instead: "write: printf '%s\\n' \"$text\" | command" };

type Feature = readonly [what: string, instead: string];

/** Nodes that are such a feature wherever they stand, by their types. */
const byType: Readonly<Record<string, Feature>> = {
  "[[": ["`[[ … ]]`", "write `[ … ]`, or `case` for patterns"],
  array: ["an array", 'use the arguments: set -- a b, then "$@"'],
  subscript: ["an array", 'use the arguments: set -- a b, then "$@"'],
  "<(": ["`<(…)`", "write a pipe, or a temporary file"],
  ">(": ["`>(…)`", "write a pipe, or a temporary file"],
  "<<<": [hereString.what, hereString.instead],
  ansi_c_string: ["`$'…'`", "write `printf` with escapes: \"$(printf 'a\\tb')\""],
  c_style_for_statement: ["`for ((…))`", "write: i=0; while [ $i -lt 10 ]; do …; i=$((i + 1)); done"],
  select: ["`select`", "write a `while` loop with `read` and `case`"],
  brace_expression: ["`{1..3}`", "write the words out, or `$(seq 1 3)`"],
  "&>": ["`&>`", "write `> file 2>&1`"],
  "&>>": ["`&>>`", "write `>> file 2>&1`"],
  "|&": ["`|&`", "write `2>&1 |`"],
  ";&": ["`;&`", "write the commands again, or call a function"],
  ";;&": ["`;;&`", "write a second `case`"],
  "$[": ["`$[…]`", "write `$((…))`"],
  function: ["`function`", "write `name() { … }`"],
  coproc: ["`coproc`", "write a named pipe: mkfifo"],
};

/** Features that hang on what stands in a node. */
const inside: Readonly<Record<string, (node: SyntaxNode, text: string) => Feature | undefined>> = {
  compound_statement: ({ children }) =>
    children[0]?.type === "((" ? ["`((…))`", 'write: [ "$((…))" -ne 0 ], or : $((…))'] : undefined,
  expansion: expansion,
  arithmetic_expansion: (node, text) => arithmetic([...nodesIn(node)], text),
  command_substitution: ({ children }) =>
    children.length === 3 && children[1]?.type === "file_redirect" ? ["`$(< file)`", "write $(cat file)"] : undefined,
  function_definition: ({ children }, text) => {
    const name = children.find(({ field }) => field === "name");
    const isPlain = name === undefined || /^\w+$/.test(text.slice(name.start, name.end));
    return isPlain ? undefined : ["a function with such a name", "names have letters, digits and `_`"];
  },
  file_redirect: bothStreams,
  test_command: tested,
  translated_string: ({ start }, text) => (text.startsWith('$"', start) ? ['`$"…"`', "leave out the `$`"] : undefined),
  variable_assignment: ({ children }) =>
    children.some(({ type }) => type === "+=") ? ["`+=`", 'write: name="$name more"'] : undefined,
  concatenation: braces,
};

function featureOf(node: SyntaxNode, text: string): BashFeature | undefined {
  const { type, start, end } = node;
  const found = byType[type] ?? inside[type]?.(node, text);
  if (found === undefined) return undefined;
  const line = text.indexOf("\n", start);
  return { what: found[0], instead: found[1], start, end: line === -1 || line <= start ? end : Math.min(end, line) };
}

function expansion({ children }: SyntaxNode): Feature | undefined {
  if (children[1]?.type === "!") return ["`${!name}`", 'write: eval "value=\\$$name"'];
  const operator = children.find(({ field }) => field === "operator")?.type ?? "";
  if (/^\/[/#%]?$/.test(operator)) return ["`${name/a/b}`", "write: printf '%s' \"$name\" | sed 's/a/b/'"];
  if (operator === ":") return ["`${name:0:2}`", "write: printf '%s' \"$name\" | cut -c 1-2"];
  if (/^[\^,]/.test(operator)) return ["`${name^^}`", "write: printf '%s' \"$name\" | tr a-z A-Z"];
  return operator === "@" ? ["`${name@…}`", "write it out"] : undefined;
}

function arithmetic(nodes: readonly SyntaxNode[], text: string): Feature | undefined {
  for (const { type, start, end } of nodes) {
    if (type === "++" || type === "--") return [`\`${type}\` in arithmetic`, `write $((i = i ${type.charAt(0)} 1))`];
    if (type === "**") return ["`**` in arithmetic", "write the product"];
    if (type === "number" && text.slice(start, end).includes("#"))
      return ["`16#ff` in arithmetic", "write 0xff, or octal with 0"];
  }
  return undefined;
}

/** `[ … == … ]`, `[ -v … ]`. */
function tested(node: SyntaxNode, text: string): Feature | undefined {
  if (node.children[0]?.type !== "[") return undefined;
  for (const { type, start, end } of nodesIn(node)) {
    if (type === "==") return ["`==` in `[ … ]`", "write `=`"];
    if (type === "test_operator" && text.slice(start, end) === "-v")
      return ["`[ -v name ]`", 'write [ -n "${name+x}" ]'];
  }
  return undefined;
}

/** `>& file`. */
function bothStreams({ children }: SyntaxNode, text: string): Feature | undefined {
  const target = children.find(({ field }) => field === "destination");
  const isFile = target?.type === "word" && !/^(?:\d+-?|-|_h_)$/.test(text.slice(target.start, target.end));
  const isBoth = children.some(({ type }) => type === ">&") && children.every(({ field }) => field !== "descriptor");
  return isBoth && isFile ? ["`>& file`", "write `> file 2>&1`"] : undefined;
}

/** `{a,b}`, and `{1..3}` beside other text. */
function braces({ start, end }: SyntaxNode, text: string): Feature | undefined {
  const found = /(?<![$\\@])\{[^{}\s'"$\\]*(,|\.\.)[^{}\s'"$\\]*\}/.exec(text.slice(start, end));
  if (found === null) return undefined;
  return found[1] === "," ? ["`{a,b}`", "write the words out: sh takes it as it stands"] : byType["brace_expression"];
}
