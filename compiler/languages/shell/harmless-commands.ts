import { firstHoleIn, type Range } from "../script-text.ts";
import { fieldOf, nodesIn, type SyntaxNode } from "../syntax-node.ts";
import type { CommandSource } from "./commands.ts";

/** Commands that do not fail in a way that matters to those behind them. */
const names = new Set([
  ...["echo", "printf", ":", "true", "export", "local", "readonly", "declare", "typeset", "unset", "alias", "set"],
  ...["trap", "umask", "shopt", "ulimit", "exit", "return", "break", "continue", "read", "wait", "exec", "shift"],
  ...["sleep", "date", "dirname", "basename", "pwd", "hostname", "uname", "whoami", "id", "seq", "tput", "clear"],
  // Their exit code 1 is an answer.
  ...["grep", "egrep", "fgrep", "rg", "pgrep", "diff", "cmp", "expr"],
]);

/** Commands that read text from a pipe and write it. */
const filters = /^(?:tr|cut|sort|uniq|wc|head|tail|sed|awk|rev|tac|nl|fold|column|tee)$/;

/** Knows which commands of a script cannot fail sensibly: assignments of constants, `echo`, functions that only log. */
export class HarmlessCommands {
  readonly #text: string;
  readonly #holes: readonly Range[];
  readonly #functions: ReadonlyMap<string, SyntaxNode | undefined>;

  constructor({ text, holes, root }: Pick<CommandSource, "text" | "holes" | "root">) {
    this.#text = text;
    this.#holes = holes;
    const defined = [...nodesIn(root)].filter(({ type }) => type === "function_definition");
    this.#functions = new Map(defined.map((node) => [this.#field(node, "name"), fieldOf(node, "body")]));
  }

  /** True for a command whose failure nobody would ask for. `depth` counts calls of functions by each other. */
  has(node: SyntaxNode, depth = 0): boolean {
    switch (node.type) {
      case "command":
        return this.#isHarmlessCall(node, depth);
      case "variable_assignment":
        return [fieldOf(node, "value")].every((value) => value === undefined || this.#isConstant(value, depth));
      case "variable_assignments":
        return node.children.every((child) => this.has(child, depth));
      case "pipeline":
        return this.#isHarmlessEnd(node.children.at(-1), depth);
      case "redirected_statement":
      case "list":
        return this.#isHarmlessEnd(fieldOf(node, "body") ?? node.children.at(-1), depth);
      case "declaration_command":
      case "unset_command":
        return true;
      default:
        return false;
    }
  }

  /** True for a command that gives on the text of a pipe. */
  isFilter(node: SyntaxNode): boolean {
    return filters.test(this.#field(node, "name"));
  }

  #isHarmlessEnd(node: SyntaxNode | undefined, depth: number): boolean {
    return node === undefined || this.isFilter(node) || this.has(node, depth);
  }

  #isHarmlessCall(node: SyntaxNode, depth: number): boolean {
    const name = fieldOf(node, "name");
    // What a template names is known to the run only.
    if (name === undefined || firstHoleIn(this.#holes, name) !== -1) return true;
    const called = this.#text.slice(name.start, name.end);
    const body = this.#functions.get(called);
    if (body !== undefined) return depth < 10 && this.#isHarmlessEnd(lastStatement(body), depth + 1);
    const words = this.#text.slice(node.start, node.end);
    // `cat` alone writes what it is given, such as a here-document.
    return names.has(called) || words === "cat" || /^rm\s+-\w*f/.test(words);
  }

  /** True for a value that no command gives, or only one that cannot fail. */
  #isConstant(value: SyntaxNode, depth: number): boolean {
    const substitutions = [...nodesIn(value)].filter(({ type }) => type === "command_substitution");
    return substitutions.every((node) => this.#isHarmlessEnd(lastStatement(node), depth));
  }

  #field(node: SyntaxNode, name: string): string {
    const field = fieldOf(node, name);
    return field === undefined ? "" : this.#text.slice(field.start, field.end);
  }
}

function lastStatement({ children }: SyntaxNode): SyntaxNode | undefined {
  return children.findLast(({ type }) =>
    /_statement$|_command$|^(?:command|pipeline|list)$|^variable_assignments?$/.test(type),
  );
}
