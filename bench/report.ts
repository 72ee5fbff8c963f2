import { cpus, loadavg } from "node:os";
import type { Results } from "./measure.ts";

/** A bound and what was measured. */
export interface Limit {
  readonly what: string;
  readonly limit: string;
  readonly measured: string;
  readonly holds: boolean;
}

/** One part of the bench. */
export interface Section {
  readonly title: string;
  /** How it was measured, and what to keep in mind. */
  readonly text: string;
  readonly limits: readonly Limit[];
  readonly table: string;
}

/** `value` must not exceed `limit`. */
export function atMost(what: string, value: number, limit: number, unit: string): Limit {
  const digits = unit === "x" || unit === "ms each" ? 2 : unit === "ms" ? 0 : 1;
  const shown = (number: number) => `${number.toFixed(digits)}${unit === "x" ? "x" : ` ${unit}`}`;
  return { what, limit: `≤ ${shown(limit)}`, measured: shown(value), holds: value <= limit };
}

/** `value` must not be below `limit`. */
export function atLeast(what: string, value: number, limit: number, unit: string): Limit {
  const shown = (number: number) => `${Math.round(number)} ${unit}`;
  return { what, limit: `≥ ${shown(limit)}`, measured: shown(value), holds: value >= limit };
}

/** Median, spread and ratio to `base` of each contender. */
export function timesTable(results: Results, base: string): string {
  const rows = [...results.times].map(([name, times]) => [
    name,
    ...[0.5, 0.25, 0.75, 0].map((share) => times.quantile(share).toFixed(1)),
    results.ratio(name, base).toFixed(2),
  ]);
  const title = `| | median ms | 25 % | 75 % | fastest | x ${base} |`;
  return [title, "|---|--:|--:|--:|--:|--:|", ...rows.map(row)].join("\n");
}

/** A line of a Markdown table. */
export function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** The limits of a section, a line of the table each. */
export function limitLines({ limits }: Section): string {
  return limits
    .map(({ what, limit, measured, holds }) => row([what, limit, measured, holds ? "yes" : "**no**"]))
    .join("\n");
}

/** Processes that want a core before the bench starts; above one, somebody else is at work. */
export function othersAtWork(): number {
  return loadavg()[0] ?? 0;
}

/** The whole of bench/README.md; `load` as it was before the first measurement. */
export function report(sections: readonly Section[], load: number): string {
  const model = cpus()[0]?.model.trim() ?? "unknown";
  return `# Measurements

Written by \`npm run bench\`; repeat it with that. The first use installs what flowc is compared with into
bench/node_modules (versions in bench/package.json; make comes from the system). It takes some minutes: leave the
machine alone meanwhile. Times differ between machines, so the limits are ratios of contenders that took turns in one
run. A process is timed from outside, from spawn to the end of its output; the first round is dropped; a figure is the
median of the others.

- machine: ${model}, ${cpus().length} cores, ${process.platform} ${process.arch}
- load average before the start: ${load.toFixed(2)}${load > 1 ? " (not a quiet machine: do not rely on these figures)" : ""}
- Node: ${process.version}
- date: ${new Date().toISOString().slice(0, 10)}

| Limit | allowed | measured | holds |
|---|--:|--:|---|
${sections
  .map(limitLines)
  .filter((lines) => lines !== "")
  .join("\n")}

${sections.map(({ title, text, table }) => `## ${title}\n\n${text}\n\n${table}`).join("\n\n")}
`;
}
