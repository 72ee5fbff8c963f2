import type { Given, serveOptions } from "../run/caller-options.ts";
import type { WorkflowDefinition } from "../run/definition.ts";
import type { execute, Surroundings } from "../run/run.ts";
import type { Telemetry } from "../run/trace.ts";
import type { Exchange } from "./exchange.ts";
import type { RequestRuns } from "./request-runs.ts";

/** How a server is started: by a program, and by flowc's own commands. */
export interface ServeOptions extends Given<typeof serveOptions> {
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
