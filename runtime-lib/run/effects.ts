/** One thing that an executor is about to do outside its run. */
export interface EffectCall {
  /** Key of the executor's block; `component` for the call of a component, `interpreter` for the search for Python. */
  readonly kind: string;
  /** Where: `id`, `id[3]` for an item, `caller/id` in a component. */
  readonly place: string;
  /** Counted from 1. */
  readonly attempt: number;
  /** The item that it is done for. */
  readonly item?: { readonly value: unknown; readonly index: number } | undefined;
  /** What is asked, as the executor would ask it. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Aborted with the reason to fail with. */
  readonly signal: AbortSignal;
}

/** The time of a run. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `expire` after so many milliseconds; returns how to cancel that. */
  start(milliseconds: number, expire: () => void): () => void;
}

/** What stands in for the world in a run: tests and recordings give it, other runs have none. */
export interface RunEffects {
  readonly surroundings: {
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly processors: number;
  };
  /** Without one, time is real. */
  readonly clock?: Clock | undefined;
  /** Working folder of commands and scripts that run for real. */
  readonly folder?: string | undefined;
  /**
   * Answers a call, or has it made by `perform`. The answer is what the executor would get from the world; a rejection
   * with `failureClass` and `message` is a failure of that class.
   */
  answer(call: EffectCall, perform: () => Promise<unknown>): Promise<unknown>;
  /** The bytes of a file that the workflow itself reads. */
  readFile?(path: string): Uint8Array;
  /** The connection string to use instead of that of a connection. */
  connectionString?(url: string, name: string): string;
  /** The file to use instead of that of a memory, and what it is to hold before anything else is done with it. */
  memoryFile?(path: string): MemoryFile;
}

/** A file of the memory; `entries` are stored in it first. */
export interface MemoryFile {
  readonly path: string;
  readonly entries: readonly { readonly key: string; readonly value: string }[];
}

/** Whatever has a time of its own, or none. */
interface Timed {
  readonly effects?: RunEffects | undefined;
}

/** Milliseconds that only grow, for differences. */
export function instant({ effects }: Timed): number {
  return effects?.clock?.now() ?? performance.now();
}

/** Milliseconds since 1970. */
export function wallTime({ effects }: Timed): number {
  return effects?.clock?.now() ?? Date.now();
}
