import type { RunStatus } from "../data.ts";
import type { StepStatus } from "./step-view.ts";

/** A status as a word, and a sign for who does not see its color. */
export const statusWords: Readonly<Record<StepStatus | RunStatus, { readonly word: string; readonly sign: string }>> = {
  waiting: { word: "waiting", sign: "·" },
  unreached: { word: "not run", sign: "·" },
  running: { word: "running", sign: "▶" },
  completed: { word: "completed", sign: "✓" },
  failed: { word: "failed", sign: "✗" },
  recovered: { word: "failed, recovered", sign: "!" },
  skipped: { word: "skipped", sign: "↷" },
  cancelled: { word: "cancelled", sign: "■" },
  interrupted: { word: "interrupted", sign: "■" },
};

/** A time span in the unit that fits: `850 ms`, `1.2 s`, `2 min 5 s`, `1 h 3 min`. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(ms / 60_000);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `1 item`, `3 items`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
