import { union } from "../../../runtime-lib/regex/char-set.ts";
import type { CharSet } from "../../../runtime-lib/regex/tree.ts";
import type { TextFlow } from "../../functions/spec.ts";
import { findRuntimeFunction } from "../../functions/table.ts";

/** What a function of the runtime library makes of tainted text in its arguments. */
export interface Effect extends Omit<TextFlow, "chars"> {
  /** The only characters in the result. */
  readonly chars?: CharSet;
}

/** What the function makes of tainted text; one that flowc does not know passes the texts of all its arguments on. */
export function functionEffect(runtime: string): Effect {
  const { chars, ...flow } = findRuntimeFunction(runtime)?.flow ?? {};
  return chars === undefined ? flow : { ...flow, chars: union(chars) };
}
