import type { WorkflowDefinition } from "../run/definition.ts";
import type { CommandRun } from "./run-command.ts";
import type { ScheduleOptions } from "./schedule-options.ts";

/** What a bundle with a schedule has beside all others. */
export interface Scheduler extends ScheduleOptions {
  /** Runs the workflow at the times of its schedule until a signal comes; resolves to the exit code. */
  command(definition: WorkflowDefinition, run: CommandRun): Promise<number>;
}
