import type { ItemCounts, TokenUsage } from "../../../runtime-lib/run/events.ts";
import type { PageEvent } from "../data.ts";

/** What has become of a resource. `recovered`: it failed, and the run went on; `unreached`: the run ended before it. */
export type StepStatus =
  | "waiting"
  | "unreached"
  | "running"
  | "completed"
  | "failed"
  | "recovered"
  | "skipped"
  | "cancelled";

/** One resource of a run as a page shows it. Times are milliseconds from the first event of the run. */
export interface StepView {
  readonly id: string;
  readonly kind: string;
  /** Id of the resource whose component it is a part of. */
  readonly parent: string | undefined;
  readonly status: StepStatus;
  readonly startMs: number | undefined;
  readonly endMs: number | undefined;
  /** Those that failed and were followed by another. */
  readonly retries: readonly Retry[];
  readonly items: ItemCounts | undefined;
  readonly usage: TokenUsage | undefined;
  readonly failure: PageEvent | undefined;
  /** Why it was skipped. */
  readonly message: string | undefined;
  readonly output: readonly OutputLine[];
  readonly requires: readonly string[];
  /** The one for which it waited longest. */
  readonly waitedFor: string | undefined;
  /** Part of the chain of resources, each of which waited for the one before, that ended last. */
  readonly isCritical: boolean;
  /** Its result was taken from an earlier run. */
  readonly isRecorded: boolean;
}

export interface Retry {
  readonly atMs: number;
  readonly attempt: number;
  readonly item: number | undefined;
  readonly message: string;
}

export interface OutputLine {
  readonly stream: "stdout" | "stderr";
  readonly line: string;
  readonly item: number | undefined;
  readonly attempt: number | undefined;
}
