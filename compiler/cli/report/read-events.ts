import type { FlowEvent } from "../../../runtime-lib/run/events.ts";
import { UsageError } from "../shared/context.ts";
import { readJson } from "./read-json.ts";

/** The events of one run, in their order. */
export type EventsOfRun = readonly [FlowEvent, ...FlowEvent[]];

const required = ["event", "workflowId", "runId", "emittedAt"] as const;

/**
 * The runs in a text of events as `--events` writes them, those that began first first. A last line that was cut is left out.
 * Throws UsageError, with line and column, for what is not an event.
 */
export function readEvents(text: string, file: string): readonly EventsOfRun[] {
  const runs = new Map<string, [FlowEvent, ...FlowEvent[]]>();
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "" || (index === lines.length - 1 && !isJson(line))) continue;
    const event = eventOf(readJson(line, { file, line: index + 1 }), `${file}:${index + 1}:1`);
    const run = runs.get(event.runId);
    if (run === undefined) runs.set(event.runId, [event]);
    else run.push(event);
  }
  if (runs.size === 0) throw new UsageError(`${file}:1:1: no events: expected lines as flowc run --events writes them`);
  return [...runs.values()];
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function eventOf(value: unknown, place: string): FlowEvent {
  const event = value as Readonly<Record<string, unknown>>;
  if (typeof value !== "object" || value === null) throw new UsageError(`${place}: not an event: expected an object`);
  const missing = required.find((key) => typeof event[key] !== "string");
  if (missing !== undefined) throw new UsageError(`${place}: not an event: "${missing}" is missing, or not a text`);
  if (Number.isNaN(Date.parse(String(event["emittedAt"]))))
    throw new UsageError(`${place}: not an event: "emittedAt" is not a time, such as 2026-01-31T12:00:00.000Z`);
  return value as FlowEvent;
}
