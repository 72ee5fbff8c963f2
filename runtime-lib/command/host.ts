import type { OpenTelemetry } from "../run/trace.ts";
import type { CiLog } from "./ci-log.ts";

/** What a program knows that runs a bundle as a command. */
export interface CommandHost {
  /** Folder of the workflow's files, where they are there. */
  readonly folder?: string | undefined;
  /** Of the service in whose log the run is shown. */
  readonly ciLog?: CiLog | undefined;
  /** Loads the code that traces the run. */
  readonly telemetry?: (() => Promise<OpenTelemetry>) | undefined;
  /** Aborting it with a FlowError ends the run. */
  readonly signal?: AbortSignal | undefined;
}
