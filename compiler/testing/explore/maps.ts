import * as fc from "fast-check";

/** Maps with values of their own under each name; those that are not required may be missing. */
export function maps<Value>(
  values: Iterable<readonly [string, fc.Arbitrary<Value>]>,
  required: readonly string[] = [],
): fc.Arbitrary<Readonly<Record<string, Value>>> {
  const made = fc.record(Object.fromEntries(values), { requiredKeys: [...required], noNullPrototype: true });
  return made as fc.Arbitrary<Readonly<Record<string, Value>>>;
}
