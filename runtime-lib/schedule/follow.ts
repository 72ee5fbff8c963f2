import type { ScheduleDefinition } from "../run/definition.ts";
import type { Clock } from "../run/effects.ts";
import { FlowError } from "../run/errors.ts";
import { type Times, timeText } from "./next-run.ts";

/** What follows a schedule, and how. */
export interface Follower {
  readonly definition: ScheduleDefinition;
  readonly times: Times;
  readonly clock: Clock;
  /** From when on times count; times before now have been missed. Milliseconds since 1970. */
  readonly from: number;
  /** Runs the workflow once for a time; never rejects. `signal` is aborted where the next run takes its place. */
  readonly run: (time: number, signal: AbortSignal) => Promise<void>;
  /** Is given each time that needs no further run, before its run begins. */
  readonly settled: (time: number) => void;
  /** Takes what is for people to read, a sentence each. */
  readonly say: (text: string) => void;
  /** Once it is aborted nothing new starts. */
  readonly stop: AbortSignal;
}

/** Clocks are set and machines sleep while a timer stands: the time is looked at that often. */
const longestWaitMs = 30_000;

/** A time that is this long past has been missed. */
const lateMs = 60_000;

/** Runs a workflow at the times of its schedule until `stop`; resolves when the run under way has ended. */
export async function follow(follower: Follower): Promise<void> {
  const { definition, times, clock, stop, say } = follower;
  const queue = new Runs(follower);
  let position = follower.from;
  while (!stop.aborted) {
    const due = times.next(position);
    await until(due, clock, stop);
    if (stop.aborted) break;
    const now = clock.now();
    if (now - due < lateMs) {
      queue.add(due);
      position = due;
    } else if (definition.catchUp) {
      say(`makes up for ${timeText(due, definition.timeZone)}, which was missed`);
      queue.add(due);
      position = now;
    } else {
      say(`missed ${timeText(due, definition.timeZone)}`);
      position = now - lateMs;
    }
  }
  await queue.drain();
}

/** The run under way and those that wait for it. */
class Runs {
  readonly #follower: Follower;
  readonly #waiting: number[] = [];
  #current: AbortController | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(follower: Follower) {
    this.#follower = follower;
  }

  /** A time has come. */
  add(time: number): void {
    const { definition, settled, say } = this.#follower;
    if (this.#current === undefined) {
      this.#start(time);
      return;
    }
    const when = timeText(time, definition.timeZone);
    if (definition.overlap === "skip") {
      settled(time);
      say(`leaves out ${when}: the run before it goes on`);
    } else if (definition.overlap === "queue") {
      this.#waiting.push(time);
      say(`${when} waits for the run before it`);
    } else {
      this.#waiting.splice(0, this.#waiting.length, time);
      this.#current.abort(new FlowError("tool_runtime", "the run was cancelled: the next one is due"));
    }
  }

  /** Gives up those that wait. */
  drain(): Promise<void> {
    const left = this.#waiting.splice(0).length;
    if (left > 0) this.#follower.say(`gives up ${left} waiting ${left === 1 ? "run" : "runs"}`);
    return this.#ended;
  }

  #start(time: number): void {
    const controller = new AbortController();
    this.#current = controller;
    this.#follower.settled(time);
    this.#ended = this.#follower.run(time, controller.signal).then(() => {
      this.#current = undefined;
      const next = this.#waiting.shift();
      if (next === undefined) return undefined;
      this.#start(next);
      return this.#ended;
    });
  }
}

/** Resolves at that time, or as soon as `stop` is aborted. */
async function until(time: number, clock: Clock, stop: AbortSignal): Promise<void> {
  for (let left = time - clock.now(); left > 0 && !stop.aborted; left = time - clock.now())
    await pause(Math.min(left, longestWaitMs), clock, stop);
}

function pause(milliseconds: number, clock: Clock, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      stop.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.start(milliseconds, end);
    stop.addEventListener("abort", end, { once: true });
  });
}
