import { firstHoleIn, type Range } from "../script-text.ts";
import { fieldOf, nodesIn, type SyntaxNode } from "../syntax-node.ts";
import type { PythonCall, PythonValue } from "./python-script.ts";
import { stringValue } from "./string-value.ts";

/** Reads expressions of one script as values, each once. */
export class ValueReader {
  readonly #text: string;
  readonly #holes: readonly Range[];
  readonly #imported: ReadonlyMap<string, string>;
  readonly #values = new Map<SyntaxNode, PythonValue>();
  readonly #calls = new Map<SyntaxNode, PythonCall>();

  constructor(text: string, holes: readonly Range[], imported: ReadonlyMap<string, string>) {
    this.#text = text;
    this.#holes = holes;
    this.#imported = imported;
  }

  value(node: SyntaxNode): PythonValue {
    const known = this.#values.get(node);
    if (known !== undefined) return known;
    const value = this.#read(node);
    this.#values.set(node, value);
    return value;
  }

  call(node: SyntaxNode): PythonCall {
    const known = this.#calls.get(node);
    if (known !== undefined) return known;
    const callee = fieldOf(node, "function");
    const given = (fieldOf(node, "arguments")?.children ?? []).filter(({ type }) => !punctuation.has(type));
    const name = callee === undefined ? "?" : this.#fullName(callee);
    const object = callee?.type === "attribute" ? fieldOf(callee, "object") : undefined;
    const isNamed = callee === undefined || callee.type === "identifier" || callee.type === "attribute";
    const call: PythonCall = {
      name,
      callee: isNamed ? undefined : this.value(callee),
      object: object && this.value(object),
      arguments: given.filter(({ type }) => type !== "keyword_argument").map((argument) => this.value(argument)),
      keywords: given.flatMap((argument) => this.#keyword(argument)),
      isSpread: given.some(({ type }) => type.endsWith("_splat")),
      start: node.start,
      end: node.end,
    };
    this.#calls.set(node, call);
    return call;
  }

  /** The names that a target of an assignment binds: of `a, (b, *c)` all three, of `a.b` `.b`, of `a[0]` `a`. */
  namesIn(target: SyntaxNode | undefined): readonly string[] {
    if (target === undefined) return [];
    if (target.type === "subscript") return this.namesIn(fieldOf(target, "value"));
    const attribute = target.type === "attribute" ? fieldOf(target, "attribute") : undefined;
    if (attribute !== undefined) return [`.${this.written(attribute)}`];
    return [...nodesIn(target)].filter(({ type }) => type === "identifier").map((node) => this.written(node));
  }

  /** The node as it stands in the script. */
  written({ start, end }: SyntaxNode): string {
    return this.#text.slice(start, end);
  }

  #keyword(node: SyntaxNode): PythonCall["keywords"] {
    const name = fieldOf(node, "name");
    const value = fieldOf(node, "value");
    if (node.type !== "keyword_argument" || name === undefined || value === undefined) return [];
    return [{ name: this.written(name), value: this.value(value) }];
  }

  #read(node: SyntaxNode): PythonValue {
    switch (node.type) {
      case "identifier":
        return this.#name(node);
      case "string":
        return stringValue(node, { text: this.#text, holes: this.#holes, value: (inner) => this.value(inner) });
      case "concatenated_string":
        return { kind: "joined", parts: this.#inside(node) };
      case "list":
      case "tuple":
      case "expression_list":
        return { kind: "list", items: this.#inside(node) };
      case "parenthesized_expression":
        return this.#inside(node)[0] ?? { kind: "other", parts: [] };
      case "binary_operator":
        return { kind: fieldOf(node, "operator")?.type === "+" ? "joined" : "other", parts: this.#inside(node) };
      case "call":
        return this.#source(node) ?? { kind: "call", call: this.call(node) };
      case "attribute":
        return this.#source(node) ?? this.#member(node);
      default:
        return this.#source(node) ?? { kind: "other", parts: this.#inside(node) };
    }
  }

  #name(node: SyntaxNode): PythonValue {
    const hole = firstHoleIn(this.#holes, node);
    if (hole !== -1) return { kind: "hole", hole };
    return this.#source(node) ?? { kind: "name", name: this.written(node) };
  }

  #member(node: SyntaxNode): PythonValue {
    const names = this.namesIn(node).map((name): PythonValue => ({ kind: "name", name }));
    const object = fieldOf(node, "object");
    return { kind: "member", name: this.#fullName(node), parts: [...(object ? [this.value(object)] : []), ...names] };
  }

  #inside({ children }: SyntaxNode): readonly PythonValue[] {
    return children
      .filter((child) => child.field !== "operator" && !punctuation.has(child.type))
      .map((child) => this.value(child));
  }

  /** Reads of what a script is given: `inputs`, the environment, the arguments. */
  #source(node: SyntaxNode): PythonValue | undefined {
    const [holder, key] = this.#access(node);
    switch (holder === undefined ? "" : this.#fullName(holder)) {
      case "inputs":
      case "inputs.get":
        return { kind: "input", name: this.#constant(key) };
      case "os.environ":
      case "os.environ.get":
      case "os.getenv":
        return { kind: "environment", name: this.#constant(key) };
      case "sys.stdin":
      case "sys.stdin.buffer":
      case "fileinput.input":
        return { kind: "standard input" };
      case "input":
        return node.type === "call" ? { kind: "standard input" } : undefined;
      case "sys.argv":
        return { kind: "argument", index: key?.type === "integer" ? Number(this.written(key)) : undefined };
      default:
        return undefined;
    }
  }

  /** What is read, and by which key: of `a[b]`, of `a(b)`, or of `a` itself. */
  #access(node: SyntaxNode): readonly [holder: SyntaxNode | undefined, key: SyntaxNode | undefined] {
    if (node.type === "identifier" || node.type === "attribute") return [node, undefined];
    if (node.type === "subscript") return [fieldOf(node, "value"), fieldOf(node, "subscript")];
    if (node.type === "call") return [fieldOf(node, "function"), fieldOf(node, "arguments")?.children[1]];
    return [undefined, undefined];
  }

  #constant(node: SyntaxNode | undefined): string | undefined {
    const value = node?.type === "string" ? this.value(node) : undefined;
    return value?.kind === "text" ? value.text : undefined;
  }

  /** Of `getattr(os, "system")` and `__import__("os")`. */
  #foundName(node: SyntaxNode): string {
    const callee = fieldOf(node, "function");
    const [first, second] = (fieldOf(node, "arguments")?.children ?? []).filter(({ type }) => !punctuation.has(type));
    const name = callee === undefined ? "" : this.#fullName(callee);
    if (/^(?:__import__|importlib\.import_module)$/.test(name)) return this.#constant(first) ?? "?";
    const attribute = name === "getattr" ? this.#constant(second) : undefined;
    return first === undefined || attribute === undefined ? "?" : `${this.#fullName(first)}.${attribute}`;
  }

  #fullName(node: SyntaxNode): string {
    if (node.type === "identifier") return this.#imported.get(this.written(node)) ?? this.written(node);
    if (node.type === "call") return this.#foundName(node);
    const object = node.type === "attribute" ? fieldOf(node, "object") : undefined;
    const attribute = fieldOf(node, "attribute");
    if (object === undefined || attribute === undefined) return "?";
    return `${this.#fullName(object)}.${this.written(attribute)}`;
  }
}

const punctuation = new Set(["(", ")", "[", "]", "{", "}", ",", ":", ".", "comment"]);
