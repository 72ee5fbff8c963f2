import { writeSync } from "node:fs";
import type { EventSink, FlowEvent } from "../run/events.ts";

/** Live progress on a terminal: a line for each running resource with its time, redrawn in place. */
export interface Progress {
  readonly sink: EventSink;
  /** Clears the lines. */
  stop(): void;
}

const frameMs = 100;
const mostLines = 10;

/** Draws on standard error, which must be a terminal. Quick resources are never drawn. */
export function liveProgress(): Progress {
  const running = new Map<string, number>();
  const columns = (): number => process.stderr.columns || 80;
  let drawn = 0;
  const clear = (): void => {
    if (drawn > 0) writeSync(2, `\x1b[${drawn}A\x1b[J`);
    drawn = 0;
  };
  const draw = (): void => {
    clear();
    const lines = [...running].slice(0, mostLines).map(([id, since]) => line(id, performance.now() - since, columns()));
    if (running.size > mostLines) lines.push(`  … and ${running.size - mostLines} more`);
    if (lines.length > 0) writeSync(2, `${lines.join("\n")}\n`);
    drawn = lines.length;
  };
  const timer = setInterval(draw, frameMs);
  timer.unref();
  return {
    sink: (event) => follow(event, running),
    stop: () => {
      clearInterval(timer);
      clear();
    },
  };
}

function follow({ event, actionId = "" }: FlowEvent, running: Map<string, number>): void {
  if (event === "resource.started") running.set(actionId, performance.now());
  else if (event.startsWith("resource.") && event !== "resource.retrying") running.delete(actionId);
}

function line(id: string, milliseconds: number, columns: number): string {
  const time = `${(milliseconds / 1000).toFixed(1)}s`;
  const room = columns - time.length - 5;
  return `  ● ${id.length > room ? `${id.slice(0, Math.max(0, room - 1))}…` : id} ${time}`;
}
