import type { WorkflowDefinition } from "../run/definition.ts";
import { type FlowError, RunTimeout } from "../run/errors.ts";
import type { EventSink, FlowEvent } from "../run/events.ts";
import type { CiLog, ShownFailure } from "./ci-log.ts";
import { failureText } from "./failure-text.ts";
import { liveProgress } from "./progress.ts";
import { RunRecord } from "./run-record.ts";
import { Screen } from "./screen.ts";
import { printStepOutput } from "./step-output.ts";
import { summaryTable } from "./summary-table.ts";
import { errorLine } from "./terminal.ts";

/** How much is shown of what commands and scripts write. */
export type StepOutput = "full" | "failed" | "none";

/** The name of a mode, or undefined for another text. */
export function stepOutputOf(name: string | undefined): StepOutput | undefined {
  return name === "full" || name === "failed" || name === "none" ? name : undefined;
}

/** A run as people see it on standard error. */
export interface Display {
  readonly onEvent: EventSink;
  readonly onDetail: EventSink | undefined;
  /** The run has ended: takes away what is drawn and writes the summary. Resolves when that is done. */
  ended(): Promise<void>;
  /** How it ended, with what is known of each resource that failed. Resolves when all is written. */
  close(outcome: { readonly value: unknown } | { readonly error: FlowError }): Promise<void>;
}

/** What a display depends on. */
export interface DisplayOptions {
  /** Undefined: what fits the place. */
  readonly stepOutput: StepOutput | undefined;
  /** Folder of the workflow's files, where they are there. */
  readonly folder: string | undefined;
  readonly ciLog: CiLog | undefined;
}

/**
 * Shows a run on standard error. On a terminal there is live progress, and output only of what fails; elsewhere each line
 * comes behind the id of its resource, or in sections where a log has such.
 */
export function openDisplay(definition: WorkflowDefinition, { stepOutput, folder, ciLog }: DisplayOptions): Display {
  const screen = new Screen();
  const record = new RunRecord();
  const live = screen.isTerminal && process.env["CI"] === undefined && process.env["TERM"] !== "dumb";
  const mode = stepOutput ?? stepOutputOf(process.env["FLOWC_STEP_OUTPUT"]) ?? (live ? "failed" : "full");
  const progress = live ? liveProgress(screen) : undefined;
  const output = mode === "full" ? (ciLog?.output ?? printStepOutput(screen, definition)) : undefined;
  return {
    onEvent: (event) => {
      record.sink(event);
      progress?.onEvent(event);
      if (ciLog !== undefined) screen.print(ciLog.event(event));
    },
    onDetail:
      output === undefined && progress === undefined
        ? undefined
        : (event) => (event.event === "resource.output" ? output?.(event) : progress?.onDetail(event)),
    ended: () => {
      progress?.stop();
      screen.clear();
      if (ciLog !== undefined) screen.print(ciLog.end());
      if (mode !== "none") screen.print(summaryTable(record, definition.resources, screen));
      return screen.flush();
    },
    close: (outcome) => {
      if ("error" in outcome) {
        const failures = failuresOf(outcome.error, record);
        const view = { screen, folder, output: mode === "failed" };
        const shown = mode === "none" ? failures.slice(-1) : failures;
        const details = (event: FlowEvent) => (mode === "none" ? "" : failureText(event, view));
        const text = shown.map(({ line, events }) => `${line}${events.map(details).join("")}`).join("");
        screen.print(ciLog?.failed(text, failures) ?? text);
      }
      if (ciLog !== undefined)
        screen.print(ciLog.close("error" in outcome ? { error: shownFailure(outcome.error) } : outcome));
      return screen.flush();
    },
  };
}

interface FailureLine extends ShownFailure {
  readonly line: string;
  /** What is known of it, resource by resource. */
  readonly events: readonly FlowEvent[];
}

/** The failure of the run, behind those of other resources that were in flight when it came. */
function failuresOf(error: FlowError, { failures }: RunRecord): readonly FailureLine[] {
  const { actionId } = error.details;
  const isOwn = (event: FlowEvent) => actionId !== undefined && isOf(event, actionId);
  // Where the time of the run is up, all that was running shows what it did.
  const own =
    error instanceof RunTimeout
      ? failures.filter((event) => event.message === error.message && !isInner(event))
      : failures.filter(isOwn).slice(0, 1);
  const others = failures.filter((event) => actionId !== undefined && !isOwn(event) && !isInner(event));
  return [
    ...others.map((event) => {
      const message = `"${event.actionId}" failed: ${event.message}`;
      const { failureClass = "tool_runtime" } = event;
      return { line: errorLine(message, failureClass), message, failureClass, event, events: [event] };
    }),
    { line: errorLine(error.message, error), ...shownFailure(error), event: own[0], events: own },
  ];
}

function shownFailure({ message, failureClass }: FlowError): ShownFailure {
  return { message, failureClass, event: undefined };
}

/** True for the resource's own failure and those inside of the component that it calls, of which the innermost is first. */
function isOf({ actionId = "" }: FlowEvent, id: string): boolean {
  return actionId === id || actionId.startsWith(`${id}/`) || actionId.startsWith(`${id}[`);
}

function isInner({ actionId = "" }: FlowEvent): boolean {
  return actionId.includes("/");
}
