import type { WorkflowDefinition } from "../run/definition.ts";
import { type FailureDetails, FlowError } from "../run/errors.ts";
import { placeText } from "../run/place-text.ts";
import type { Exchange } from "./exchange.ts";
import type { Outgoing } from "./incoming.ts";

/** How a request appears in the log. */
export type LogFormat = "text" | "json";

/** Where the log goes, and of which workflow it is. */
export interface RequestLog {
  readonly write: (line: string) => void;
  readonly format: LogFormat;
  readonly definition: WorkflowDefinition;
}

/** Logs a request once it is answered or its client has gone. */
export function logWhenClosed(log: RequestLog, exchange: Exchange, outgoing: Outgoing): void {
  // Not known any more when the client has reset its connection.
  const client = exchange.client || "-";
  outgoing.once("close", () => {
    const status = outgoing.headersSent ? outgoing.statusCode : undefined;
    const entry = entryOf(exchange, client, status, log.definition);
    log.write(log.format === "json" ? JSON.stringify(entry) : textOf(entry));
  });
}

interface Entry {
  /** RFC 3339, UTC. */
  readonly time: string;
  readonly client: string;
  readonly method: string;
  /** As it was sent, without its query. */
  readonly path: string;
  /** As it is declared; undefined where no route took the request. */
  readonly route: string | undefined;
  /** Undefined where the client went away before its answer. */
  readonly status: number | undefined;
  readonly durationMs: number;
  readonly runId: string;
  /** Why it failed. */
  readonly failureClass?: string;
  readonly message?: string;
  readonly actionId?: string | undefined;
  /** Of the expression that failed, else of the resource. */
  readonly place?: string | undefined;
}

function entryOf(
  { incoming, begin, runId, route, cause }: Exchange,
  client: string,
  status: number | undefined,
  definition: WorkflowDefinition,
): Entry {
  const { method = "", url = "" } = incoming;
  const durationMs = Number((performance.now() - begin).toFixed(1));
  const path = url.split("?", 1)[0] ?? "";
  const entry = { time: new Date().toISOString(), client, method, path, route, status, durationMs, runId };
  if (cause === undefined) return entry;
  const { failureClass, message } = cause;
  const { actionId, place: at }: FailureDetails = cause instanceof FlowError ? cause.details : {};
  const { place } = definition.resources.find(({ id }) => id === actionId) ?? {};
  return { ...entry, failureClass, message, actionId, place: at ?? (place && placeText(place, definition.places)) };
}

/** What came from outside is escaped: a line stays a line. `-` stands for what is not there. */
function textOf({ time, client, method, path, route, status, durationMs, runId, ...cause }: Entry): string {
  const { failureClass, message = "", place } = cause;
  const line = `${time} ${client} ${method} ${escaped(path)} ${status ?? "-"} ${durationMs.toFixed(1)}ms ${route ?? "-"} ${runId}`;
  if (failureClass === undefined) return line;
  return `${line} ${failureClass}: ${escaped(message)}${place === undefined ? "" : ` (${place})`}`;
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
}
