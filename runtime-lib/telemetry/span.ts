import type { TraceContext } from "../run/trace.ts";
import { contextOf, newSpanId, type TracePlace } from "./trace-ids.ts";

/** Values of attributes, as OTLP knows them. */
export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** What a span is to its other side, by OpenTelemetry's numbers. */
export const spanKinds = { internal: 0, server: 1, client: 2 } as const;

/** Something that happened in a span. */
interface SpanEvent {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly attributes: Attributes;
}

/** How a span begins. */
export interface SpanStart {
  readonly name: string;
  readonly kind?: (typeof spanKinds)[keyof typeof spanKinds];
  readonly attributes?: Attributes;
}

/** Something that takes time, from its making to its `end`. */
export class Span {
  readonly id = newSpanId();
  readonly trace: TracePlace;
  readonly kind: number;
  readonly startedAt = now();
  readonly events: SpanEvent[] = [];
  name: string;
  attributes: Attributes;
  /** Why it failed, if it did. */
  failure: string | undefined;
  endedAt: number | undefined;
  readonly #ended: (span: Span) => void;

  /** `ended` takes the span once, where its trace is kept. `trace.parentId` is the span's own parent. */
  constructor(
    trace: TracePlace,
    { name, kind = spanKinds.internal, attributes = {} }: SpanStart,
    ended: (span: Span) => void,
  ) {
    this.trace = trace;
    this.name = name;
    this.kind = kind;
    this.attributes = attributes;
    this.#ended = ended;
  }

  /** What those learn that are called in it. */
  get context(): TraceContext {
    return contextOf(this.trace, this.id);
  }

  add(attributes: Attributes): void {
    this.attributes = { ...this.attributes, ...attributes };
  }

  happened(name: string, attributes: Attributes): void {
    this.events.push({ name, at: now(), attributes });
  }

  fail(failureClass: string, message: string): void {
    this.failure = message;
    this.add({ "error.type": failureClass });
  }

  /** Takes a failure back: who called it sees none. */
  succeed(): void {
    this.failure = undefined;
    this.add({ "error.type": undefined });
  }

  /** The first end counts. */
  end(): void {
    if (this.endedAt !== undefined) return;
    this.endedAt = now();
    if (this.trace.sampled) this.#ended(this);
  }

  /** A span in this one. */
  inside(start: SpanStart): Span {
    return new Span({ ...this.trace, parentId: this.id }, start, this.#ended);
  }
}

/** Milliseconds since 1970 that only grow, with fractions. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}
