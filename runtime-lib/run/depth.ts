/** How deep arrays and maps may lie in one another, in all that comes into a run and in its result. */
const mostDepth = 1_000;

/** What every message says of a value that is deeper. */
export const tooDeep = `is nested more than ${mostDepth} deep`;

/** Arrays and maps that are looked at, at most: where they share parts, there are more ways through them than parts. */
const mostLooks = 10_000_000;

/** JSON that is nested more than `mostDepth` deep. */
export class TooDeep extends Error {}

/** Parses JSON. Throws TooDeep, or SyntaxError for what is not JSON. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // Each level takes two characters.
  if (text.length > 2 * mostDepth && isTooDeep(value)) throw new TooDeep(`the JSON ${tooDeep}`);
  return value;
}

/** True for a value that is nested more than `mostDepth` deep, or in itself. */
export function isTooDeep(value: unknown): boolean {
  return typeof value === "object" && value !== null && goesDeeper(value, mostDepth, { looks: mostLooks });
}

function goesDeeper(value: object, left: number, budget: { looks: number }): boolean {
  budget.looks -= 1;
  if (left === 0) return true;
  if (budget.looks < 0) return false;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (typeof item === "object" && item !== null && goesDeeper(item, left - 1, budget)) return true;
    }
    return false;
  }
  for (const name in value) {
    const field = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof field === "object" && field !== null && goesDeeper(field, left - 1, budget)) return true;
  }
  return false;
}
