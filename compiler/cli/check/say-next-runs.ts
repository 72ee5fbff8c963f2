import type { Plan } from "../../nouns/plan.ts";
import type { Context } from "../shared/context.ts";

/** Says when each workflow with a schedule would run next. */
export async function sayNextRuns(
  checked: readonly { readonly plan: Plan | undefined }[],
  { say }: Context,
): Promise<void> {
  const plans = checked.flatMap(({ plan }) => (plan?.schedule === undefined ? [] : [{ ...plan, ...plan.schedule }]));
  if (plans.length === 0) return;
  const { timesOf, timeText } = await import("../../../runtime-lib/schedule/next-run.ts");
  for (const { name, cron, timeZone } of plans) {
    const next = timesOf({ cron, timeZone }).next(Date.now());
    say(`next run of ${name}: ${timeText(next, timeZone)}`);
  }
}
