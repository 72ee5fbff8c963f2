import { type CommandRun, runCommand } from "../command/run-command.ts";
import { complain, exitCodes } from "../command/terminal.ts";
import { systemWords, writeAll } from "../command/write.ts";
import type { ScheduleDefinition, WorkflowDefinition } from "../run/definition.ts";
import type { Clock } from "../run/effects.ts";
import { toFlowError } from "../run/errors.ts";
import { prepareInputs } from "../run/inputs.ts";
import { startTimer } from "../run/timer.ts";
import { Drain } from "./drain.ts";
import { follow } from "./follow.ts";
import { type LastTime, lastTimeOf } from "./last-time.ts";
import { timesOf, timeText } from "./next-run.ts";

/** The time of the machine. */
const realClock: Clock = { now: () => Date.now(), start: startTimer };

/** Runs the workflow at the times of its schedule until a signal comes, then lets the run under way end. */
export async function scheduledCommand(definition: WorkflowDefinition, run: CommandRun): Promise<number> {
  const clock = realClock;
  const { schedule } = definition;
  if (schedule === undefined) throw new Error("a workflow without a schedule");
  const { line, host, reporting } = run;
  const say = (text: string): void => {
    if (line.events.kind !== "stderr") void writeAll(2, Buffer.from(`${definition.name}: ${text}\n`));
  };
  let start: Start;
  try {
    // What is given is the same for every run.
    prepareInputs(definition, line.inputs, {});
    start = startOf(definition, schedule, { clock, say });
  } catch (thrown) {
    const error = toFlowError(thrown);
    if (line.events.kind !== "stderr") await complain(error.message, error);
    return error.failureClass === "validation" ? exitCodes.invalid : exitCodes.failed;
  }
  const times = timesOf(schedule);
  const drain = new Drain(host.signal, () => say("stops; a run under way may end, a second signal cancels it"));
  const once = { ...run, reporting: { ...reporting, close: async () => undefined } };
  say(`follows its schedule, next at ${timeText(times.next(start.from), schedule.timeZone)}`);
  await follow({
    ...start,
    definition: schedule,
    times,
    clock,
    say,
    stop: drain.stop,
    run: async (time, replaced) => {
      say(`runs for ${timeText(time, schedule.timeZone)}`);
      await runCommand(definition, { ...once, signals: drain.signalsFor(replaced) });
    },
  });
  drain.end();
  return drain.exitCode ?? exitCodes.completed;
}

interface Start {
  readonly from: number;
  readonly settled: (time: number) => void;
}

/** Where the schedule is taken up, and what is kept of how far it has been followed. */
function startOf(
  definition: WorkflowDefinition,
  schedule: ScheduleDefinition,
  { clock, say }: { readonly clock: Clock; readonly say: (text: string) => void },
): Start {
  const now = clock.now();
  if (!schedule.catchUp) return { from: now, settled: () => {} };
  const last = lastTimeOf(definition, schedule);
  try {
    if (last.time === undefined) last.keep(now);
  } catch (error) {
    throw new Error(unkept(error));
  }
  return { from: Math.min(last.time ?? now, now), settled: (time) => keep(last, time, say) };
}

function keep(last: LastTime, time: number, say: (text: string) => void): void {
  try {
    last.keep(time);
  } catch (error) {
    say(unkept(error));
  }
}

function unkept(error: unknown): string {
  return `the time of the last run cannot be kept: ${systemWords(error as Error)}`;
}
