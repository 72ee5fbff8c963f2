import { date, duration, timezone } from "../../../runtime-lib/dates/functions.ts";
import * as bitwise from "../../../runtime-lib/functions/bitwise.ts";
import * as collections from "../../../runtime-lib/functions/collections.ts";
import * as conversions from "../../../runtime-lib/functions/conversions.ts";
import * as numbers from "../../../runtime-lib/functions/numbers.ts";
import * as strings from "../../../runtime-lib/functions/strings.ts";
import { findRuntimeFunction } from "../../functions/table.ts";

type Pure = (...given: readonly never[]) => unknown;

/** The functions of the runtime library that give the same for the same, whenever and wherever they run, by name. */
const pure: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...Object.entries({ ...bitwise, ...collections, ...conversions, ...numbers, ...strings }),
  ...Object.entries({ date, duration, timezone }),
]);

/** What could not be evaluated: a run has to. */
export const unsure = Symbol("unsure");

/** True for a function of the runtime library that gives the same for the same. */
export function isPure(name: string): boolean {
  return typeof pure.get(name) === "function";
}

/** What a run would do for a call with these arguments; undefined for a function that is not pure. */
export function pureFunction(name: string): ((given: readonly unknown[]) => unknown) | undefined {
  const found = pure.get(name);
  if (typeof found !== "function") return undefined;
  const mayGrow = findRuntimeFunction(name)?.mayGrow;
  return (given) => (mayGrow && !given.every(isSmall) ? unsure : (found as Pure)(...(given as readonly never[])));
}

function isSmall(value: unknown): boolean {
  if (Array.isArray(value)) return value.length <= 100 && value.every(isSmall);
  if (typeof value === "number") return value <= 100;
  return typeof value === "string" ? value.length <= 100 : value === null;
}
