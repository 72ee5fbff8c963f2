import { DBOS } from "@dbos-inc/dbos-sdk";
import type { ScheduleDefinition } from "../run/definition.ts";

/** A run that was due while another of its schedule runs goes on, is skipped, or cancels the other, as the schedule says. */
export async function settleOverlap(
  run: string,
  overlap: ScheduleDefinition["overlap"] = "queue",
): Promise<"skip" | "run"> {
  if (overlap === "queue") return "run";
  const own = await DBOS.getWorkflowStatus(run);
  const { scheduleName, createdAt = 0 } = own ?? {};
  if (scheduleName === undefined) return "run";
  const running = await DBOS.listWorkflows({ scheduleName, status: "PENDING", loadInput: false, loadOutput: false });
  const earlier = running.filter((other) => other.workflowID !== run && other.createdAt <= createdAt);
  if (earlier.length === 0) return "run";
  await DBOS.cancelWorkflows(overlap === "skip" ? [run] : earlier.map(({ workflowID }) => workflowID));
  return overlap === "skip" ? "skip" : "run";
}
