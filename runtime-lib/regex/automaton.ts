import { has } from "./char-set.ts";
import { boundariesOf, type Instruction, makeProgram, type Program, wordSet } from "./program.ts";
import type { Assertion, Node } from "./tree.ts";

/** What lies beside a place between characters, as far as assertions look. */
type Beside = "edge" | "newline" | "word" | "other";

/** Where the automaton can be at a place, with the character before it; what follows from the next one, once known. */
interface State {
  readonly places: readonly number[];
  readonly before: Beside;
  readonly next: (State | undefined)[];
}

/** Numbers that all states of a pattern may hold together; at more, they are forgotten and made anew as needed. */
const maxMemory = 500_000;

type Take = Instruction & { kind: "take" };

/**
 * A search in time linear in the length of the text, whatever the pattern: the automaton's sets of places are its
 * states, made when a text first leads to them (a lazy DFA, https://swtch.com/~rsc/regexp/regexp3.html).
 */
export class Automaton {
  readonly #program: Program;
  readonly #boundaries: Int32Array;
  /** The class of each of the first 256 characters. */
  readonly #classes: Uint16Array;
  readonly #asserted: ReadonlySet<Assertion>;
  readonly #matched: State = { places: [], before: "other", next: [] };
  /** For each instruction the last walk that came by. */
  readonly #walks: Int32Array;
  #walk = 0;
  #states = new Map<string, State>();
  #memory = 0;
  #start: State;
  /** True where a match can begin at the start of the text only. */
  readonly #anchored: boolean;

  constructor(root: Node) {
    this.#program = makeProgram(root);
    this.#boundaries = boundariesOf(this.#program);
    this.#classes = Uint16Array.from({ length: 256 }, (_, codePoint) => this.#classOf(codePoint));
    const { instructions, start } = this.#program;
    this.#asserted = new Set(instructions.flatMap((step) => (step.kind === "assert" ? [step.assertion] : [])));
    this.#walks = new Int32Array(instructions.length);
    this.#start = { places: [start], before: "edge", next: [] };
    this.#anchored = this.#isAnchored();
  }

  /** True where the pattern matches some part of the text. A lone surrogate is taken for U+FFFD. */
  test(text: string): boolean {
    const classes = this.#classes;
    const matched = this.#matched;
    let state = this.#start;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      const kind = unit < 256 ? (classes[unit] ?? 0) : this.#classAt(text, index);
      const next = state.next[kind] ?? this.#advance(state, kind);
      if (next === matched) return true;
      if (next.places.length === 0) return false;
      if (unit >= 0xd800 && unit <= 0xdbff && (text.codePointAt(index) ?? 0) > 0xffff) index++;
      state = next;
    }
    return this.#follow(state, "edge") === undefined;
  }

  #classAt(text: string, index: number): number {
    const codePoint = text.codePointAt(index) ?? 0;
    return this.#classOf(codePoint >= 0xd800 && codePoint <= 0xdfff ? 0xfffd : codePoint);
  }

  #classOf(codePoint: number): number {
    let low = 0;
    let high = this.#boundaries.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#boundaries[middle] ?? 0) <= codePoint) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The state behind a character of this class. */
  #advance(state: State, kind: number): State {
    const sample = this.#boundaries[kind] ?? 0;
    const after = this.#besideOf(sample);
    const reached = this.#follow(state, after);
    let next = this.#matched;
    if (reached) {
      const places = new Set<number>();
      for (const take of reached) if (has(take.set, sample)) places.add(take.next);
      if (!this.#anchored) places.add(this.#program.start);
      next = this.#state([...places], after);
    }
    state.next[kind] = next;
    return next;
  }

  /** The instructions that wait for a character; undefined where the end of the pattern is reached without one. */
  #follow({ places, before }: Pick<State, "places" | "before">, after: Beside): Take[] | undefined {
    const { instructions } = this.#program;
    this.#walk++;
    const reached: Take[] = [];
    const open = [...places];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const instruction = instructions[place];
      if (!instruction || this.#walks[place] === this.#walk) continue;
      this.#walks[place] = this.#walk;
      if (instruction.kind === "match") return undefined;
      if (instruction.kind === "take") reached.push(instruction);
      else if (instruction.kind === "split") open.push(instruction.other, instruction.next);
      else if (holds(instruction.assertion, before, after)) open.push(instruction.next);
    }
    return reached;
  }

  #state(unsorted: number[], before: Beside): State {
    const places = unsorted.sort((left, right) => left - right);
    const key = `${before} ${places.join()}`;
    const known = this.#states.get(key);
    if (known) return known;
    this.#memory += places.length + this.#boundaries.length;
    if (this.#memory > maxMemory) this.#forget();
    const state: State = { places, before, next: [] };
    this.#states.set(key, state);
    return state;
  }

  #forget(): void {
    this.#states = new Map();
    this.#memory = 0;
    this.#start = { ...this.#start, next: [] };
  }

  /** What assertions of this pattern see in a character; what none looks for is not distinguished, for fewer states. */
  #besideOf(codePoint: number): Beside {
    const asserted = this.#asserted;
    if (codePoint === 0x0a && (asserted.has("line-start") || asserted.has("line-end"))) return "newline";
    return (asserted.has("word") || asserted.has("not-word")) && has(wordSet, codePoint) ? "word" : "other";
  }

  #isAnchored(): boolean {
    const places = [this.#program.start];
    return inside.every((before) =>
      [...inside, edge].every((after) => this.#follow({ places, before }, after)?.length === 0),
    );
  }
}

const inside: readonly Beside[] = ["newline", "word", "other"];
const edge: Beside = "edge";

function holds(assertion: Assertion, before: Beside, after: Beside): boolean {
  switch (assertion) {
    case "text-start":
      return before === "edge";
    case "text-end":
      return after === "edge";
    case "line-start":
      return before === "edge" || before === "newline";
    case "line-end":
      return after === "edge" || after === "newline";
    case "word":
      return (before === "word") !== (after === "word");
    case "not-word":
      return (before === "word") === (after === "word");
  }
}
