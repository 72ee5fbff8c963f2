import { checkMachine } from "../run/check-machine.ts";
import type { WorkflowDefinition } from "../run/definition.ts";
import { surroundings } from "../run/run.ts";
import { application } from "./application.ts";
import { tokenOf } from "./authorize.ts";
import { FetchedAnswer } from "./fetched-answer.ts";
import { FetchedRequest } from "./fetched-request.ts";
import { Lookout } from "./lookout.ts";
import type { ServeOptions, ServerState } from "./state.ts";

/** What the host of a Request knows of its client. */
export interface Client {
  /** Its address: `info('ip')`. */
  readonly ip?: string | undefined;
}

/** Answers a request as the server would. */
export type Fetch = (request: Request, client?: Client) => Promise<Response>;

/**
 * A server workflow as a function of the Fetch standard, for whatever server calls it. The first request makes it ready:
 * where the machine or the environment lacks what `serve` needs to start, it rejects with class preflight.
 */
export function fetchOf(definition: WorkflowDefinition, options: Omit<ServeOptions, "host" | "port"> = {}): Fetch {
  let ready: ReturnType<typeof prepared> | undefined;
  return async (request, client) => {
    ready ??= prepared(definition, options);
    const { app, state, lookout } = ready;
    const leave = (): void => {
      for (const current of state.running) if (current.incoming === incoming) current.leave();
    };
    const ip = typeof client?.ip === "string" ? client.ip : undefined;
    const incoming = new FetchedRequest(request, ip, leave);
    const outgoing = new FetchedAnswer();
    request.signal.addEventListener("abort", leave, { once: true });
    lookout.begin();
    try {
      return outgoing.finish(await app.fetch(request, { incoming, outgoing }));
    } finally {
      lookout.end();
      request.signal.removeEventListener("abort", leave);
      incoming.close();
    }
  };
}

function prepared(definition: WorkflowDefinition, options: ServeOptions) {
  checkMachine(definition);
  const state: ServerState = {
    definition,
    options,
    running: new Set(),
    stopping: false,
    gate: undefined,
    surroundings: surroundings(),
  };
  const app = application(state, tokenOf(definition, options, state.surroundings));
  return { app, state, lookout: new Lookout(state.running) };
}
