import { type Code, codes, type Severity } from "./codes.ts";
import type { Diagnostic } from "./diagnostic.ts";

/** How a project wants a code to be taken: not reported, or as a warning, or as an error. */
export type Level = Severity | "off";

/** What flowc.config.yaml says of codes. */
export type Levels = ReadonlyMap<Code, Level>;

/** The levels that a code can have: what cannot be compiled stays an error. */
export function levelsOf(code: Code): readonly Level[] {
  return codes[code].severity === "error" ? ["error"] : ["off", "warning", "error"];
}

/** The findings as the project wants them to be taken. */
export function applyLevels(found: readonly Diagnostic[], levels: Levels): readonly Diagnostic[] {
  if (levels.size === 0) return found;
  return found.flatMap((item) => {
    const level = levels.get(item.code);
    if (level === "off") return [];
    return [level === undefined || level === item.severity ? item : { ...item, severity: level }];
  });
}
