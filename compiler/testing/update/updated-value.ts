import type { Data } from "../../nouns/simulation.ts";
import { asMap } from "../../tree/plain-data.ts";
import { differences } from "../expect/compare.ts";
import { type Evaluate, isMatcher } from "../expect/matchers.ts";

/** What is expected, made to fit what was found: what fits already stays as it is, matchers too. `open`: as compared. */
export function updatedValue(expected: unknown, actual: unknown, evaluate: Evaluate, open = false): unknown {
  if (differences(actual, expected, { evaluate, open }).length === 0) return expected;
  const [wanted, found] = [asMap(expected), asMap(actual)];
  if (wanted !== undefined && found !== undefined && !isMatcher(wanted))
    return updatedMap(wanted, open ? onlyNamed(found, wanted) : found, evaluate);
  if (Array.isArray(expected) && Array.isArray(actual))
    return actual.map((one, index) => (index < expected.length ? updatedValue(expected[index], one, evaluate) : one));
  return actual;
}

/** In the order in which it is written; what is new comes last. */
function updatedMap(wanted: Data, found: Data, evaluate: Evaluate): Data {
  const known = Object.keys(wanted).filter((name) => Object.hasOwn(found, name) || isAbsent(wanted[name]));
  const names = new Set([...known, ...Object.keys(found)]);
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      Object.hasOwn(wanted, name) ? updatedValue(wanted[name], found[name], evaluate) : found[name],
    ]),
  );
}

function isAbsent(wanted: unknown): boolean {
  return asMap(wanted)?.["absent"] === true;
}

function onlyNamed(found: Data, wanted: Data): Data {
  return Object.fromEntries(Object.entries(found).filter(([name]) => Object.hasOwn(wanted, name)));
}
