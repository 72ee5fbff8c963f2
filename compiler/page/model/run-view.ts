import type { GraphResource, PageEvent, RunData, RunStatus } from "../data.ts";
import { criticalPath } from "./critical-path.ts";
import { StepDraft } from "./step-draft.ts";
import type { StepStatus, StepView } from "./step-view.ts";

/** A run as a page shows it. */
export interface RunView {
  readonly status: RunStatus;
  /** RFC 3339; undefined before the first event. */
  readonly startedAt: string | undefined;
  /** From the first event to the last, in milliseconds. */
  readonly tookMs: number;
  /** Why the run failed. */
  readonly message: string | undefined;
  readonly failureClass: string | undefined;
  /** Those of the graph in its order, then others as they came; the parts of a component behind its caller. */
  readonly steps: readonly StepView[];
  /** False where there was no graph, and who waited for whom is taken from the times. */
  readonly hasGraph: boolean;
}

/** Makes the view of what has happened so far. `resources` is the graph, where it is known. */
export function runView(
  { events, status }: Pick<RunData, "events" | "status">,
  resources?: readonly GraphResource[],
): RunView {
  const drafts = new Map<string, StepDraft>();
  for (const { id, kind, requires } of resources ?? []) drafts.set(id, new StepDraft(id, kind, requires));
  const start = events[0]?.emittedAt;
  const startMs = start === undefined ? 0 : Date.parse(start);
  for (const [index, event] of events.entries()) {
    if (event.actionId === undefined) continue;
    const draft = drafts.get(event.actionId) ?? new StepDraft(event.actionId, event.resourceType ?? "", []);
    drafts.set(event.actionId, draft);
    draft.add(event, { atMs: Date.parse(event.emittedAt) - startMs, index });
  }
  const last = events.findLast(({ event }) => event === "workflow.completed" || event === "workflow.failed");
  const all = [...drafts.values()];
  const own = status ?? statusOf(last, all);
  if (resources === undefined) inferWaits(all);
  const critical = criticalPath(all);
  return {
    status: own,
    startedAt: start,
    tookMs: Math.max(0, Date.parse(events.at(-1)?.emittedAt ?? start ?? "") - startMs || 0),
    message: last?.message,
    failureClass: last?.failureClass,
    steps: inFamilies(all).map((draft) => draft.view(own !== "running", critical)),
    hasGraph: resources !== undefined,
  };
}

/** A run that was ended from outside leaves resources without an end, and none that failed. */
function statusOf(last: PageEvent | undefined, drafts: readonly StepDraft[]): RunStatus {
  if (last === undefined) return "running";
  if (last.event === "workflow.completed") return "completed";
  const wasEnded =
    drafts.some(({ status }) => status === "running") && !drafts.some(({ status }) => status === "failed");
  return last.failureClass === "tool_runtime" && wasEnded ? "cancelled" : "failed";
}

/** Without a graph: the one that ended last before a resource began is what it has waited for. */
function inferWaits(drafts: readonly StepDraft[]): void {
  const ended = drafts
    .filter(({ endIndex }) => endIndex !== undefined)
    .sort((one, other) => (one.endIndex ?? 0) - (other.endIndex ?? 0));
  for (const draft of drafts) {
    const before = ended.findLast(
      ({ parent, endIndex = 0 }) => parent === draft.parent && endIndex < (draft.startIndex ?? -1),
    );
    if (before !== undefined) draft.requires = [before.id];
  }
}

/** The parts of a component behind its caller. */
function inFamilies(drafts: readonly StepDraft[]): readonly StepDraft[] {
  const parts = new Map<string | undefined, StepDraft[]>();
  for (const draft of drafts) parts.set(draft.parent, [...(parts.get(draft.parent) ?? []), draft]);
  const family = (draft: StepDraft): readonly StepDraft[] => [draft, ...(parts.get(draft.id) ?? []).flatMap(family)];
  const ids = new Set(drafts.map(({ id }) => id));
  return drafts.filter(({ parent }) => parent === undefined || !ids.has(parent)).flatMap(family);
}

/** How many steps have each status, in the order of their first. */
export function countsOf(steps: readonly Pick<StepView, "status">[]): ReadonlyMap<StepStatus, number> {
  const counts = new Map<StepStatus, number>();
  for (const { status } of steps) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}
