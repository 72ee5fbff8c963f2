import type { FlowEvent } from "../../../runtime-lib/run/events.ts";
import type { WorkflowSources } from "../../1-load/read-sources.ts";
import type { PageGraph, Prices, ReportData, RunData } from "../../page/data.ts";
import { checkSources } from "../shared/check-at.ts";
import type { Context } from "../shared/context.ts";
import { CodeFrames } from "./code-frames.ts";
import { pageGraph } from "./page-graph.ts";
import type { EventsOfRun } from "./read-events.ts";

/** What a report is made of beside its run. */
export interface ReportParts {
  /** The files of its workflow, where they are at hand. */
  readonly sources: WorkflowSources | undefined;
  /** For where they are not. */
  readonly graph?: PageGraph;
  readonly prices: Prices;
}

/** The data of a report. */
export async function reportData(
  run: RunData,
  { sources, graph, prices }: ReportParts,
  context: Context,
): Promise<ReportData> {
  if (sources === undefined) return { version: 1, run, prices, ...(graph && { graph }) };
  const { syntax, diagnostics } = await checkSources(sources, context);
  const frames = new CodeFrames(sources, diagnostics).of(run.events);
  return { version: 1, run: { ...run, frames }, prices, ...(syntax && { graph: pageGraph(syntax) }) };
}

/** A run of which there are events alone. */
export function runOfEvents(events: EventsOfRun): RunData {
  const [{ runId, workflowId }] = events;
  return { id: runId, workflow: workflowId, events: events.map(bareEvent) };
}

/** An event without what all events of a run have in common. */
export function bareEvent({ workflowId: _workflow, runId: _run, ...event }: FlowEvent): RunData["events"][number] {
  return event;
}
