import { createHash } from "node:crypto";

/** The places of two items that are the same. */
export interface Repeated {
  readonly i: number;
  readonly j: number;
}

/** Characters beyond which V8 takes the length of a text for its hash. */
const longest = 16_000;

/**
 * Two items that are the same JSON value, for `uniqueItems` (JSON Schema validation, section 6.4.3); undefined where none
 * are. Takes time in proportion to what the list holds.
 */
export function repeated(items: readonly unknown[]): Repeated | undefined {
  const places = new Map<string, number>();
  for (let i = 0; i < items.length; i += 1) {
    const text = canonical(items[i]);
    const key = text.length > longest ? createHash("sha256").update(text).digest("base64") : text;
    const j = places.get(key);
    if (j !== undefined) return { i, j };
    places.set(key, i);
  }
  return undefined;
}

/** A text that equal values have in common, whatever the order of their keys. */
function canonical(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  // Texts of digits alone have hashes that anybody can foresee. Nothing is -0 in JSON's sense.
  if (typeof value !== "object" || value === null) return `#${value}`;
  if (value instanceof Date) return `@${value.getTime()}`;
  let text = "";
  if (Array.isArray(value)) {
    for (const item of value) text += `${canonical(item)},`;
    return `[${text}]`;
  }
  const map = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(map).sort()) text += `${JSON.stringify(key)}:${canonical(map[key])},`;
  return `{${text}}`;
}
