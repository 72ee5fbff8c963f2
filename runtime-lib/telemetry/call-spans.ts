import type { TracedStep } from "../run/trace.ts";
import type { Attributes } from "./span.ts";

/** What was asked, or what was answered. */
export type Fields = Readonly<Record<string, unknown>>;

/** What an executor does outside, as a span by OpenTelemetry's semantic conventions. */
export interface CallSpans {
  start(asked: Fields, step: TracedStep): { readonly name: string; readonly attributes?: Attributes };
  /** What the answer adds; with `error.type` the span is a failure. */
  answered?(answer: Fields): Attributes;
}

/** A value as an attribute: text of anything, nil is empty. */
export function textOf(value: unknown): string {
  return String(value ?? "");
}

/** A value as an attribute where it is a number. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
