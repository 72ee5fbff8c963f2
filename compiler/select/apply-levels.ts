import type { Diagnostic } from "../nouns/diagnostic.ts";
import type { Levels } from "../nouns/levels.ts";

/** The findings as the project wants them to be taken. */
export function applyLevels(found: readonly Diagnostic[], levels: Levels): readonly Diagnostic[] {
  if (levels.size === 0) return found;
  return found.flatMap((item) => {
    const level = levels.get(item.code);
    if (level === "off") return [];
    return [level === undefined || level === item.severity ? item : { ...item, severity: level }];
  });
}
