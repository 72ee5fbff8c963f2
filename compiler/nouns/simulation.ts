import type { Exploration } from "./answer-shape.ts";
import type { ValueType } from "./value-type.ts";

/** Plain data by name. */
export type Data = Readonly<Record<string, unknown>>;

/** How the calls of one kind are answered by data that a test gives, instead of by the world. */
export interface Simulation {
  /** The kind, as the runtime library names it. */
  readonly kind: string;
  /** The kind that it prepares: no test sees such calls, they are made where those are allowed. */
  readonly partOf?: string;
  /** The fields of an answer, and their types. `value` is the bare value, which may also be given by itself. */
  readonly fields: Readonly<Record<string, ValueType>>;
  /** Which data by itself is a bare value, beside text, numbers and bools. A list of others is one answer after another. */
  readonly bare: {
    readonly maps: boolean;
    readonly lists: boolean;
    /** The field that a list is, where that is not what others read of the result. */
    readonly list?: string;
  };
  /** The fields of what is asked, as tests see them, and their types. */
  readonly asks: Readonly<Record<string, ValueType>>;
  /** What is asked, by these names: without what differs from run to run. */
  readonly asked: (request: Data) => Data;
  /** What the executor would get from the world. */
  readonly answer: (given: Data, request: Data) => unknown;
  /** The data that a test would give for what the world has answered. */
  readonly recorded: (answer: unknown) => unknown;
  /** Milliseconds that the call may take, where the runtime library leaves that to the world. */
  readonly timeoutMs?: (request: Data) => number | undefined;
  /** What a test may give for such a call of a place, in YAML on one line. */
  readonly example: (place: string, asked: Data) => string;
  /** How its calls are explored; absent where they ask nothing of the world. */
  readonly exploration?: Exploration;
}
