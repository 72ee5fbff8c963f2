import type { Span } from "./source.ts";

/** A place of a workflow where a run goes one of several ways. */
export interface Decision {
  readonly kind: "conditional" | "default" | "skip" | "check";
  readonly span: Span;
  readonly ways: readonly DecisionWay[];
}

/** One of them, and the index of what counts how often it was gone. */
export interface DecisionWay {
  readonly label: string;
  readonly span: Span;
  readonly counter: number;
}
