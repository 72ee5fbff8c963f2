import type { Data } from "../../nouns/simulation.ts";
import { asMap } from "../../tree/plain-data.ts";
import { type Evaluate, failureOfThat, isMatcher, isUnmatched } from "./matchers.ts";

/** One place where data is not as expected. `undefined` stands for what is not there. */
export interface Difference {
  /** Such as `response.items[0].price`; empty for the whole. */
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
  /** Why the expression of `that` has no value, where that is so. */
  readonly problem?: string;
}

/** How data is compared. */
export interface Comparison {
  readonly evaluate: Evaluate;
  /** How differences name the data. */
  readonly path?: string;
  /** True: fields that are not expected may be there, at the top. */
  readonly open?: boolean;
  /** True: what looks like a matcher is data. */
  readonly literal?: boolean;
}

/** Every place where data is not as expected: equal, or what a matcher says. */
export function differences(actual: unknown, expected: unknown, comparison: Comparison): readonly Difference[] {
  const { path = "", literal = false } = comparison;
  const wanted = asMap(expected);
  if (!literal && wanted !== undefined && isMatcher(wanted)) return matcherDifferences(actual, wanted, comparison);
  if (wanted !== undefined && asMap(actual) !== undefined) return mapDifferences(actual as Data, wanted, comparison);
  if (Array.isArray(expected) && Array.isArray(actual)) return listDifferences(actual, expected, comparison);
  return isSame(actual, expected) ? [] : [{ path, expected, actual }];
}

function matcherDifferences(actual: unknown, wanted: Data, { path = "", evaluate }: Comparison): readonly Difference[] {
  if (!isUnmatched(actual, wanted, evaluate)) return [];
  const problem = failureOfThat(actual, wanted, evaluate);
  return [{ path, expected: wanted, actual, ...(problem !== undefined && { problem }) }];
}

function mapDifferences(actual: Data, expected: Data, comparison: Comparison): readonly Difference[] {
  const { path = "", open = false, ...inside } = comparison;
  const names = new Set([...Object.keys(expected), ...(open ? [] : Object.keys(actual))]);
  return [...names].flatMap((name) => {
    const at = /^[\w-]+$/.test(name) ? `${path === "" ? "" : `${path}.`}${name}` : `${path}[${JSON.stringify(name)}]`;
    if (!Object.hasOwn(expected, name)) return [{ path: at, expected: undefined, actual: actual[name] }];
    return differences(actual[name], expected[name], { ...inside, path: at });
  });
}

function listDifferences(
  actual: readonly unknown[],
  expected: readonly unknown[],
  { path = "", open: _open, ...inside }: Comparison,
): readonly Difference[] {
  const length = Math.max(actual.length, expected.length);
  return Array.from({ length }, (_, index) => index).flatMap((index) =>
    index >= expected.length
      ? [{ path: `${path}[${index}]`, expected: undefined, actual: actual[index] }]
      : differences(actual[index], expected[index], { ...inside, path: `${path}[${index}]` }),
  );
}

function isSame(actual: unknown, expected: unknown): boolean {
  return actual === expected || (Number.isNaN(actual) && Number.isNaN(expected));
}
