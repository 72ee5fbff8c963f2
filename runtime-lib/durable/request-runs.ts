import type { WorkflowStatus } from "@dbos-inc/dbos-sdk";
import type { WorkflowDefinition } from "../run/definition.ts";
import type { FlowError } from "../run/errors.ts";
import { prepareInputs } from "../run/inputs.ts";
import type { RunRequest } from "../run/state.ts";
import type { Exchange } from "../serve/exchange.ts";
import { RequestProblem } from "../serve/problem.ts";
import type { RequestGiven, RequestRuns } from "../serve/request-runs.ts";
import { respond } from "../serve/response.ts";
import type { Engine } from "./engine.ts";
import { failureFrom } from "./failure.ts";
import type { Given } from "./given.ts";
import { findRun, givenOf, idOfKey, wasGiven } from "./keyed-run.ts";
import { resultFrom } from "./result-from.ts";
import type { KeptResult } from "./run-recorded.ts";
import { statusOf } from "./status.ts";

/** Behind it stands the id of a run. */
const prefix = "/_runs/";
/** Headers that say who the client is: no row holds them (compiler/6-ship/durable-problems.ts). */
const credentials: ReadonlySet<string> = new Set(["authorization", "cookie", "proxy-authorization"]);

/** The requests of a server, each a run in the database: it goes on whatever becomes of its client and its server. */
export class DurableRequests implements RequestRuns {
  readonly #definition: WorkflowDefinition;
  readonly #engine: Engine;

  constructor(definition: WorkflowDefinition, engine: Engine) {
    this.#definition = definition;
    this.#engine = engine;
  }

  async answer({ inputs, request, ...watching }: RequestGiven, exchange: Exchange): Promise<Response> {
    const { "idempotency-key": key, prefer } = request.headers ?? {};
    const id = key === undefined ? crypto.randomUUID() : this.#idOf(key, request);
    const given: Given = { inputs, request: withoutCredentials(request) };
    if (isAsync(prefer)) {
      prepareInputs(this.#definition, inputs, {});
      await this.#engine.enqueue(id, given);
      if (key !== undefined) await this.#refuseOther(id, given);
      return accepted(id, "queued", { "Preference-Applied": "respond-async" });
    }
    const { ended } = await this.#engine.begin(id, given, watching);
    // Who gave the key before may have asked for something else.
    if (key !== undefined) await this.#refuseOther(id, given);
    return respond(await Promise.race([ended, aborted(exchange)]), exchange.runId);
  }

  runAt(path: string): string | undefined {
    return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
  }

  async show(id: string, { incoming: { method }, runId }: Exchange): Promise<Response> {
    if (method !== "GET" && method !== "HEAD")
      throw new RequestProblem(405, `a run does not take ${method}`, { headers: { Allow: "GET, HEAD" } });
    const run = await this.#find(id);
    const status = statusOf(run.status);
    switch (status) {
      case "delayed":
      case "queued":
      case "running":
        return accepted(id, status, { "Retry-After": "1" });
      case "completed":
        return respond(resultFrom(run.output as KeptResult), runId);
      case "failed":
        throw failureFrom(run.error);
      case "cancelled":
        throw new RequestProblem(500, "the run was cancelled", { failureClass: "tool_runtime" });
      case "dead":
        throw new RequestProblem(500, "the run was set aside", { failureClass: "infra" });
    }
  }

  #idOf(key: string, { method, path }: RunRequest): string {
    if (!/^[\x21-\x7e]{1,255}$/.test(key))
      throw new RequestProblem(400, "Idempotency-Key takes 1 to 255 characters, without spaces");
    return idOfKey(this.#definition, [method, path], key);
  }

  /** Of runs that no request has begun, clients learn nothing. */
  async #find(id: string): Promise<WorkflowStatus> {
    const run = await findRun(this.#definition, id);
    if (run === undefined || givenOf(run)?.request === undefined) throw new RequestProblem(404, "no such run");
    return run;
  }

  async #refuseOther(id: string, given: Given): Promise<void> {
    if (!(await wasGiven(this.#definition, id, given)))
      throw new RequestProblem(422, "this Idempotency-Key belongs to another request: send a new key");
  }
}

/** As data, for its row. */
function withoutCredentials({ method, path, query = {}, headers = {}, body, ip }: RunRequest): RunRequest {
  const kept = Object.entries(headers).filter(([name]) => !credentials.has(name));
  return {
    ...{ method, path, query, headers: Object.fromEntries(kept) },
    ...(body !== undefined && { body }),
    ...(ip !== undefined && { ip }),
  };
}

/** RFC 7240: preferences are separated by commas, their parameters by semicolons. */
function isAsync(prefer = ""): boolean {
  return prefer.split(",").some((preference) => preference.split(";", 1)[0]?.trim().toLowerCase() === "respond-async");
}

function accepted(id: string, status: string, headers: Readonly<Record<string, string>>): Response {
  const body = { success: true, response: { id, status } };
  return Response.json(body, { status: 202, headers: { Location: `${prefix}${id}`, ...headers } });
}

/** Rejects when nobody waits for the answer any more: the client has gone, or its time is over. */
function aborted({ signal, reason }: Exchange): Promise<never> {
  const why = (): FlowError => reason ?? (signal.reason as FlowError);
  return new Promise((_, reject) => {
    if (signal.aborted) reject(why());
    else signal.addEventListener("abort", () => reject(signal.reason as FlowError), { once: true });
  });
}
