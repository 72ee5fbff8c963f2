import type { CiLog } from "./ci-log.ts";

/** What a program knows that runs a bundle as a command. */
export interface CommandHost {
  /** Folder of the workflow's files, where they are there. */
  readonly folder?: string | undefined;
  /** The workflow that it runs, by its absolute path, where that is not the bundle alone. */
  readonly workflow?: string | undefined;
  /** Of the service in whose log the run is shown. */
  readonly ciLog?: CiLog | undefined;
  /** Aborting it with a FlowError ends the run. */
  readonly signal?: AbortSignal | undefined;
}
