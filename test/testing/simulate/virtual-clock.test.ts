import { expect, test } from "vitest";
import { VirtualClock, wait } from "../../../compiler/testing/simulate/virtual-clock.ts";

const never = new AbortController().signal;

test("time jumps from timer to timer, the earliest first, and takes no real time", async () => {
  const clock = new VirtualClock(1_000);
  const seen: string[] = [];
  const note = async (name: string, milliseconds: number) => {
    await wait(clock, milliseconds, never);
    seen.push(`${name} ${clock.now()}`);
  };
  await Promise.all([note("week", 604_800_000), note("second", 1_000), note("none", 0)]);
  expect(seen).toEqual(["none 1000", "second 2000", "week 604801000"]);
});

test("what follows from a timer comes before the next one", async () => {
  const clock = new VirtualClock(0);
  const seen: string[] = [];
  const chain = async () => {
    for (const step of [1, 2, 3]) {
      await wait(clock, 10, never);
      for (let index = 0; index < 50; index += 1) await Promise.resolve();
      seen.push(`step ${step} ${clock.now()}`);
    }
  };
  const late = wait(clock, 30, never).then(() => seen.push(`late ${clock.now()}`));
  await Promise.all([chain(), late]);
  expect(seen).toEqual(["step 1 10", "step 2 20", "late 30", "step 3 30"]);
});

test("time stands still while something is done for real", async () => {
  const clock = new VirtualClock(0);
  let isReal = true;
  const held = clock.hold(async () => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
    isReal = false;
  });
  await wait(clock, 1, never);
  expect(isReal).toBe(false);
  await held;
});

test("a timer that is cancelled does not move time, and an aborted wait rejects with the reason", async () => {
  const clock = new VirtualClock(0);
  const cancel = clock.start(5, () => expect.fail("cancelled"));
  cancel();
  const controller = new AbortController();
  const waiting = wait(clock, 1_000, controller.signal);
  clock.start(7, () => controller.abort(new Error("over")));
  await expect(waiting).rejects.toThrow("over");
  expect(clock.now()).toBe(7);
});

test("where nothing can go on any more, it says so", async () => {
  const clock = new VirtualClock(0);
  await new Promise<void>((resolve) => clock.watch(resolve));
  clock.end();
});
