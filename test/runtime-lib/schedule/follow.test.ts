import { expect, test } from "vitest";
import { type Follower, follow } from "../../../runtime-lib/schedule/follow.ts";
import { timesOf } from "../../../runtime-lib/schedule/next-run.ts";
import { SimulatedClock } from "./simulated-clock.ts";

const start = Date.UTC(2026, 10, 22, 12, 0, 30);
const minute = 60_000;
const definition = { cron: "*/10 * * * *", timeZone: "UTC", overlap: "skip", catchUp: false } as const;

/** Follows a schedule on a simulated clock, in runs that take `lasts`. */
function followed({
  lasts = 0,
  from = start,
  ...more
}: Partial<Follower["definition"]> & { lasts?: number; from?: number }) {
  const clock = new SimulatedClock(start);
  const stop = new AbortController();
  const runs: string[] = [];
  const said: string[] = [];
  const settled: string[] = [];
  const schedule = { ...definition, ...more };
  const ended = follow({
    definition: schedule,
    times: timesOf(schedule),
    clock,
    from,
    stop: stop.signal,
    say: (text) => said.push(text),
    settled: (time) => settled.push(clockText(time)),
    run: async (time, signal) => {
      const began = clockText(clock.now());
      const how = await clock.sleep(lasts, signal);
      runs.push(`${clockText(time)}: ${began} to ${clockText(clock.now())}${how === "cut" ? ", cancelled" : ""}`);
    },
  });
  return { clock, stop, runs, said, settled, ended };
}

function clockText(time: number): string {
  return new Date(time).toISOString().slice(11, 16);
}

test("runs at each time of the schedule, and no more once it is stopped", async () => {
  const { clock, stop, runs, ended } = followed({});
  await clock.advance(25 * minute);
  stop.abort();
  await ended;
  await clock.advance(60 * minute);
  expect(runs).toEqual(["12:10: 12:10 to 12:10", "12:20: 12:20 to 12:20"]);
});

test("skip leaves out what is due while a run goes on", async () => {
  const { clock, stop, runs, said, ended } = followed({ lasts: 15 * minute });
  await clock.advance(50 * minute);
  stop.abort();
  await clock.advance(15 * minute);
  await ended;
  expect(runs).toEqual(["12:10: 12:10 to 12:25", "12:30: 12:30 to 12:45", "12:50: 12:50 to 13:05"]);
  expect(said[0]).toBe("leaves out 2026-11-22 12:20 UTC: the run before it goes on");
});

test("queue runs one after the other, and gives up those that wait when it is stopped", async () => {
  const { clock, stop, runs, said, ended } = followed({ overlap: "queue", lasts: 15 * minute });
  await clock.advance(45 * minute);
  stop.abort();
  await clock.advance(30 * minute);
  await ended;
  expect(runs).toEqual(["12:10: 12:10 to 12:25", "12:20: 12:25 to 12:40", "12:30: 12:40 to 12:55"]);
  expect(said.at(-1)).toBe("gives up 1 waiting run");
});

test("cancel puts the next run in the place of the one that goes on", async () => {
  const { clock, stop, runs, ended } = followed({ overlap: "cancel", lasts: 15 * minute });
  await clock.advance(25 * minute);
  stop.abort();
  await clock.advance(15 * minute);
  await ended;
  expect(runs).toEqual(["12:10: 12:10 to 12:20, cancelled", "12:20: 12:20 to 12:35"]);
});

test("a stop waits for the run under way", async () => {
  const { clock, stop, runs, ended } = followed({ lasts: 5 * minute });
  await clock.advance(11 * minute);
  stop.abort();
  let over = false;
  void ended.then(() => {
    over = true;
  });
  await clock.advance(minute);
  expect([over, runs]).toEqual([false, []]);
  await clock.advance(5 * minute);
  await ended;
  expect(runs).toEqual(["12:10: 12:10 to 12:15"]);
});

test("what passed while the machine slept is missed", async () => {
  const { clock, stop, runs, said, ended } = followed({});
  clock.jump(185 * minute);
  await clock.advance(6 * minute);
  stop.abort();
  await ended;
  expect(runs).toEqual(["15:10: 15:10 to 15:10"]);
  expect(said).toEqual(["missed 2026-11-22 12:10 UTC"]);
});

test("catchUp makes up for it with one run", async () => {
  const { clock, stop, runs, said, ended } = followed({ catchUp: true });
  clock.jump(3 * 60 * minute);
  await clock.advance(12 * minute);
  stop.abort();
  await ended;
  expect(runs).toEqual(["12:10: 15:00 to 15:00", "15:10: 15:10 to 15:10"]);
  expect(said).toEqual(["makes up for 2026-11-22 12:10 UTC, which was missed"]);
});

test("catchUp makes up for what an earlier process has not seen", async () => {
  const { clock, stop, runs, settled, ended } = followed({ catchUp: true, from: start - 24 * 60 * minute });
  await clock.advance(0);
  stop.abort();
  await ended;
  expect(runs).toEqual(["12:10: 12:00 to 12:00"]);
  expect(settled).toEqual(["12:10"]);
});
