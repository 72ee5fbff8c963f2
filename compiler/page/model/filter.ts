import type { StepView } from "./step-view.ts";

/** What can be asked for. */
export const filterStatuses = ["all", "critical path", "failed", "running", "completed", "skipped"] as const;

export type FilterStatus = (typeof filterStatuses)[number];

/** Which resources are shown. */
export interface StepFilter {
  /** Part of the id, in any case. */
  readonly text: string;
  readonly status: FilterStatus;
}

/** The steps that a filter lets through. */
export function filterSteps(steps: readonly StepView[], { text, status }: StepFilter): readonly StepView[] {
  const part = text.trim().toLowerCase();
  return steps.filter((step) => step.id.toLowerCase().includes(part) && has(step, status));
}

function has({ status, isCritical }: StepView, wanted: FilterStatus): boolean {
  if (wanted === "all") return true;
  if (wanted === "critical path") return isCritical;
  return status === wanted || (wanted === "failed" && status === "recovered");
}
