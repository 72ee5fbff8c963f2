import type { Range } from "../script-text.ts";
import { fieldOf, type SyntaxNode } from "../syntax-node.ts";
import type { HereDocument } from "./here-document.ts";
import type { ShellAssignment, ShellCommand, ShellInput, ShellRedirection, ShellWord } from "./shell-script.ts";
import { documentParts, type WordContext, wordOf } from "./words.ts";

/** A script taken apart, as far as its commands need it. */
export interface CommandSource {
  readonly text: string;
  readonly holes: readonly Range[];
  readonly root: SyntaxNode;
  /** The lines of here-documents, by the offsets of their operators. */
  readonly documents: ReadonlyMap<number, { readonly document: HereDocument; readonly root: SyntaxNode }>;
  /** Offsets of `<<<` that the tree has as `<`. */
  readonly hereStrings: ReadonlySet<number>;
}

/** All simple commands of a script, in the order of their beginnings. */
export function commandsOf(source: CommandSource): readonly ShellCommand[] {
  return new CommandReader(source).commands;
}

interface Draft extends ShellCommand {
  readonly words: ShellWord[];
  readonly assignments: ShellAssignment[];
  readonly redirections: ShellRedirection[];
  readonly inputs: ShellInput[];
  readonly feeds: number[];
}

/** The commands that read what goes into a statement, and those that write what comes out of it. */
interface Ends {
  readonly readers: readonly number[];
  readonly writers: readonly number[];
}

const everyArgument = { kind: "variable", name: "@", quoted: true, alternative: [] } as const;

const none: Ends = { readers: [], writers: [] };

class CommandReader {
  readonly commands: Draft[] = [];
  readonly #source: CommandSource;
  readonly #context: WordContext;
  #within: string | undefined;

