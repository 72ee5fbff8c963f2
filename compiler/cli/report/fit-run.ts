import type { PageEvent, RunData } from "../../page/data.ts";
import { lastLines } from "./last-lines.ts";

/** How much of a run a page holds. */
interface Detail {
  /** Lines of output of each resource, the last ones. */
  readonly lines: number;
  /** Characters of a line or of a value. */
  readonly characters: number;
  /** Whether the parts of components that went well are there. */
  readonly parts: boolean;
}

const details: readonly Detail[] = [
  { lines: Number.POSITIVE_INFINITY, characters: 20_000, parts: true },
  { lines: 1_000, characters: 10_000, parts: true },
  { lines: 200, characters: 4_000, parts: true },
  { lines: 50, characters: 1_000, parts: true },
  { lines: 20, characters: 400, parts: true },
  { lines: 5, characters: 200, parts: false },
  { lines: 0, characters: 80, parts: false },
];

/**
 * What `make` makes of a run, with as much of its output and its values as leaves it no longer than `limit`; without any
 * of them where even that is too long.
 */
export function fitRun(run: RunData, make: (run: RunData) => string, limit: number): string {
  let page = "";
  for (const detail of details) {
    page = make(reduced(run, detail));
    if (Buffer.byteLength(page) <= limit) return page;
  }
  return page;
}

function reduced(run: RunData, detail: Detail): RunData {
  const events = eventsOf(run.events, detail);
  const { inputs, result, results } = run;
  const short = (value: unknown): unknown => shortened(value, detail.characters);
  const reducedRun = {
    ...run,
    events,
    ...(inputs === undefined ? {} : { inputs: short(inputs) }),
    ...(result === undefined ? {} : { result: short(result) }),
    ...(results === undefined
      ? {}
      : { results: Object.fromEntries(Object.entries(results).map(([id, value]) => [id, short(value)])) }),
  };
  const notes = events.length === run.events.length ? [] : notesOf(detail);
  return notes.length === 0 ? reducedRun : { ...reducedRun, notes: [...(run.notes ?? []), ...notes] };
}

function notesOf({ lines, parts }: Detail): readonly string[] {
  return [
    lines === 0
      ? "The output was too long for this page, and is left out."
      : `Of long outputs the last ${lines} lines are here.`,
    ...(parts ? [] : ["Parts of components that went well are left out."]),
  ];
}

function eventsOf(events: readonly PageEvent[], { lines, characters, parts }: Detail): readonly PageEvent[] {
  const shown = parts
    ? events
    : events.filter(({ event, actionId = "" }) => event === "resource.failed" || !actionId.includes("/"));
  return lastLines(shown, lines).map((event) =>
    event.line === undefined ? event : { ...event, line: cut(event.line, characters) },
  );
}

/** A value that is longer as JSON becomes the beginning of that text. */
function shortened(value: unknown, characters: number): unknown {
  if (typeof value === "string") return cut(value, characters);
  const text = JSON.stringify(value, null, 2) ?? "null";
  return text.length <= characters ? value : cut(text, characters);
}

function cut(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters)}… (cut)`;
}
