import { QueuedWriter } from "../command/queued-writer.ts";
import { type CommandRun, runCommand } from "../command/run-command.ts";
import { complain, exitCodes } from "../command/terminal.ts";
import { systemWords } from "../command/write.ts";
import type { ScheduleDefinition, WorkflowDefinition } from "../run/definition.ts";
import type { Clock } from "../run/effects.ts";
import { type FlowError, toFlowError } from "../run/errors.ts";
import { prepareInputs } from "../run/inputs.ts";
import { emitter } from "../run/state.ts";
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
  const writer = new QueuedWriter(2);
  const say = (text: string): void => {
    if (line.events.kind !== "stderr") writer.write(`${definition.name}: ${text}\n`);
  };
  let start: Start;
  try {
    // What is given is the same for every run.
    prepareInputs(definition, line.inputs, {});
    start = startOf(definition, schedule, { clock, say });
  } catch (thrown) {
    return refuse(definition, run, toFlowError(thrown));
  }
  const times = timesOf(schedule);
  const drain = new Drain(host.signal, () => say("stops; a run under way may end, a second signal cancels it"));
  const once = { ...run, reporting: { ...reporting, close: async () => undefined } };
  say(`follows its schedule, next at ${timeText(times.next(clock.now()), schedule.timeZone)}`);
  await follow({
    ...start,
    definition: schedule,
    times,
    clock,
    say,
    stop: drain.stop,
    run: async (time, replaced) => {
      say(`runs for ${timeText(time, schedule.timeZone)}`);
      await writer.flush();
      await runCommand(definition, { ...once, signals: drain.signalsFor(replaced) });
    },
  });
  drain.end();
  await writer.flush();
  return drain.exitCode ?? exitCodes.completed;
}

/** What fails before the first run ends the stream of events as well. */
async function refuse(
  definition: WorkflowDefinition,
  { line, reporting }: CommandRun,
  error: FlowError,
): Promise<number> {
  const { message, failureClass } = error;
  emitter(definition.name, () => crypto.randomUUID(), reporting.sink)?.("workflow.failed", { message, failureClass });
  if (line.events.kind !== "stderr") await complain(message, error);
  return failureClass === "validation" ? exitCodes.invalid : exitCodes.failed;
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
