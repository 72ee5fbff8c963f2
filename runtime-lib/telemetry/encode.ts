import { JsonMetricsSerializer, JsonTraceSerializer } from "@opentelemetry/otlp-transformer";
import type { Attributes, Span } from "./span.ts";

type OtelSpan = Parameters<typeof JsonTraceSerializer.serializeRequest>[0][number];
type OtelMetrics = Parameters<typeof JsonMetricsSerializer.serializeRequest>[0];

/** Who sends: attributes of the process and the workflow. */
export interface Sender {
  readonly attributes: Attributes;
  readonly version: string;
}

/** Spans as OTLP's JSON. */
export function encodeSpans(spans: readonly Span[], sender: Sender): Uint8Array {
  const common = { resource: resourceOf(sender), instrumentationScope: scopeOf(sender) };
  return bytesOf(
    JsonTraceSerializer.serializeRequest(spans.map((span) => ({ ...common, ...otelSpan(span) }) as OtelSpan)),
  );
}

/** Metrics as OTLP's JSON. */
export function encodeMetrics(metrics: readonly object[], sender: Sender): Uint8Array {
  const request = { resource: resourceOf(sender), scopeMetrics: [{ scope: scopeOf(sender), metrics }] };
  return bytesOf(JsonMetricsSerializer.serializeRequest(request as unknown as OtelMetrics));
}

/** Milliseconds as seconds and nanoseconds. */
export function hrTime(milliseconds: number): [number, number] {
  const seconds = Math.floor(milliseconds / 1_000);
  return [seconds, Math.round((milliseconds - seconds * 1_000) * 1e6)];
}

/** The attributes that have a value. */
export function known(attributes: Attributes): object {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

function otelSpan({
  trace,
  id,
  name,
  kind,
  startedAt,
  endedAt = startedAt,
  attributes,
  events,
  failure,
}: Span): object {
  const { traceId, parentId, state } = trace;
  const context = { traceId, traceFlags: 1, traceState: state === undefined ? undefined : { serialize: () => state } };
  return {
    spanContext: () => ({ ...context, spanId: id }),
    parentSpanContext: parentId === undefined ? undefined : { ...context, spanId: parentId },
    name,
    kind,
    startTime: hrTime(startedAt),
    endTime: hrTime(endedAt),
    attributes: known(attributes),
    events: events.map((event) => ({ name: event.name, time: hrTime(event.at), attributes: known(event.attributes) })),
    links: [],
    // Codes of OpenTelemetry: 0 is unset, 2 an error.
    status: failure === undefined ? { code: 0 } : { code: 2, message: failure },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function resourceOf({ attributes }: Sender): object {
  return { attributes: known(attributes) };
}

function scopeOf({ version }: Sender): object {
  return { name: "flowc", version };
}

function bytesOf(bytes: Uint8Array | undefined): Uint8Array {
  if (bytes === undefined) throw new Error("nothing was encoded");
  return bytes;
}
