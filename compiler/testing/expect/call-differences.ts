import type { SimulatedCall } from "../../nouns/test-case.ts";
import { asMap } from "../../tree/plain-data.ts";
import { type Comparison, type Difference, differences } from "./compare.ts";
import { isMatcher } from "./matchers.ts";

/** Where what was asked at one place is not as expected: a number of calls, one after another, or what goes for each. */
export function callDifferences(
  calls: readonly SimulatedCall[],
  expected: unknown,
  { evaluate, path = "" }: Comparison,
): readonly Difference[] {
  if (typeof expected === "number")
    return calls.length === expected ? [] : [{ path, expected: `${expected} calls`, actual: `${calls.length} calls` }];
  const map = asMap(expected);
  if (map?.["absent"] === true)
    return calls.length === 0 ? [] : [{ path, expected: "no call", actual: calls[0]?.asked }];
  if (!Array.isArray(expected)) {
    if (calls.length === 0) return [{ path, expected, actual: undefined }];
    return calls.flatMap(({ asked }, index) =>
      askedDifferences(asked, expected, { evaluate, path: calls.length === 1 ? path : `${path}[${index}]` }),
    );
  }
  const length = Math.max(calls.length, expected.length);
  return Array.from({ length }, (_, index) => index).flatMap((index) => {
    const [call, wanted, at] = [calls[index], expected[index], `${path}[${index}]`];
    if (call === undefined || wanted === undefined) return [{ path: at, expected: wanted, actual: call?.asked }];
    return askedDifferences(call.asked, wanted, { evaluate, path: at });
  });
}

/** Fields that are not named are not looked at, nor are headers that are not. */
function askedDifferences(
  asked: SimulatedCall["asked"],
  expected: unknown,
  comparison: Comparison,
): readonly Difference[] {
  const { evaluate, path } = comparison;
  const wanted = asMap(expected);
  const headers = asMap(wanted?.["headers"]);
  if (wanted === undefined || headers === undefined || isMatcher(headers))
    return differences(asked, expected, { ...comparison, open: true });
  const { headers: _headers, ...others } = wanted;
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return [
    ...differences(asked, others, { ...comparison, open: true }),
    ...differences(asked["headers"] ?? {}, lower, { evaluate, path: `${path}.headers`, open: true }),
  ];
}
