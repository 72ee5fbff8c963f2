/** One run of a workflow without its world: the keys of a test in *.test.yaml. See docs/testing.md. */
export interface Case {
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** Variables of the environment: the run sees no others. */
  readonly env?: Readonly<Record<string, string | number | boolean>>;
  /** When the run starts. Default: 2026-01-01T00:00:00Z. */
  readonly now?: string | Date;
  /** Of a server workflow: `POST /orders`, or a map with that under `to`. */
  readonly request?:
    | string
    | {
        readonly to: string;
        readonly headers?: Readonly<Record<string, string>>;
        readonly query?: Readonly<Record<string, string | number | boolean>>;
        readonly body?: unknown;
      };
  /** The run's input file: a path from the working folder, or a name in `files`. */
  readonly file?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Answers of the world, by actionId; `caller/id` in a component. */
  readonly given?: Readonly<Record<string, unknown>>;
  /** What runs for real: `exec`, `python`, `sql:sqlite`, `memory`, … */
  readonly allow?: readonly string[];
  /** The run is cancelled after this time, which is simulated: `2s`. */
  readonly cancelAfter?: string;
  /** The one resource that is wanted. */
  readonly only?: string;
}

/** One call of a run to the outside. */
export interface Call {
  readonly kind: string;
  /** `id`, `id[3]` for an item, `caller/id` in a component. */
  readonly place: string;
  readonly asked: Readonly<Record<string, unknown>>;
  readonly answered?: unknown;
  readonly failed?: { readonly class: string; readonly message: string };
}

/** What became of the run. */
export interface Outcome {
  /** The result of a run that completed. */
  readonly result?: unknown;
  readonly failure?: { readonly message: string; readonly class: string; readonly actionId?: string };
  /** The answer to a request. */
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly body: unknown;
  };
  readonly events: readonly Readonly<Record<string, unknown>>[];
  readonly calls: readonly Call[];
  /** What the memory holds in the end. */
  readonly memory: Readonly<Record<string, string>>;
  /** Keys of `given` that no call asked for. */
  readonly unused: readonly string[];
}

/**
 * Builds the workflow at a path, a file or a folder, unless that has been done, and runs it once in simulated time. Rejects
 * where the case has an unknown key, where the workflow does not compile, and where it makes a call that the case gives no answer to.
 */
export declare function simulate(workflow: string, simulated?: Case): Promise<Outcome>;
