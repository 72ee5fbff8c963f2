import { type Code, codes, type Severity } from "./codes.ts";

/** How a project wants a code to be taken: not reported, or as a warning, or as an error. */
export type Level = Severity | "off";

/** What flowc.config.yaml says of codes. */
export type Levels = ReadonlyMap<Code, Level>;

/** The levels that a code can have: what cannot be compiled stays an error. */
export function levelsOf(code: Code): readonly Level[] {
  return codes[code].severity === "error" ? ["error"] : ["off", "warning", "error"];
}
