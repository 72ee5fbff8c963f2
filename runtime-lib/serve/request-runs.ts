import type { RunOptions } from "../run/run.ts";
import type { RunRequest } from "../run/state.ts";
import type { Exchange } from "./exchange.ts";

/** What a request brings to its run. */
export interface RequestGiven extends Pick<RunOptions, "onEvent" | "onDetail" | "folder" | "trace"> {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly request: RunRequest;
}

/** Runs of requests that outlive their server: a bundle whose runs are in a database brings them. */
export interface RequestRuns {
  /** Has a run answer a request; where the client asks for that, the answer names the run only. */
  answer(given: RequestGiven, exchange: Exchange): Promise<Response>;
  /** The id of the run that this path is the URL of. */
  runAt(path: string): string | undefined;
  /** The answer of the run with this id, or its state. Rejects with 404 where there is none, 405 for what is not GET. */
  show(id: string, exchange: Exchange): Promise<Response>;
}
