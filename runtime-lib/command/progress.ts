import type { EventSink, FlowEvent } from "../run/events.ts";
import { palette } from "./palette.ts";
import type { Screen } from "./screen.ts";
import { seconds } from "./seconds.ts";

/** Live progress on a terminal: a line for each resource, redrawn in place. */
export interface Progress {
  readonly onEvent: EventSink;
  readonly onDetail: EventSink;
  /** No line is drawn any more. */
  stop(): void;
}

const frameMs = 100;

/** What became of a resource so far. */
interface Row {
  readonly since: number;
  /** The last event but for retries and items. */
  last: FlowEvent;
  attempts: number;
  items: FlowEvent["items"];
}

/** Draws on a terminal. Runs that end at once are never drawn. */
export function liveProgress(screen: Screen): Progress {
  const rows = new Map<string, Row>();
  const timer = setInterval(() => screen.draw(frame([...rows], screen)), frameMs);
  timer.unref();
  return {
    onEvent: (event) => follow(event, rows),
    onDetail: ({ actionId = "", items }) => {
      const row = rows.get(actionId);
      if (row !== undefined && items !== undefined) row.items = items;
    },
    stop: () => clearInterval(timer),
  };
}

function follow(event: FlowEvent, rows: Map<string, Row>): void {
  const { event: kind, actionId, items } = event;
  if (actionId === undefined) return;
  const row = rows.get(actionId);
  if (row === undefined) rows.set(actionId, { since: performance.now(), last: event, attempts: 1, items });
  else if (kind === "resource.retrying") row.attempts += 1;
  else {
    row.last = event;
    row.items = items ?? row.items;
    // The one that has ended last stands last of those that have.
    if (kind !== "resource.started") rows.delete(actionId);
    rows.set(actionId, row);
  }
}

/** What has ended, then what runs; of too many the oldest are only counted. */
function frame(rows: readonly (readonly [string, Row])[], screen: Screen): readonly string[] {
  const isRunning = ([, { last }]: readonly [string, Row]): boolean => last.event === "resource.started";
  const ordered = [...rows.filter((row) => !isRunning(row)), ...rows.filter(isRunning)];
  const room = Math.max(3, screen.rows - 3);
  const left = Math.max(0, ordered.length - room);
  const lines = ordered.slice(left).map(([id, row]) => line(id, row, screen));
  return left === 0 ? lines : [`  … ${left} more`, ...lines];
}

const marks: Readonly<Record<string, readonly [mark: string, color: number]>> = {
  "resource.started": ["●", palette.cyan],
  "resource.completed": ["✓", palette.green],
  "resource.failed": ["✗", palette.red],
  "resource.skipped": ["-", palette.gray],
};

function line(id: string, { since, last, attempts, items }: Row, screen: Screen): string {
  const [mark, color] = marks[last.event] ?? ["●", palette.cyan];
  const time = seconds(last.event === "resource.started" ? performance.now() - since : (last.durationMs ?? 0));
  const facts = [
    ...(last.event === "resource.skipped" ? ["skipped"] : [time]),
    ...(items === undefined
      ? []
      : [`${items.done}/${items.total}${items.failed > 0 ? `, ${items.failed} failed` : ""}`]),
    ...(attempts === 1 ? [] : [`${attempts} attempts`]),
  ].join("  ");
  const room = Math.max(1, screen.columns - facts.length - 6);
  const name = id.length > room ? `${id.slice(0, room - 1)}…` : id;
  return `  ${screen.color(color, mark)} ${name} ${facts}`;
}
