import type { Agent } from "node:http";
import type { Agent as SecureAgent } from "node:https";
import type { StepContext } from "../run/step-context.ts";
import { loadHttp, loadHttps } from "./modules.ts";

/** Idle connections are dropped before servers, which usually wait five seconds, drop them under a new request. */
const IDLE_MS = 4_000;

/** The connections of one run, kept open from request to request and closed at its end. */
export class Connections {
  #plain: Agent | undefined;
  #secure: SecureAgent | undefined;

  plain(): Agent {
    this.#plain ??= new (loadHttp().Agent)(agentOptions);
    return this.#plain;
  }

  /** Loads TLS with the first request that needs it. */
  secure(): SecureAgent {
    this.#secure ??= new (loadHttps().Agent)(agentOptions);
    return this.#secure;
  }

  readonly close = (): void => {
    this.#plain?.destroy();
    this.#secure?.destroy();
  };
}

const agentOptions = { keepAlive: true, timeout: IDLE_MS };

/** By the signal of their run. */
const ofRuns = new WeakMap<AbortSignal, Connections>();

/** The connections of the step's run. */
export function connectionsOf(step: StepContext): Connections {
  let connections = ofRuns.get(step.signal);
  if (connections === undefined) {
    connections = new Connections();
    ofRuns.set(step.signal, connections);
  }
  step.atEnd?.(connections.close);
  return connections;
}
