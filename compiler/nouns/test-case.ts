import type { MapNode } from "./node.ts";
import type { Data } from "./simulation.ts";
import type { Located, Source } from "./source.ts";

/** One run of a workflow without its world: what it is given, and what is given in the world's place. */
export interface SimulatedCase {
  readonly inputs?: Data;
  /** Variables of the environment: the run sees no others. */
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds since 1970 at which it starts; default 2026-01-01T00:00:00Z. */
  readonly now?: number;
  /** Of a server workflow. */
  readonly request?: CaseRequest;
  /** The run's own file, by its path from the test's folder or by a name in `files`. */
  readonly file?: string;
  /** Contents of files that the workflow itself reads, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Answers, by the place of the call: an actionId, `caller/id` in a component; `memory` is what the memory holds. */
  readonly given?: Data;
  /** Kinds of calls that are made for real, such as `exec` and `sql:sqlite`. */
  readonly allow?: readonly string[];
  /** Milliseconds after which the run is cancelled. */
  readonly cancelAfter?: number;
  /** The one resource that is wanted. */
  readonly only?: string;
  /** What the world answered once: for calls that nothing is given for. */
  readonly recording?: Recording;
}

/** What the world answered in one run. */
export interface Recording {
  /** The variables that the workflow reads; `***` for those that are secret. */
  readonly env: Readonly<Record<string, string>>;
  /** By place, those of one place in their order. */
  readonly calls: readonly RecordedCall[];
}

/** A request as tests write it. */
export interface CaseRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** One call of a run to the outside. */
export interface SimulatedCall extends RecordedCall {
  /** True where the test gives its answer. */
  readonly given: boolean;
}

/** A call with what it asked and how it ended. */
export interface RecordedCall {
  readonly kind: string;
  /** `id`, `id[3]`, `caller/id`. */
  readonly place: string;
  /** What was asked. */
  readonly asked: Data;
  /** The answer as a test would give it; undefined where the call failed. */
  readonly answered?: unknown;
  readonly failed?: { readonly class: string; readonly message: string };
}

/** The failure of a run. */
export interface SimulatedFailure {
  readonly message: string;
  readonly class: string;
  readonly actionId?: string;
}

/** What became of a simulated run. */
export interface Simulated {
  /** The value of a completed run. */
  readonly result?: unknown;
  readonly failure?: SimulatedFailure;
  /** The answer to a request. */
  readonly response?: { readonly status: number; readonly headers: Data; readonly body: unknown };
  readonly events: readonly Data[];
  readonly calls: readonly SimulatedCall[];
  /** What the memory holds in the end, where it was given. */
  readonly memory: Readonly<Record<string, string>>;
  /** What the test has not given, a sentence each: a run with any has failed. */
  readonly missing: readonly string[];
  /** Keys of `given` that no call asked for. */
  readonly unused: readonly string[];
}

/** A file of tests, parsed. */
export interface TestFileSyntax {
  readonly source: Source;
  /** The workflow as it is named. */
  readonly workflow: Located<string> | undefined;
  readonly tests: readonly TestSyntax[];
  /** `defaults.given`, whose answers not every test needs. */
  readonly defaults: MapNode | undefined;
}

/** One test. */
export interface TestSyntax {
  readonly name: Located<string>;
  readonly node: MapNode;
  readonly case: SimulatedCase;
  /** Undefined: the run must complete. */
  readonly expect: Data | undefined;
}