  constructor(source: CommandSource) {
    this.#source = source;
    this.#context = {
      text: source.text,
      holes: source.holes,
      substituted: (node) => this.#all(node.children).writers,
    };
    this.#read(source.root);
  }

  #read(node: SyntaxNode): Ends {
    switch (node.type) {
      case "command":
      case "declaration_command":
      case "unset_command":
      case "test_command":
      case "variable_assignment":
      case "variable_assignments":
        return this.#command(node);
      case "pipeline":
        return this.#pipeline(node.children);
      case "redirected_statement":
        return this.#redirected(node);
      case "for_statement":
        return this.#loop(node);
      case "function_definition":
        return this.#function(node);
      default:
        return isWord(node) ? this.#aside(node) : this.#all(node.children);
    }
  }

  #all(nodes: readonly SyntaxNode[]): Ends {
    const all = nodes.map((node) => this.#read(node));
    return { readers: all.flatMap(({ readers }) => readers), writers: all.flatMap(({ writers }) => writers) };
  }

  /** A word that is part of no command, such as that of a `case`: only what is substituted in it counts. */
  #aside(node: SyntaxNode): Ends {
    wordOf(node, this.#context);
    return none;
  }

  #command(node: SyntaxNode): Ends {
    const { start, end } = node;
    const index = this.commands.length;
    const draft = this.#draft(start, end);
    if (node.type === "variable_assignment") this.#assign(node, draft);
    else for (const child of node.children) this.#part(child, draft);
    return { readers: [index], writers: [index] };
  }

  #draft(start: number, end: number): Draft {
    const lists = { words: [], assignments: [], redirections: [], inputs: [], feeds: [] };
    const draft: Draft = { ...lists, within: this.#within, start, end };
    this.commands.push(draft);
    return draft;
  }

  /** `for name in words`: a command of its own that assigns them; without `in`, all arguments. */
  #loop(node: SyntaxNode): Ends {
    const name = fieldOf(node, "variable");
    const body = fieldOf(node, "body");
    const items = node.children.filter(({ field }) => field === "value");
    if (name !== undefined) {
      const { start, end } = name;
      const draft = this.#draft(start, end);
      const hasList = node.children.some(({ type }) => type === "in");
      const values = hasList
        ? items.map((item) => wordOf(item, this.#context))
        : [{ parts: [everyArgument], start, end }];
      draft.assignments.push({ name: this.#source.text.slice(start, end), values });
    }
    return body === undefined ? none : this.#read(body);
  }

  #function(node: SyntaxNode): Ends {
    const name = fieldOf(node, "name");
    const around = this.#within;
    this.#within = name && this.#source.text.slice(name.start, name.end);
    for (const child of node.children) if (child !== name) this.#read(child);
    this.#within = around;
    return none;
  }

  #part(node: SyntaxNode, draft: Draft): void {
    if (node.type === "variable_assignment") {
      this.#assign(node, draft);
      // Of `export A=b` it is an argument too.
      if (draft.words.length > 0) draft.words.push(wordOf(node, this.#context));
    } else if (node.type.endsWith("_redirect")) this.#redirect(node, [draft]);
    else if (node.type === "subshell" || node.type === "ERROR") this.#all(node.children);
    else draft.words.push(wordOf(node, this.#context));
  }

  #assign(node: SyntaxNode, draft: Draft): void {
    const name = fieldOf(node, "name");
    const value = fieldOf(node, "value");
    const items = value?.type === "array" ? value.children.slice(1, -1) : value === undefined ? [] : [value];
    const values = items.filter(({ type }) => type !== "comment").map((item) => wordOf(item, this.#context));
    if (name === undefined) return;
    // Of `list[0]=value` the whole list.
    const { start, end } = fieldOf(name, "name") ?? name;
    draft.assignments.push({ name: this.#source.text.slice(start, end), values });
  }

  #pipeline(children: readonly SyntaxNode[]): Ends {
    const stages = children.filter(({ type }) => type !== "|" && type !== "|&").map((node) => this.#read(node));
    for (const [index, stage] of stages.entries()) {
      const next = stages[index + 1]?.readers ?? [];
      for (const writer of stage.writers) this.commands[writer]?.feeds.push(...next);
    }
    return { readers: stages[0]?.readers ?? [], writers: stages.at(-1)?.writers ?? [] };
  }

  /** The grammar hangs the redirections of the last command of a list on the whole list. */
  #redirected(node: SyntaxNode): Ends {
    const body = fieldOf(node, "body");
    const ends = body === undefined ? none : this.#read(body);
    const last = body?.type === "list" ? body.children.at(-1) : undefined;
    const isMeant = (index: number) => last === undefined || (this.commands[index]?.start ?? 0) >= last.start;
    const drafts = ends.readers.filter(isMeant).flatMap((index) => this.commands[index] ?? []);
    const redirects = node.children.filter((child) => child !== body);
    if (drafts.length === 0) return this.#command({ ...node, type: "command", children: redirects });
    for (const redirect of redirects) this.#redirect(redirect, drafts);
    return ends;
  }

  #redirect(node: SyntaxNode, drafts: readonly Draft[]): void {
    const { documents, hereStrings } = this.#source;
    const at = node.children.find(({ type }) => /^[<>&|]+-?$/.test(type));
    const document = at && documents.get(at.start);
    if (document !== undefined) {
      const { quoted } = document.document;
      const input = { parts: documentParts(document.root, quoted, this.#context), quoted };
      for (const draft of drafts) draft.inputs.push(input);
      return;
    }
    const target = node.children.findLast((child) => child !== at && child.field !== "descriptor");
    const word = target && wordOf(target, this.#context);
    const isHereString = at !== undefined && (at.type === "<<<" || hereStrings.has(at.start));
    for (const draft of drafts) {
      if (isHereString) draft.inputs.push({ parts: word?.parts ?? [], quoted: false });
      else draft.redirections.push({ operator: this.#written(at) ?? "", target: word, ...this.#descriptor(node) });
    }
  }

  #descriptor(node: SyntaxNode): Pick<ShellRedirection, "descriptor"> {
    const descriptor = this.#written(fieldOf(node, "descriptor"));
    return descriptor === undefined ? {} : { descriptor };
  }

  #written(node: SyntaxNode | undefined): string | undefined {
    return node && this.#source.text.slice(node.start, node.end);
  }
}

const words = new Set([
  "word",
  "concatenation",
  "string",
  "raw_string",
  "ansi_c_string",
  "translated_string",
  "number",
  "expansion",
  "simple_expansion",
  "command_substitution",
  "process_substitution",
  "arithmetic_expansion",
  "extglob_pattern",
  "regex",
]);

function isWord({ type }: SyntaxNode): boolean {
  return words.has(type);
}
