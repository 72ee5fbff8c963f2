import type { FlowEvent } from "../../../runtime-lib/run/events.ts";
import type { WorkflowSources } from "../../1-load/read-sources.ts";
import type { Prices, ReportData, RunData } from "../../page/data.ts";
import { checkSources } from "../shared/check-at.ts";
import type { Context } from "../shared/context.ts";
import { CodeFrames } from "./code-frames.ts";
import { pageGraph } from "./page-graph.ts";
import type { EventsOfRun } from "./read-events.ts";

/** What a report is made of beside the events of its run. */
export interface ReportParts {
  /** The files of its workflow, where they are at hand. */
  readonly sources: WorkflowSources | undefined;
  readonly prices: Prices;
  /** What is known of the run beside its events. */
  readonly more?: Omit<Partial<RunData>, "events"> | undefined;
}

/** The data of a report. */
export async function reportData(
  events: EventsOfRun,
  { sources, prices, more }: ReportParts,
  context: Context,
): Promise<ReportData> {
  const [{ runId, workflowId }] = events;
  const run = { id: runId, workflow: workflowId, events: events.map(bare), ...more };
  if (sources === undefined) return { version: 1, run, prices };
  const { syntax, diagnostics } = await checkSources(sources, context);
  const frames = new CodeFrames(sources, diagnostics).of(events);
  const graph = syntax === undefined ? {} : { graph: pageGraph(syntax) };
  return { version: 1, run: { ...run, frames }, ...graph, prices };
}

/** Without what all events of a run have in common. */
function bare({ workflowId: _workflow, runId: _run, ...event }: FlowEvent): RunData["events"][number] {
  return event;
}
