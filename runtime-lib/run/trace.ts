import type { EventSink } from "./events.ts";

/** What names a span to the other side of a call, by the names of W3C Trace Context. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** What a trace knows of a step. */
export interface TracedStep {
  /** actionId of the resource. */
  readonly id: string;
  /** Where in the run it is: `id`, `id[3]`, `caller/id`. */
  readonly place?: string;
  /** Counted from 1. */
  readonly attempt?: number;
  readonly item?: { readonly index: number } | undefined;
  /** A text without the secrets of the run. */
  redact?(text: string): string;
}

/** How a child process learns of the span that it runs in ("Environment Variables as Context Propagation Carriers"). */
export function traceVariables(context: TraceContext | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(context ?? {}).map(([name, value]) => [name.toUpperCase(), value]));
}

/** One thing that an executor does outside the run. */
export interface TracedCall {
  readonly step: TracedStep;
  /** Key of the executor's block. */
  readonly kind: string;
  /** What is asked, as the executor would ask it. */
  readonly request: object;
}

/** The spans of one run. */
export interface RunTrace {
  /** Makes spans of the run's events. */
  readonly onEvent: EventSink;
  /** Makes a span of what `perform` does; it may hand the context on. */
  call<Answer>(traced: TracedCall, perform: (context: TraceContext) => Promise<Answer>): Promise<Answer>;
}

/** The span of a request to a server. */
export interface RequestTrace {
  readonly trace: RunTrace;
  /** It has been answered, or its client has gone: `status` is undefined then. */
  end(answer: RequestAnswer): void;
}

/** How a request was answered. */
export interface RequestAnswer {
  readonly status: number | undefined;
  /** As it is declared; undefined where no route took it. */
  readonly route: string | undefined;
  /** Why it failed. */
  readonly cause: { readonly failureClass: string; readonly message: string } | undefined;
}

/** What a trace knows of a workflow. */
export interface TracedWorkflow {
  readonly name: string;
  readonly version?: string | undefined;
}

/** Sends what a process does to a collector of OpenTelemetry. */
export interface Telemetry {
  /** Begins the trace of a run of this workflow that no request asked for. */
  run(workflow: TracedWorkflow): RunTrace & { end(): void };
  /** Begins the span of a request, in the trace that its headers name. */
  request(method: string, path: string, context: Partial<TraceContext>): RequestTrace;
  /** Sends what is left; resolves within the time that a collector has. */
  close(): Promise<void>;
}

/** Whose telemetry is opened, and who hears of what goes wrong, once at most. */
export interface TelemetryOwner extends TracedWorkflow {
  readonly compilerVersion: string;
  readonly warn: (problem: string) => void;
}

/** Opens telemetry as the environment says; undefined where nothing is to be sent. */
export type OpenTelemetry = (
  environment: Readonly<Record<string, string | undefined>>,
  owner: TelemetryOwner,
) => Telemetry | undefined;
