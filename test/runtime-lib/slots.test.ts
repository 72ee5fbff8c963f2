import { describe, expect, test } from "vitest";
import { type Release, Slots } from "../../runtime-lib/slots.ts";

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

describe("slots", () => {
  test("are given first come, first served, and no more than there are", () => {
    const slots = new Slots(2);
    const log: string[] = [];
    const takers = ["a", "b", "c", "d"].map((name) => taker(name, log));
    for (const one of takers) one.from(slots);
    expect(log).toEqual(["a", "b"]);
    takers[1]?.release();
    expect(log).toEqual(["a", "b", "c"]);
    takers[0]?.release();
    takers[2]?.release();
    expect(log).toEqual(["a", "b", "c", "d"]);
  });

  test("inside one that is held, at least one thing can run", () => {
    const slots = new Slots(1);
    const log: string[] = [];
    taker("outer", log).from(slots);
    const inside = slots.inside();
    const deeper = inside.inside();
    const [first, second, third] = ["first", "second", "third"].map((name) => taker(name, log));
    first?.from(inside);
    second?.from(inside);
    expect(log).toEqual(["outer", "first"]);
    third?.from(deeper);
    expect(log).toEqual(["outer", "first", "third"]);
    first?.release();
    expect(log).toEqual(["outer", "first", "third", "second"]);
  });

  test("what is free around is used, and given back to where it came from", () => {
    const slots = new Slots(2);
    const log: string[] = [];
    taker("outer", log).from(slots);
    const inside = slots.inside();
    const [first, second, other] = ["first", "second", "other"].map((name) => taker(name, log));
    first?.from(inside);
    second?.from(inside);
    other?.from(slots);
    expect(log).toEqual(["outer", "first", "second"]);
    second?.release();
    expect(log).toEqual(["outer", "first", "second", "other"]);
  });

  test("a slot that comes when nobody waits any more is passed on", () => {
    const slots = new Slots(1);
    const log: string[] = [];
    const outer = taker("outer", log);
    outer.from(slots);
    const inside = slots.inside();
    const [first, second, other] = ["first", "second", "other"].map((name) => taker(name, log));
    first?.from(inside);
    second?.from(inside);
    first?.release();
    other?.from(slots);
    outer.release();
    expect(log).toEqual(["outer", "first", "second", "other"]);
  });
});
