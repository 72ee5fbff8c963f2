import type { WorkflowDefinition } from "../run/definition.ts";
import type { EventSink } from "../run/events.ts";
import type { execute, Surroundings } from "../run/run.ts";
import type { Telemetry } from "../run/trace.ts";
import type { Exchange } from "./exchange.ts";
import type { LogFormat } from "./log.ts";
import type { RequestRuns } from "./request-runs.ts";

/** How a server is started. */
export interface ServeOptions {
  /** Address to listen on; default: `settings.apiServer.hostIp`, else 127.0.0.1. */
  readonly host?: string | undefined;
  /** Default: `settings.apiServer.portNum`, else 16395; 0 takes a free one. */
  readonly port?: number | undefined;
  /** Takes the events of every run. */
  readonly onEvent?: EventSink | undefined;
  /** Takes what `RunOptions.onDetail` does, of every run. */
  readonly onDetail?: EventSink | undefined;
  /** Takes a line for each answered request. */
  readonly log?: ((line: string) => void) | undefined;
  /** Of these lines; default: text. */
  readonly logFormat?: LogFormat | undefined;
  /** Folder of the workflow's files: `info('dir')`. Default: the bundle's own. */
  readonly folder?: string | undefined;
  /** Makes a span of each request. */
  readonly telemetry?: Telemetry | undefined;
  /** Runs each request in place of `execute`. */
  readonly start?: typeof execute | undefined;
  /** Answers each request by a run that outlives it, in place of `start`. */
  readonly runs?: RequestRuns | undefined;
}

/** What the requests of one server share. */
export interface ServerState {
  readonly definition: WorkflowDefinition;
  readonly options: ServeOptions;
  readonly running: Set<Exchange>;
  readonly surroundings: Surroundings;
  stopping: boolean;
  /** While the server is about to stop accepting: new requests wait for it. */
  gate: Promise<void> | undefined;
}
