import type { Range } from "../script-text.ts";
import { fieldOf, nodesIn, type SyntaxNode } from "../syntax-node.ts";
import type { CommandSource } from "./commands.ts";
import { HarmlessCommands } from "./harmless-commands.ts";

/**
 * The first command of a script whose failure is lost: another one follows it, and nothing looks at its exit code.
 * Undefined where there is none, or where the script itself stops at failures (`set -e`).
 */
export function lostFailure(source: ScriptSource): Range | undefined {
  // What the grammar cannot read, though shells can, may be a loop or a condition.
  if ([...nodesIn(source.root)].some(({ type, isMissing }) => type === "ERROR" || isMissing)) return undefined;
  const lost = new FailureReader(source).block(source.root.children, true);
  return lost && { start: lost.start, end: lost.end };
}

type ScriptSource = Pick<CommandSource, "text" | "holes" | "root">;

const simple = ["command", "test_command", "variable_assignment", "variable_assignments"];
const branching = ["if_statement", "elif_clause", "else_clause", "case_statement", "case_item"];
const grouping = ["compound_statement", "subshell"];
const statements = new Set([
  ...[...simple, ...branching, ...grouping, "list", "pipeline", "negated_command", "redirected_statement"],
  ...["while_statement", "for_statement", "c_style_for_statement", "function_definition"],
  ...["declaration_command", "unset_command"],
]);

class FailureReader {
  readonly #text: string;
  readonly #harmless: HarmlessCommands;
  #stopsAtFailure = false;

  constructor(source: ScriptSource) {
    this.#text = source.text;
    this.#harmless = new HarmlessCommands(source);
  }

  /** What is lost in statements that follow each other; `isUsed`: something looks at the exit code of the last. */
  block(nodes: readonly SyntaxNode[], isUsed: boolean): SyntaxNode | undefined {
    const sequence = nodes.filter(({ type }) => statements.has(type));
    for (const [index, statement] of sequence.entries()) {
      const next = sequence[index + 1];
      const isInBackground = nodes[nodes.indexOf(statement) + 1]?.type === "&";
      const isLookedAt = next === undefined ? isUsed : this.#looksBack(next);
      const lost = this.#in(statement, isInBackground || isLookedAt);
      if (lost !== undefined && !this.#stopsAtFailure) return lost;
    }
    return undefined;
  }

  #in(node: SyntaxNode, isUsed: boolean): SyntaxNode | undefined {
    const { type, children } = node;
    if (simple.includes(type)) return this.#command(node, isUsed);
    if (branching.includes(type)) return this.#branches(children, isUsed);
    if (grouping.includes(type)) return this.block(children, isUsed);
    const body = fieldOf(node, "body");
    switch (type) {
      case "list":
      case "pipeline":
        return this.#chain(children, isUsed);
      case "negated_command":
        return this.block(children, true);
      case "redirected_statement":
        return this.block(body === undefined ? [] : [body], isUsed);
      case "function_definition":
        return this.block(body === undefined ? [] : [body], true);
      case "while_statement":
      case "for_statement":
      case "c_style_for_statement":
        // The exit code of a round is lost to the next.
        return this.block(conditionsIn(children), true) ?? this.block(body?.children ?? [], false);
      default:
        return undefined;
    }
  }

  #command(node: SyntaxNode, isUsed: boolean): SyntaxNode | undefined {
    const words = this.#text.slice(node.start, node.end);
    if (/^set\s(?:.*\s)?(?:-[a-zA-Z]*e|-[a-zA-Z]*o\s+errexit)/.test(words)) this.#stopsAtFailure = true;
    else if (/^set\s(?:.*\s)?(?:\+[a-zA-Z]*e|\+o\s+errexit)/.test(words)) this.#stopsAtFailure = false;
    else if (/^trap\s[\s\S]*\sERR\s*$/.test(words)) this.#stopsAtFailure = true;
    return isUsed || this.#harmless.has(node) ? undefined : node;
  }

  /** `a && b`, `a | b`: what stands before the last is a condition, or left to `pipefail`. */
  #chain(children: readonly SyntaxNode[], isUsed: boolean): SyntaxNode | undefined {
    const links = children.filter(({ type }) => statements.has(type));
    const last = links.at(-1);
    const isPiped = children.some(({ type }) => type === "|" || type === "|&");
    const isLastUsed = isUsed || (isPiped && last !== undefined && this.#harmless.isFilter(last));
    return first(links, (link) => this.#in(link, link !== last || isLastUsed));
  }

  #branches(children: readonly SyntaxNode[], isUsed: boolean): SyntaxNode | undefined {
    const conditions = conditionsIn(children);
    const isBranch = ({ type }: SyntaxNode) => /^(?:elif_clause|else_clause|case_item)$/.test(type);
    const own = children.filter((child) => !conditions.includes(child) && !isBranch(child));
    return (
      this.block(conditions, true) ??
      this.block(own, isUsed) ??
      first(children.filter(isBranch), (branch) => this.#in(branch, isUsed))
    );
  }

  /** True where a statement reads the exit code of the one before it, passes it on, or ends the script as failed. */
  #looksBack({ start, end }: SyntaxNode): boolean {
    const words = this.#text.slice(start, end);
    return /^(?:exit|return)(?!\s+0+\s*$)\b/.test(words) || /\$\{?\?|PIPESTATUS/.test(words);
  }
}

/** What stands before `then` and `do`. */
function conditionsIn(children: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const end = children.findIndex(({ type }) => type === "then" || type === "do_group");
  return children.slice(0, Math.max(0, end));
}

function first<Node, Found>(nodes: readonly Node[], find: (node: Node) => Found | undefined): Found | undefined {
  for (const node of nodes) {
    const found = find(node);
    if (found !== undefined) return found;
  }
  return undefined;
}
