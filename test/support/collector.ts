import { Ajv2020 } from "ajv/dist/2020.js";
import { serve } from "./server.ts";

type Json = Readonly<Record<string, unknown>>;

/** A span as a test looks at it: its attributes by their names. */
export interface SeenSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Json;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly events: readonly { readonly name: string; readonly attributes: Json }[];
}

interface Attribute {
  readonly key: string;
  readonly value: Json;
}

/** A collector on a free port that refuses what is not OTLP/HTTP as JSON: names, ids, times and kinds of all that it gets. */
export async function collector() {
  const problems: string[] = [];
  const server = await serve((request, response) => {
    const validate = validators[request.path];
    const body = JSON.parse(Buffer.from(request.body, "latin1").toString("utf8")) as unknown;
    if (request.method !== "POST" || request.headers["content-type"] !== "application/json" || validate === undefined)
      problems.push(`${request.method} ${request.path} ${request.headers["content-type"]}`);
    else if (!validate(body)) problems.push(JSON.stringify(validate.errors));
    if (problems.length > 0) response.statusCode = 400;
    return {};
  });
  const bodies = (path: string) =>
    server.seen
      .filter((request) => request.path === path)
      .map(({ body }) => JSON.parse(Buffer.from(body, "latin1").toString("utf8")));
  return {
    ...server,
    problems,
    /** Attributes of who sent the spans. */
    resource: (): Json => attributesOf(bodies("/v1/traces")[0]?.resourceSpans[0].resource.attributes ?? []),
    spans: (): readonly SeenSpan[] =>
      bodies("/v1/traces")
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({ ...span, attributes: attributesOf(span.attributes), events: span.events.map(eventOf) })),
    /** The last that was said of each metric, by its name. */
    metrics: (): Readonly<Record<string, Json>> =>
      Object.fromEntries(
        bodies("/v1/metrics")
          .flatMap(({ resourceMetrics }) => resourceMetrics)
          .flatMap(({ scopeMetrics }) => scopeMetrics)
          .flatMap(({ metrics }) => metrics)
          .map((metric) => [metric.name, metric]),
      ),
  };
}

/** Attributes as a map of plain values. */
export function attributesOf(attributes: readonly Attribute[]): Json {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));
}

function plain(value: Json): unknown {
  const list = value["arrayValue"] as { readonly values: readonly Json[] } | undefined;
  return list === undefined ? Object.values(value)[0] : list.values.map(plain);
}

function eventOf({ name, attributes }: { readonly name: string; readonly attributes: readonly Attribute[] }) {
  return { name, attributes: attributesOf(attributes) };
}

const object = (required: readonly string[], properties: Json) => ({
  type: "object",
  required,
  properties,
  additionalProperties: false,
});
const list = (items: Json) => ({ type: "array", items });
const nanoseconds = { type: "string", pattern: "^[1-9][0-9]{18}$" };
const count = { type: "integer", minimum: 0 };
const value = {
  oneOf: [
    object(["stringValue"], { stringValue: { type: "string" } }),
    object(["intValue"], { intValue: { type: "integer" } }),
    object(["doubleValue"], { doubleValue: { type: "number" } }),
    object(["boolValue"], { boolValue: { type: "boolean" } }),
    object(["arrayValue"], { arrayValue: object(["values"], { values: list({ type: "object" }) }) }),
  ],
};
const attributes = list(object(["key", "value"], { key: { type: "string", minLength: 1 }, value }));
const resource = object(["attributes"], { attributes, droppedAttributesCount: count });
const scope = object(["name"], { name: { const: "flowc" }, version: { type: "string" } });
const event = object(["timeUnixNano", "name"], {
  timeUnixNano: nanoseconds,
  name: { type: "string" },
  attributes,
  droppedAttributesCount: count,
});
const span = object(["traceId", "spanId", "name", "kind", "startTimeUnixNano", "endTimeUnixNano", "status"], {
  traceId: { type: "string", pattern: "^[0-9a-f]{32}$" },
  spanId: { type: "string", pattern: "^[0-9a-f]{16}$" },
  parentSpanId: { type: "string", pattern: "^[0-9a-f]{16}$" },
  traceState: { type: "string" },
  name: { type: "string", minLength: 1 },
  kind: { enum: [1, 2, 3] },
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  events: list(event),
  links: list({ type: "object" }),
  status: object([], { code: { enum: [0, 1, 2] }, message: { type: "string" } }),
  flags: count,
  droppedAttributesCount: count,
  droppedEventsCount: count,
  droppedLinksCount: count,
});
const point = { attributes, startTimeUnixNano: nanoseconds, timeUnixNano: nanoseconds };
const number = { type: "number" };
const metric = object(["name", "unit"], {
  name: { type: "string" },
  description: { type: "string" },
  unit: { type: "string" },
  sum: object(["dataPoints", "aggregationTemporality"], {
    dataPoints: list(object(["asInt"], { ...point, asInt: { type: "integer" } })),
    aggregationTemporality: { const: 2 },
    isMonotonic: { const: false },
  }),
  histogram: object(["dataPoints", "aggregationTemporality"], {
    dataPoints: list(
      object(["count", "bucketCounts", "explicitBounds"], {
        ...point,
        count,
        sum: number,
        min: number,
        max: number,
        bucketCounts: list(count),
        explicitBounds: list(number),
      }),
    ),
    aggregationTemporality: { const: 2 },
  }),
});

const ajv = new Ajv2020({ strict: false });
/** Shapes of OTLP 1.x's JSON, as far as flowc may write them; whatever else is there is refused. */
const validators: Readonly<Record<string, ReturnType<typeof ajv.compile>>> = {
  "/v1/traces": ajv.compile(
    object(["resourceSpans"], {
      resourceSpans: list(
        object(["resource", "scopeSpans"], {
          resource,
          scopeSpans: list(object(["scope", "spans"], { scope, spans: list(span) })),
        }),
      ),
    }),
  ),
  "/v1/metrics": ajv.compile(
    object(["resourceMetrics"], {
      resourceMetrics: list(
        object(["resource", "scopeMetrics"], {
          resource,
          scopeMetrics: list(object(["scope", "metrics"], { scope, metrics: list(metric) })),
        }),
      ),
    }),
  ),
};
