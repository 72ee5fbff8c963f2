import type { PageEvent, PageGraph, RunData } from "./data.ts";

/** A workflow as the page of `flowc dev` is given it, each time that its files have changed. */
export interface DevWorkflow {
  /** Its path, as it was given. */
  readonly id: string;
  readonly name: string;
  readonly findings: readonly DevFinding[];
  /** Of what could be read. */
  readonly graph?: PageGraph;
  /** What a run takes; undefined where there is nothing that could be run. */
  readonly form?: DevForm;
  readonly sources: readonly { readonly name: string; readonly text: string }[];
}

export interface DevFinding {
  readonly severity: "error" | "warning";
  /** As `flowc check` prints it: the message with its place, the line and the help. */
  readonly text: string;
}

/** What a run is given. */
export interface DevForm {
  readonly inputs: readonly DevInput[];
  readonly file: "none" | "optional" | "required";
  /** Of a server workflow: what can be asked for. */
  readonly routes: readonly DevRoute[];
}

export interface DevInput {
  readonly name: string;
  readonly required: boolean;
  /** JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface DevRoute {
  readonly method: string;
  /** With parameters such as `:id`. */
  readonly path: string;
}

/** A run of this session. */
export interface DevRun extends RunData {
  /** Id of the workflow. */
  readonly of: string;
  /** True for one that the store has kept, of another session. */
  readonly isKept?: boolean;
}

/** The tests of a workflow, as `flowc test --reporter json` has them. */
export interface DevTests {
  /** Id of the workflow. */
  readonly of: string;
  readonly running: boolean;
  readonly files: readonly DevTestFile[];
  /** What `flowc test` complains of. */
  readonly problem?: string;
}

export interface DevTestFile {
  readonly file: string;
  readonly problem?: string;
  readonly tests: readonly DevTest[];
}

export interface DevTest {
  readonly name: string;
  readonly line: number;
  readonly passed: boolean;
  readonly durationMs: number;
  readonly differences: readonly { readonly path: string; readonly expected: unknown; readonly actual: unknown }[];
  readonly missing: readonly string[];
  readonly unused: readonly string[];
}

/** What the server of `flowc dev` says. */
export type DevMessage =
  | { readonly kind: "workflows"; readonly workflows: readonly DevWorkflow[] }
  /** A run has begun or ended; with all of its events. */
  | { readonly kind: "run"; readonly run: DevRun }
  | { readonly kind: "tests"; readonly tests: DevTests }
  | { readonly kind: "events"; readonly run: string; readonly events: readonly PageEvent[] };

/** What the page asks of the server. */
export interface DevRunRequest {
  readonly workflow: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Path of a file. */
  readonly file?: string;
  /** Such as `POST /orders`. */
  readonly request?: string;
}
