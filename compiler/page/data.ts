import type { FlowEvent } from "../../runtime-lib/run/events.ts";
import type { Drawing } from "../draw/drawing.ts";

/** An event of the one run that a page shows. */
export type PageEvent = Omit<FlowEvent, "workflowId" | "runId">;

/** A run as a page is given it: JSON, without secrets. */
export interface RunData {
  readonly id: string;
  readonly workflow: string;
  /** Where it is known better than from the events: that of a run that was killed, for example. */
  readonly status?: RunStatus;
  readonly events: readonly PageEvent[];
  readonly inputs?: unknown;
  /** Of the run; undefined where it is not known. */
  readonly result?: unknown;
  /** Results of resources, by their ids. */
  readonly results?: Readonly<Record<string, unknown>>;
  /** Lines of files at the places of failures: `resources/total.yaml:9:14`. */
  readonly frames?: Readonly<Record<string, CodeFrame>>;
  /** What was left out of this data, a sentence each. */
  readonly notes?: readonly string[];
}

export type RunStatus = "running" | "completed" | "failed" | "cancelled" | "interrupted";

/** The graph of a workflow with a place for everything. */
export interface PageGraph {
  readonly drawing: Drawing;
  /** Every resource, those upstream first. */
  readonly resources: readonly GraphResource[];
}

export interface GraphResource {
  readonly id: string;
  /** As a picture is called: `exec`, `chat`, … */
  readonly kind: string;
  /** What it waits for. */
  readonly requires: readonly string[];
  /** Of a chat whose model is written out. */
  readonly model?: string;
}

/** Some lines of a file, one of them marked. */
export interface CodeFrame {
  /** Number of the first line, from 1. */
  readonly first: number;
  readonly lines: readonly string[];
  readonly line: number;
  /** From 1; undefined where the whole line is meant. */
  readonly column?: number;
}

/** What a model takes, in US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** By the name of the model. */
export type Prices = Readonly<Record<string, Price>>;

/** All that a report is made of. */
export interface ReportData {
  readonly version: 1;
  readonly run: RunData;
  readonly graph?: PageGraph;
  readonly prices?: Prices;
}
