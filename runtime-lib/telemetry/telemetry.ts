import type {
  OpenTelemetry,
  RequestTrace,
  RunTrace,
  Telemetry,
  TelemetryOwner,
  TraceContext,
  TracedWorkflow,
} from "../run/trace.ts";
import { Outbox } from "./outbox.ts";
import { requestSpan } from "./request-span.ts";
import { RunSpans } from "./run-spans.ts";
import { ServerMetrics } from "./server-metrics.ts";
import { type TelemetrySettings, telemetrySettings, type Variables } from "./settings.ts";
import { Span } from "./span.ts";
import { tracePlace } from "./trace-ids.ts";

/** Traces and metrics over OTLP/HTTP, as JSON. The variables are OpenTelemetry's; docs/observability.md lists them. */
export const openTelemetry: OpenTelemetry = (environment, owner) => {
  const settings = telemetrySettings(environment);
  const [problem] = settings.problems;
  if (problem !== undefined) owner.warn(problem);
  if (settings.traces === undefined && settings.metrics === undefined) return undefined;
  return new OtlpTelemetry(environment, settings, owner);
};

class OtlpTelemetry implements Telemetry {
  readonly #environment: Variables;
  readonly #settings: TelemetrySettings;
  readonly #outbox: Outbox;
  readonly #metrics = new ServerMetrics();
  #timer: NodeJS.Timeout | undefined;

  constructor(environment: Variables, settings: TelemetrySettings, owner: TelemetryOwner) {
    this.#environment = environment;
    this.#settings = settings;
    this.#outbox = new Outbox(settings, senderOf(settings, owner), owner.warn);
  }

  run({ name, version }: TracedWorkflow): RunTrace & { end(): void } {
    const { TRACEPARENT, TRACESTATE } = this.#environment;
    const attributes = { "flowc.workflow.name": name, "flowc.workflow.version": version };
    const root = this.#span(contextIn(TRACEPARENT, TRACESTATE), { name, attributes });
    return Object.assign(new RunSpans(root), { end: () => root.end() });
  }

  request(method: string, path: string, context: Partial<TraceContext>): RequestTrace {
    this.#timer ??= setInterval(() => this.#sendMetrics(), this.#settings.metricsMs).unref();
    return requestSpan({ method, path }, this.#metrics, (start) => this.#span(context, start));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#sendMetrics();
    await this.#outbox.flush();
  }

  #span(context: Partial<TraceContext>, start: ConstructorParameters<typeof Span>[1]): Span {
    return new Span(tracePlace(context, this.#settings), start, (span) => this.#outbox.add(span));
  }

  #sendMetrics(): void {
    this.#outbox.addMetrics(this.#metrics.collected());
  }
}

function contextIn(traceparent: string | undefined, tracestate: string | undefined): Partial<TraceContext> {
  return { ...(traceparent && { traceparent }), ...(tracestate && { tracestate }) };
}

function senderOf({ serviceName, resource }: TelemetrySettings, { name, version, compilerVersion }: TelemetryOwner) {
  const attributes = {
    "service.version": version,
    "telemetry.sdk.name": "flowc",
    "telemetry.sdk.language": "nodejs",
    "telemetry.sdk.version": compilerVersion,
    "process.pid": process.pid,
    "process.runtime.name": "nodejs",
    "process.runtime.version": process.versions.node,
    ...resource,
    "service.name": serviceName ?? name,
  };
  return { attributes, version: compilerVersion };
}
