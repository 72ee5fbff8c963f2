import { expect, test } from "vitest";
import { type KnownPlace, placeOfAttempt, resourceOf, usablePlaces } from "../../../runtime-lib/store/known-places.ts";

const whole: KnownPlace = { print: "p", outcome: "{}", result: "1", flaw: null, startedAt: 0, endedAt: 1 };
const failed: KnownPlace = { ...whole, outcome: '{"failure":{}}', result: null };

const usable = (places: Readonly<Record<string, KnownPlace>>, leftOut: readonly string[] = []) => {
  const prints = { a: "p", b: "p", caller: "p" };
  const { known, again } = usablePlaces(new Map(Object.entries(places)), { prints }, new Set(leftOut));
  return { known: [...known.keys()], again: Object.fromEntries(again) };
};

test.each([
  ["fetch", "fetch"],
  ["fetch[3]", "fetch"],
  ["caller/fetch[3]", "caller"],
  ["caller[2]!2/fetch", "caller"],
  ["fetch!1", "fetch"],
])("%s belongs to %s", (place, id) => {
  expect(resourceOf(place)).toBe(id);
});

test("an attempt belongs to its place", () => {
  expect([placeOfAttempt("a[1]!2"), placeOfAttempt("caller!2/a")]).toEqual(["a[1]", "caller!2/a"]);
});

test("what is whole and unchanged is known, with its items", () => {
  expect(usable({ a: whole, "a[0]": whole, b: whole })).toEqual({ known: ["a", "a[0]", "b"], again: {} });
});

test("what has changed, or is not whole, runs again", () => {
  const places = {
    a: { ...whole, print: "other" },
    "a[0]": { ...whole, print: "other" },
    b: { ...whole, flaw: "cut" as const },
    caller: { ...whole, flaw: "masked" as const },
  };
  expect(usable(places)).toEqual({ known: [], again: { a: "changed", b: "cut", caller: "masked" } });
});

test("what failed for good is forgotten with its attempts; what was to be tried again counts", () => {
  const places = { a: failed, "a[0]": whole, "a[1]": failed, "a[1]!1": failed, "b!1": failed };
  expect(usable(places).known).toEqual(["a[0]", "b!1"]);
});

test("what is left out runs again without a word", () => {
  expect(usable({ a: whole, "a[0]": whole, b: whole }, ["a"])).toEqual({ known: ["b"], again: {} });
});

test("a bundle without fingerprints knows nothing", () => {
  expect(usablePlaces(new Map([["a", whole]]), {}).known.size).toBe(0);
});
