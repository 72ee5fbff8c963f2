import type { ResourceDefinition } from "../run/definition.ts";
import { palette } from "./palette.ts";
import type { RecordedResource, RunRecord } from "./run-record.ts";
import type { Screen } from "./screen.ts";
import { seconds } from "./seconds.ts";

/** A run that is quicker, and in which nothing failed, is worth one line. */
const quickMs = 1_000;

const colors = {
  completed: palette.green,
  failed: palette.red,
  skipped: palette.gray,
  running: palette.yellow,
} as const;

/** What became of each resource and the longest chain of them, as lines; one line for a quick run that went well. */
export function summaryTable(
  { resources: recorded, begin }: RunRecord,
  resources: readonly ResourceDefinition[],
  screen: Screen,
): string {
  const rows = [...recorded.values()];
  const took = performance.now() - begin;
  const failed = rows.filter(({ status }) => status === "failed" || status === "running").length;
  const skipped = rows.filter(({ status }) => status === "skipped").length;
  if (rows.length === 0 || (failed > 0 && rows.length === 1)) return "";
  if (failed === 0 && took < quickMs) {
    const note = skipped > 0 ? `, ${skipped} of them skipped` : "";
    return `${screen.color(palette.green, "✓")} ${rows.length} resource${rows.length === 1 ? "" : "s"} in ${seconds(took)}${note}\n`;
  }
  return `${table(rows, screen)}${chainLine(resources, recorded)}`;
}

function table(rows: readonly RecordedResource[], screen: Screen): string {
  const hasAttempts = rows.some(({ attempts }) => attempts > 1);
  const hasItems = rows.some(({ items }) => items !== undefined);
  const cells = [
    ["resource", "status", "time", ...(hasAttempts ? ["attempts"] : []), ...(hasItems ? ["items"] : [])],
    ...rows.map(({ actionId, status, durationMs, attempts, items, recovered }) => [
      actionId,
      // What was running when the run was cancelled has no end of its own.
      status === "running" ? "cancelled" : recovered ? "failed, recovered" : status,
      durationMs === undefined ? "" : seconds(durationMs),
      ...(hasAttempts ? [status === "skipped" ? "" : String(attempts)] : []),
      ...(hasItems ? [itemsText(items)] : []),
    ]),
  ];
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row, index) => {
    const color = index === 0 ? palette.gray : colors[rows[index - 1]?.status ?? "running"];
    const padded = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    const shown = padded.map((cell, column) => (index === 0 || column === 1 ? screen.color(color, cell) : cell));
    return `${shown.join("  ").trimEnd()}\n`;
  });
  return lines.join("");
}

function itemsText(items: RecordedResource["items"]): string {
  if (items === undefined) return "";
  return `${items.done}/${items.total}${items.failed > 0 ? `, ${items.failed} failed` : ""}`;
}

/** Empty where no resource waited for another. */
function chainLine(resources: readonly ResourceDefinition[], recorded: RunRecord["resources"]): string {
  const { ids, durationMs } = longestChain(resources, (id) => recorded.get(id)?.durationMs);
  return ids.length < 2 ? "" : `longest chain: ${ids.join(" → ")}, ${seconds(durationMs)}\n`;
}

interface Chain {
  readonly ids: readonly string[];
  readonly durationMs: number;
}

/** The chain of resources, each required by the next, that took longest. `resources` are in topological order. */
export function longestChain(
  resources: readonly Pick<ResourceDefinition, "id" | "requires">[],
  durationOf: (id: string) => number | undefined,
): Chain {
  let longest: Chain = { ids: [], durationMs: 0 };
  const chains = new Map<string, Chain>();
  for (const { id, requires } of resources) {
    const own = durationOf(id);
    if (own === undefined) continue;
    const before = requires
      .map((required) => chains.get(required))
      .reduce((one, other) => ((other?.durationMs ?? -1) > (one?.durationMs ?? -1) ? other : one), undefined);
    const chain = { ids: [...(before?.ids ?? []), id], durationMs: (before?.durationMs ?? 0) + own };
    chains.set(id, chain);
    if (chain.durationMs >= longest.durationMs) longest = chain;
  }
  return longest;
}
