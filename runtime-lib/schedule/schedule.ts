import type { Scheduler } from "../command/scheduler.ts";
import { InvalidInput } from "../run/errors.ts";
import { scheduleFlags } from "./flags.ts";
import { scheduledCommand } from "./scheduled-command.ts";

/** What a bundle with a schedule has beside all others. */
export const schedule: Scheduler = { flags: scheduleFlags, isAsked, command: scheduledCommand };

/** Every run of a schedule is a whole one, with an id of its own. */
function isAsked(values: Readonly<Record<string, unknown>>): boolean {
  if (values["scheduled"] !== true) return false;
  const other = ["only", "run", "from"].find((name) => values[name] !== undefined);
  if (other === undefined) return true;
  throw new InvalidInput("preflight", `--scheduled and --${other} cannot be combined`);
}
