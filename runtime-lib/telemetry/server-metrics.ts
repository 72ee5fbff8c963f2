import { hrTime, known } from "./encode.ts";
import { type Attributes, now } from "./span.ts";

/** Of `http.server.request.duration`, in seconds, as the semantic conventions advise. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
/** Sets of attributes that are counted: one more counts with the first. */
const mostSeries = 1_000;

interface Durations {
  readonly attributes: Attributes;
  readonly counts: number[];
  count: number;
  sum: number;
  min: number;
  max: number;
}

/** Counts the requests of a server, from its start on. */
export class ServerMetrics {
  readonly #startedAt = hrTime(now());
  readonly #durations = new Map<string, Durations>();
  readonly #active = new Map<string, { readonly attributes: Attributes; value: number }>();

  /** A request has come (1) or been answered (-1). */
  active(attributes: Attributes, change: 1 | -1): void {
    seriesOf(this.#active, attributes, () => ({ attributes, value: 0 })).value += change;
  }

  /** A request has been answered, after so many seconds. */
  took(seconds: number, attributes: Attributes): void {
    const series = seriesOf(this.#durations, attributes, () => ({ attributes, ...none() }));
    const bucket = boundaries.findIndex((bound) => seconds <= bound);
    const index = bucket === -1 ? boundaries.length : bucket;
    series.counts[index] = (series.counts[index] ?? 0) + 1;
    series.count += 1;
    series.sum += seconds;
    series.min = Math.min(series.min, seconds);
    series.max = Math.max(series.max, seconds);
  }

  /** What has been counted so far, as OpenTelemetry's SDK has it; empty before the first request. */
  collected(): readonly object[] {
    if (this.#active.size === 0) return [];
    const times = { startTime: this.#startedAt, endTime: hrTime(now()) };
    const durations = [...this.#durations.values()].map(({ attributes, counts, ...value }) => ({
      ...times,
      attributes: known(attributes),
      value: { ...value, buckets: { boundaries, counts } },
    }));
    const active = [...this.#active.values()].map(({ attributes, value }) => ({
      ...times,
      attributes: known(attributes),
      value,
    }));
    return [
      { ...duration, ...cumulative, dataPoints: durations },
      { ...activeRequests, ...cumulative, dataPoints: active },
    ];
  }
}

/** Numbers of OpenTelemetry's SDK: temporality 1 is cumulative, types 0 and 3 are histogram and sum, 0 and 1 int and double. */
const cumulative = { aggregationTemporality: 1 };
const duration = {
  descriptor: {
    name: "http.server.request.duration",
    description: "Duration of HTTP server requests.",
    unit: "s",
    valueType: 1,
  },
  dataPointType: 0,
};
const activeRequests = {
  descriptor: {
    name: "http.server.active_requests",
    description: "Number of active HTTP server requests.",
    unit: "{request}",
    valueType: 0,
  },
  dataPointType: 3,
  isMonotonic: false,
};

function none(): Omit<Durations, "attributes"> {
  const counts = new Array<number>(boundaries.length + 1).fill(0);
  return { counts, count: 0, sum: 0, min: Number.POSITIVE_INFINITY, max: 0 };
}

function seriesOf<Series>(all: Map<string, Series>, attributes: Attributes, make: () => Series): Series {
  const key = JSON.stringify(attributes);
  const found = all.get(key) ?? (all.size >= mostSeries ? all.values().next().value : undefined);
  if (found !== undefined) return found;
  const made = make();
  all.set(key, made);
  return made;
}
