import type { Assertion, CharSet, Node } from "./tree.ts";

/** One step: take a character of a set, go on in two places, go on where an assertion holds, or the end: it matches. */
export type Instruction =
  | { readonly kind: "take"; readonly set: CharSet; readonly next: number }
  | { readonly kind: "split"; readonly next: number; readonly other: number }
  | { readonly kind: "assert"; readonly assertion: Assertion; readonly next: number }
  | { readonly kind: "match" };

/** A nondeterministic automaton. */
export interface Program {
  readonly instructions: readonly Instruction[];
  readonly start: number;
}

/** Instructions that a pattern may have; each costs time for every character of a text. */
export const maxInstructions = 20_000;

/** The number of instructions of the tree, counts multiplied out. */
export function programSize(node: Node): number {
  switch (node.kind) {
    case "sequence":
      return node.items.reduce((size, item) => size + programSize(item), 0);
    case "choice":
      return node.items.reduce((size, item) => size + programSize(item) + 1, 0);
    case "repeat":
      return (programSize(node.item) + 1) * Math.max(1, node.max === Number.POSITIVE_INFINITY ? node.min : node.max);
    default:
      return 1;
  }
}

/** The automaton of a tree, built from its end to its start (Thompson, https://swtch.com/~rsc/regexp/regexp1.html). */
export function makeProgram(root: Node): Program {
  const instructions: Instruction[] = [{ kind: "match" }];
  const start = emit(root, 0, instructions);
  return { instructions, start };
}

/** Adds what the node needs and returns where it starts; behind it, `next` follows. */
function emit(node: Node, next: number, into: Instruction[]): number {
  switch (node.kind) {
    case "set":
      return into.push({ kind: "take", set: node.set, next }) - 1;
    case "assertion":
      return into.push({ kind: "assert", assertion: node.assertion, next }) - 1;
    case "sequence":
      return node.items.reduceRight((behind, item) => emit(item, behind, into), next);
    case "choice":
      return node.items
        .map((item) => emit(item, next, into))
        .reduceRight((other, start) => into.push({ kind: "split", next: start, other }) - 1);
    case "repeat":
      return emitRepeat(node, next, into);
  }
}

function emitRepeat({ item, min, max }: Node & { kind: "repeat" }, next: number, into: Instruction[]): number {
  let start = next;
  if (max === Number.POSITIVE_INFINITY) {
    const loop = into.push({ kind: "match" }) - 1;
    into[loop] = { kind: "split", next: emit(item, loop, into), other: next };
    start = loop;
  } else {
    for (let count = min; count < max; count++)
      start = into.push({ kind: "split", next: emit(item, start, into), other: next }) - 1;
  }
  for (let count = 0; count < min; count++) start = emit(item, start, into);
  return start;
}

/** The first code points of the ranges that no set and no assertion of the program distinguishes. */
export function boundariesOf(program: Program): Int32Array {
  const starts = new Set([0]);
  const divide = (set: CharSet): void => {
    set.forEach((codePoint, index) => {
      starts.add(index % 2 === 0 ? codePoint : codePoint + 1);
    });
  };
  for (const instruction of program.instructions) {
    if (instruction.kind === "take") divide(instruction.set);
    else if (instruction.kind === "assert") divide(dividedBy(instruction.assertion));
  }
  return Int32Array.from(starts).sort();
}

function dividedBy(assertion: Assertion): CharSet {
  if (assertion === "word" || assertion === "not-word") return wordSet;
  return assertion === "line-start" || assertion === "line-end" ? newlineSet : [];
}

/** The characters that `\b` looks for. */
export const wordSet: CharSet = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
const newlineSet: CharSet = [0x0a, 0x0a];
