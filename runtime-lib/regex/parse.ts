import { readBracket } from "./bracket.ts";
import { everything, negate } from "./char-set.ts";
import { type Read, readCharacter, readClassEscape } from "./escape.ts";
import { fold } from "./fold.ts";
import { type Flags, readOpening } from "./group.ts";
import { PatternProblem } from "./problem.ts";
import { maxCount, type Repeat, readRepeat, withinLimit } from "./repeat.ts";
import { type Assertion, assertionNode, choiceNode, type Node, repeatNode, sequenceNode, setNode } from "./tree.ts";

/** An open group: its finished alternatives, the items of the current one, and the flags that hold again behind it. */
interface Frame {
  readonly offset: number;
  readonly alternatives: Node[];
  items: Node[];
  readonly flagsBehind: Flags;
}

/** Go stops at the same depth. */
const maxHeight = 1000;

/**
 * The tree of a regular expression in the syntax of RE2, as Go reads it (https://github.com/google/re2/wiki/Syntax).
 * Throws PatternProblem.
 */
export function parsePattern(source: string): Node {
  return new Parser(source).parse();
}

class Parser {
  readonly #source: string;
  #at = 0;
  #flags: Flags = { ignoreCase: false, multiline: false, dotAll: false };
  /** Offset of a repetition that ends here: another one must not follow. */
  #repeated: number | undefined;
  readonly #names = new Set<string>();
  readonly #open: Frame[] = [];
  #frame: Frame;

  constructor(source: string) {
    this.#source = source;
    this.#frame = this.#newFrame(0, this.#flags);
  }

  parse(): Node {
    while (this.#at < this.#source.length) {
      const repeated = this.#repeated;
      this.#repeated = undefined;
      this.#step(repeated);
    }
    if (this.#open.length > 0) throw new PatternProblem('"(" has no closing ")"', this.#frame.offset);
    return this.#close();
  }

  #step(repeated: number | undefined): void {
    const character = this.#source[this.#at] ?? "";
    if (character === "(") this.#openGroup();
    else if (character === ")") this.#closeGroup();
    else if (character === "[") this.#bracket();
    else if (character === "\\") this.#escape();
    else if ("*+?{".includes(character)) this.#repeat(repeated);
    else if ("|^$.".includes(character)) this.#sign(character);
    else this.#character();
  }

  #sign(sign: string): void {
    const { multiline, dotAll } = this.#flags;
    if (sign === "|") this.#endAlternative();
    else if (sign === ".") this.#add(setNode(dotAll ? everything : negate([0x0a, 0x0a])));
    else if (sign === "^") this.#add(assertionNode(multiline ? "line-start" : "text-start"));
    else this.#add(assertionNode(multiline ? "line-end" : "text-end"));
    this.#at += 1;
  }

  #add(node: Node): void {
    if (node.height > maxHeight) throw new PatternProblem(`nested more than ${maxHeight} deep`, this.#at);
    this.#frame.items.push(node);
  }

  #newFrame(offset: number, flagsBehind: Flags): Frame {
    return { offset, alternatives: [], items: [], flagsBehind };
  }

  #openGroup(): void {
    const offset = this.#at;
    const { value, end } = readOpening(this.#source, offset, this.#flags);
    if (value.kind === "group") {
      if (value.name !== undefined) this.#addName(value.name, end);
      if (this.#open.length >= maxHeight) throw new PatternProblem(`nested more than ${maxHeight} deep`, offset);
      this.#open.push(this.#frame);
      this.#frame = this.#newFrame(offset, this.#flags);
    }
    this.#flags = value.flags;
    this.#at = end;
  }

  #addName(name: string, end: number): void {
    if (this.#names.has(name))
      throw new PatternProblem(`the name "${name}" is given to two groups`, end - 1 - name.length);
    this.#names.add(name);
  }

  #closeGroup(): void {
    const parent = this.#open.pop();
    if (!parent) throw new PatternProblem('")" closes no group', this.#at);
    const group = this.#close();
    this.#flags = this.#frame.flagsBehind;
    this.#frame = parent;
    this.#add(group);
    this.#at += 1;
  }

  #endAlternative(): void {
    this.#frame.alternatives.push(sequenceNode(this.#frame.items));
    this.#frame.items = [];
  }

  #close(): Node {
    this.#endAlternative();
    return choiceNode(this.#frame.alternatives);
  }

  #bracket(): void {
    const { value, end } = readBracket(this.#source, this.#at, this.#flags.ignoreCase);
    this.#add(setNode(value));
    this.#at = end;
  }

  #character(): void {
    const { value, end } = readCharacter(this.#source, this.#at);
    this.#literal(value);
    this.#at = end;
  }

  #literal(codePoint: number): void {
    const set = [codePoint, codePoint];
    this.#add(setNode(this.#flags.ignoreCase ? fold(set) : set));
  }

  #escape(): void {
    const letter = this.#source[this.#at + 1] ?? "";
    const assertion = places[letter];
    const known = assertion ? undefined : readClassEscape(this.#source, this.#at, this.#flags.ignoreCase);
    if (letter === "Q") this.#quoted();
    else if (assertion) {
      this.#add(assertionNode(assertion));
      this.#at += 2;
    } else if (known) {
      this.#add(setNode(known.value));
      this.#at = known.end;
    } else this.#character();
  }

  #quoted(): void {
    const start = this.#at + 2;
    const close = this.#source.indexOf("\\E", start);
    const end = close < 0 ? this.#source.length : close;
    for (const character of this.#source.slice(start, end)) this.#literal(character.codePointAt(0) ?? 0);
    this.#at = close < 0 ? end : end + 2;
  }

  #repeat(repeated: number | undefined): void {
    const found = readRepeat(this.#source, this.#at);
    if (found) this.#repeatBy(found, repeated);
    else this.#character();
  }

  #repeatBy(found: Read<Repeat>, repeated: number | undefined): void {
    const offset = this.#at;
    const text = this.#source.slice(repeated ?? offset, found.end);
    if (repeated !== undefined) throw new PatternProblem(`"${text}" repeats a repetition`, repeated);
    const item = this.#frame.items.pop();
    if (!item) throw new PatternProblem(`there is nothing for "${text}" to repeat`, offset);
    const node = repeatNode(item, found.value.min, found.value.max);
    if (!withinLimit(node, maxCount)) throw new PatternProblem(`"${text}" repeats more than ${maxCount} times`, offset);
    this.#add(node);
    this.#repeated = offset;
    this.#at = found.end;
  }
}

const places: Readonly<Record<string, Assertion | undefined>> = {
  A: "text-start",
  b: "word",
  B: "not-word",
  z: "text-end",
};
