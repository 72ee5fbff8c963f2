import type { RecordedRun } from "../../../runtime-lib/store/recorded-run.ts";
import type { PageGraph, RunData } from "../../page/data.ts";
import { drawn } from "./page-graph.ts";
import { bareEvent } from "./report-data.ts";

/** A run of the store as pages are given it. */
export function keptRunData({ run, events, inputs, results, result, notes }: RecordedRun): RunData {
  const flawed = Object.entries(notes).map(([id, flaw]) => `The result of "${id}" is ${flaw}.`);
  const journal = events.length > 0 ? [] : ["Only a journal was kept of this run: there are no times and no output."];
  return {
    id: run.id,
    workflow: run.workflow,
    status: run.status,
    events: events.map(bareEvent),
    inputs,
    results,
    ...(result !== undefined && { result }),
    notes: [...journal, ...flawed],
  };
}

/** The graph that is kept with a run. */
export function keptGraph({ run, graph }: RecordedRun): PageGraph {
  const nodes = graph.resources.map(({ id, type, requires }) => ({
    id,
    name: undefined,
    kind: type,
    component: undefined,
    isTarget: id === graph.target,
    isOptional: false,
    hasItems: false,
    requires,
    tools: [],
  }));
  return drawn({ name: run.workflow, server: false, nodes, entries: [] });
}
