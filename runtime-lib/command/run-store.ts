import type { WorkflowDefinition } from "../run/definition.ts";
import type { execute } from "../run/run.ts";
import type { RequestRuns } from "../serve/request-runs.ts";
import type { Flag } from "./flags.ts";
import type { KeepOptions } from "./keep-options.ts";

/** What a bundle that can keep its runs has beside all others. */
export interface RunStore {
  /** Its options. */
  readonly flags: Readonly<Record<string, Flag>>;
  /** What they say, of a server workflow or another. Throws InvalidInput. */
  keepOptions(values: object, server: boolean): KeepOptions | undefined;
  /** The same start for a run that is kept. */
  keptStart(start: typeof execute, how: KeptStart): typeof execute;
  /** A start for the requests of a server, each of which is kept; undefined where the store cannot be opened. */
  servedStart(how: KeptStart): ServedStart | undefined;
  /** The same tool, which can have its calls recorded. */
  recordable<Tool extends object>(tool: Tool, definition: WorkflowDefinition): Tool;
}

/** How a server runs what its requests ask for so that it is kept. */
export interface ServedStart {
  readonly start: typeof execute;
  /** Has runs answer that outlive the server, in place of `start`. */
  readonly runs?: RequestRuns;
  /** Resolves when all is written. */
  close(): Promise<void>;
}

/** How a command keeps its run. */
export interface KeptStart {
  /** Undefined: as `settings.history` says. */
  readonly keep: KeepOptions | undefined;
  /** The workflow that `flowc run` was given, by its absolute path; undefined: the bundle runs itself. */
  readonly workflow: string | undefined;
  /** Takes what is for people to read, a sentence each. */
  readonly say: (text: string) => void;
}
