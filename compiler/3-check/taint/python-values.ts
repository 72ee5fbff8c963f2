import type { PythonCall, PythonScript, PythonValue } from "../../languages/python/python-script.ts";
import { harmlessFunctions } from "./commands/python-functions.ts";
import { joined, literalOf, type Word } from "./commands/word.ts";
import type { Given } from "./script-text.ts";
import { contentOf, onlyValues, type Spliced, since } from "./spliced.ts";

/** What the values of a Python script hold, as far as its text shows it: whatever a name is given, in any function. */
export class PythonValues {
  readonly #script: PythonScript;
  readonly #holes: readonly Spliced[];
  readonly #given: Given;
  /** Names that are being looked up, so that none leads back to itself. */
  readonly #open = new Set<string>();

  constructor(script: PythonScript, holes: readonly Spliced[], given: Given) {
    this.#script = script;
    this.#holes = holes;
    this.#given = given;
  }

  text(value: PythonValue): Word<Spliced> {
    switch (value.kind) {
      case "text":
        return [value.text];
      case "hole": {
        const hole = this.#holes[value.hole];
        return hole === undefined ? [] : [hole];
      }
      case "name":
        return this.#name(value.name);
      case "input":
      case "environment":
      case "argument":
      case "standard input":
        return since(this.#found(value), "variable");
      case "joined":
        return value.parts.flatMap((part) => this.text(part));
      case "list":
        return joined(value.items.map((item) => this.text(item)));
      case "call":
        return this.#result(value.call);
      default:
        return value.parts.flatMap((part) => onlyValues(this.text(part)));
    }
  }

  /** What `os.environ["NAME"] = value` puts into the environment. */
  get environment(): Word<Spliced> {
    return onlyValues(this.#name(".environ"));
  }

  /** All names and attributes that a value may be. */
  membersIn(value: PythonValue): readonly string[] {
    if (value.kind === "member") return [value.name];
    if (value.kind === "name") return [value.name, ...this.#assigned(value.name).flatMap((own) => namesIn(own))];
    return value.kind === "other" ? value.parts.flatMap((part) => this.membersIn(part)) : [];
  }

  /** The items of a list as words; a value that is not a list is one word. */
  words(value: PythonValue | undefined): readonly Word<Spliced>[] {
    if (value === undefined) return [];
    if (value.kind === "list") return value.items.map((item) => this.text(item));
    const items = value.kind === "joined" ? value.parts : value.kind === "name" ? this.#assigned(value.name) : [];
    const [list] = items;
    if (list?.kind !== "list") return [this.text(value)];
    // What is added to a list stands behind what it begins with.
    return items.flatMap((item) => (item.kind === "list" ? this.words(item) : [this.text(item)]));
  }

  /** What stands in a file: what the script writes, where it has opened that one, or what somebody else has written. */
  contentOf(path: Word<Spliced>): Word<Spliced> {
    const name = literalOf(path);
    if (name === undefined) return contentOf(path);
    const { calls } = this.#script;
    const isOpened = calls.some(
      (call) =>
        /(?:^|\.)(?:open|Path)$/.test(call.name) &&
        call.arguments.some((value) => literalOf(this.text(value)) === name),
    );
    const written = isOpened ? calls.filter((call) => /\.write(?:lines|_text|_bytes)?$/.test(call.name)) : [];
    return onlyValues(written.flatMap((call) => call.arguments.flatMap((value) => this.text(value))));
  }

  #found(
    value: Extract<PythonValue, { kind: "input" | "environment" | "argument" | "standard input" }>,
  ): Word<Spliced> {
    const { inputs, variables, arguments: own, input } = this.#given;
    if (value.kind === "standard input") return input;
    if (value.kind === "argument") return value.index === undefined ? own.flat() : (own[value.index - 1] ?? []);
    const map = value.kind === "input" ? inputs : variables;
    return value.name === undefined ? [...map.values()].flat() : (map.get(value.name) ?? map.get("*") ?? []);
  }

  #assigned(name: string): readonly PythonValue[] {
    return this.#script.assignments.filter((assignment) => assignment.name === name).map(({ value }) => value);
  }

  #name(name: string): Word<Spliced> {
    return this.#once(name, () => {
      const written = this.#assigned(name).map((value) => this.text(value));
      return written.length === 1 ? (written[0] ?? []) : written.flatMap(onlyValues);
    });
  }

  #result({ name, object, arguments: own, keywords }: PythonCall): Word<Spliced> {
    if (harmlessFunctions.has(name)) return [];
    const values = [...(object === undefined ? [] : [object]), ...own, ...keywords.map(({ value }) => value)];
    const text = onlyValues(values.flatMap((value) => this.text(value)));
    const method = name.slice(name.lastIndexOf(".") + 1);
    if (/^(?:shlex|pipes)\.quote$/.test(name)) return since(text, "quoted variable");
    if (/^(?:open|read_text|read_bytes)$/.test(method)) return this.#read(object, own);
    if (/^parse(?:_known)?_args$/.test(method)) return since(this.#given.arguments.flat(), "variable");
    if (name === "os.path.expandvars")
      return [...text, ...since([...this.#given.variables.values()].flat(), "variable")];
    const returned = this.#script.results.get(method) ?? [];
    const given = this.#once(`${method}()`, () => onlyValues(returned.flatMap((value) => this.text(value))));
    return method.endsWith("decode") && name.startsWith("base64") ? since(text, "decoded") : [...text, ...given];
  }

  /** `open(path)`, `Path(path).read_text()`: not the path, but what stands there. */
  #read(object: PythonValue | undefined, own: readonly PythonValue[]): Word<Spliced> {
    const [path] =
      object === undefined || own.length > 0 ? own : object.kind === "call" ? object.call.arguments : [object];
    return path === undefined ? [] : this.contentOf(this.text(path));
  }

  #once(name: string, look: () => Word<Spliced>): Word<Spliced> {
    if (this.#open.has(name)) return [];
    this.#open.add(name);
    const found = look();
    this.#open.delete(name);
    return found;
  }
}

function namesIn(value: PythonValue): readonly string[] {
  if (value.kind === "member" || value.kind === "name") return [value.name];
  return value.kind === "other" || value.kind === "joined" ? value.parts.flatMap(namesIn) : [];
}
