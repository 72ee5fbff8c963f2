import type { TraceContext } from "../run/trace.ts";
import type { TelemetrySettings } from "./settings.ts";

/** Which trace something belongs to. */
export interface TracePlace {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits; undefined where the trace begins here. */
  readonly parentId: string | undefined;
  readonly sampled: boolean;
  /** What other vendors have said, handed on as it came. */
  readonly state: string | undefined;
}

/** The trace that a caller names, or a new one; the sampler says whether its spans are kept. */
export function tracePlace(
  { traceparent = "", tracestate }: Partial<TraceContext>,
  { ratio, followsParent }: Pick<TelemetrySettings, "ratio" | "followsParent">,
): TracePlace {
  const [, version, traceId, parentId, flags] =
    /^([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:$|-)/.exec(traceparent) ?? [];
  if (traceId === undefined || version === "ff" || (version === "00" && traceparent.length !== 55)) {
    const id = randomHex(16);
    return { traceId: id, parentId: undefined, sampled: isKept(id, ratio), state: undefined };
  }
  const sampled = followsParent ? (Number.parseInt(flags ?? "0", 16) & 1) === 1 : isKept(traceId, ratio);
  return { traceId, parentId, sampled, state: tracestate };
}

/** A new id of a span. */
export function newSpanId(): string {
  return randomHex(8);
}

/** What a span hands on to those that it calls. */
export function contextOf({ traceId, sampled, state }: TracePlace, spanId: string): TraceContext {
  const traceparent = `00-${traceId}-${spanId}-0${sampled ? 1 : 0}`;
  return state === undefined ? { traceparent } : { traceparent, tracestate: state };
}

/** The same for all who see a part of the trace: its last 14 digits are a number below the ratio ("TraceIdRatioBased"). */
function isKept(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-13), 16) < ratio * 2 ** 52;
}

/** Never all zeros, which would be no id. */
function randomHex(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  values[0] = (values[0] ?? 0) | 1;
  return Buffer.from(values).toString("hex");
}
