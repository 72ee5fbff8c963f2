import { describe, expect, test, vi } from "vitest";
import { type Release, Slots } from "../../../runtime-lib/run/slots.ts";

/** Takes a slot and notes when it is given. */
function taker(name: string, log: string[]) {
  const given: Release[] = [];
  return {
    from: (slots: Slots) =>
      slots.take((release) => {
        log.push(name);
        given.push(release);
      }),
    release: () => given.shift()?.(),
  };
}

/** Some slots, of which the first takers hold as many, and who has got one so far. */
async function slotsHeldBy(names: readonly string[], count: number) {
  const slots = new Slots(count);
  const log: string[] = [];
  const held = names.map((name) => taker(name, log));
  for (const one of held) one.from(slots);
  await expectLog(log, names);
  return { slots, log, held, takers: (...others: readonly string[]) => others.map((name) => taker(name, log)) };
}

/** Who has got a slot: maybe not at once, where this turn of the event loop has lasted long. */
function expectLog(log: readonly string[], expected: readonly string[]): Promise<void> {
  return vi.waitFor(() => expect(log).toEqual(expected), { interval: 1 });
}

describe("slots", () => {
  test("are given first come, first served, and no more than there are", async () => {
    const { slots, log, held, takers } = await slotsHeldBy(["a", "b"], 2);
    const [third, fourth] = takers("c", "d");
    third?.from(slots);
    fourth?.from(slots);
    await expectLog(log, ["a", "b"]);
    held[1]?.release();
    await expectLog(log, ["a", "b", "c"]);
    held[0]?.release();
    third?.release();
    await expectLog(log, ["a", "b", "c", "d"]);
  });

  test("inside one that is held, at least one thing can run", async () => {
    const { slots, log, takers } = await slotsHeldBy(["outer"], 1);
    const inside = slots.inside();
    const deeper = inside.inside();
    const [first, second, third] = takers("first", "second", "third");
    first?.from(inside);
    second?.from(inside);
    await expectLog(log, ["outer", "first"]);
    third?.from(deeper);
    await expectLog(log, ["outer", "first", "third"]);
    first?.release();
    await expectLog(log, ["outer", "first", "third", "second"]);
  });

  test("what is free around is used, and given back to where it came from", async () => {
    const { slots, log, takers } = await slotsHeldBy(["outer"], 2);
    const inside = slots.inside();
    const [first, second, other] = takers("first", "second", "other");
    first?.from(inside);
    second?.from(inside);
    other?.from(slots);
    await expectLog(log, ["outer", "first", "second"]);
    second?.release();
    await expectLog(log, ["outer", "first", "second", "other"]);
  });

  test("a slot that comes when nobody waits any more is passed on", async () => {
    const { slots, log, held, takers } = await slotsHeldBy(["outer"], 1);
    const inside = slots.inside();
    const [first, second, other] = takers("first", "second", "other");
    first?.from(inside);
    second?.from(inside);
    await expectLog(log, ["outer", "first"]);
    first?.release();
    await expectLog(log, ["outer", "first", "second"]);
    other?.from(slots);
    held[0]?.release();
    await expectLog(log, ["outer", "first", "second", "other"]);
  });

  test("one around them is asked for once for each that waits, however many had their turn meanwhile", async () => {
    const { slots, log, held } = await slotsHeldBy(["outer"], 1);
    const inside = slots.inside();
    const inner = taker("inner", log);
    inner.from(inside);
    for (let count = 0; count < 20_000; count += 1) {
      inner.from(inside);
      inner.release();
      if (count % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    held[0]?.release();
    taker("last", log).from(slots);
    const isLast = () => {
      inner.release();
      expect(log.at(-1)).toBe("last");
    };
    await vi.waitFor(isLast, { interval: 1 });
  });

  test("what never waits for anything lets others have their turn", async () => {
    const slots = new Slots(2);
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 1);
    let left = 0;
    const worker = async () => {
      const end = performance.now() + 500;
      while (performance.now() < end) {
        const release = await new Promise<Release>((resolve) => slots.take(resolve));
        release();
        left += 1;
      }
    };
    await Promise.all([worker(), worker(), worker()]);
    clearInterval(timer);
    expect(left).toBeGreaterThan(100);
    expect(ticks).toBeGreaterThanOrEqual(5);
  });
});
