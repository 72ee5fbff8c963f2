import type { EventSink } from "../run/events.ts";
import type { OpenTelemetry } from "../run/trace.ts";
import type { CiLog } from "./ci-log.ts";

/** What a program knows that runs a bundle as a command. */
export interface CommandHost {
  /** Folder of the workflow's files, where they are there. */
  readonly folder?: string | undefined;
  /** The workflow that it runs, by its absolute path, where that is not the bundle alone. */
  readonly workflow?: string | undefined;
  /** Of the service in whose log the run is shown. */
  readonly ciLog?: CiLog | undefined;
  /** Loads the code that traces the run. */
  readonly telemetry?: (() => Promise<OpenTelemetry>) | undefined;
  /** Sees the run beside the others that do. */
  readonly observer?: RunObserver | undefined;
  /** Aborting it with a FlowError ends the run. */
  readonly signal?: AbortSignal | undefined;
}

/** What a program makes of a run while it goes on. */
export interface RunObserver {
  readonly onEvent: EventSink;
  /** Takes lines of output and counts of items. */
  readonly onDetail: EventSink;
  /** Takes the result of a run that went well; it may hold secrets. */
  completed(value: unknown): void;
}
