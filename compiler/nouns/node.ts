import type { Span } from "./source.ts";

/** A YAML value with its position: all that later phases see of YAML. Aliases and merges are resolved. */
export type Node = ScalarNode | SequenceNode | MapNode;

export interface ScalarNode {
  readonly kind: "scalar";
  readonly span: Span;
  readonly value: string | number | boolean | null;
  readonly style: "plain" | "quoted" | "block";
  /** The offset in the file of the character at `offset` of the decoded text. */
  readonly place: (offset: number) => number;
  /** True for what lacked its quotes or has a wrong tag, and so may not be what can stand there: that has been reported. */
  readonly reported?: true;
  /** True for what cannot stand in its place, by the shape of its document: that has been reported. */
  readonly unreadable?: true;
}

export interface SequenceNode {
  readonly kind: "sequence";
  readonly span: Span;
  readonly items: readonly Node[];
  /** As of scalars. */
  readonly reported?: true;
}

export interface MapNode {
  readonly kind: "map";
  readonly span: Span;
  readonly entries: readonly MapEntry[];
  /** As of scalars. */
  readonly reported?: true;
}

export interface MapEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: Node;
}
