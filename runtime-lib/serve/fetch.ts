import type { WorkflowDefinition } from "../run/definition.ts";
import { FetchedAnswer } from "./fetched-answer.ts";
import { FetchedRequest } from "./fetched-request.ts";
import { Lookout } from "./lookout.ts";
import { prepared } from "./prepared.ts";
import type { ServeOptions } from "./state.ts";

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
  let ready: ReturnType<typeof watched> | undefined;
  return async (request, client) => {
    ready ??= watched(definition, options);
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

function watched(definition: WorkflowDefinition, options: ServeOptions) {
  const made = prepared(definition, options);
  return { ...made, lookout: new Lookout(made.state.running) };
}
