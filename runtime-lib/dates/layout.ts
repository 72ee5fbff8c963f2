/** A piece of a layout: an element of Go's reference time such as `2006`, or text that stands for itself. */
export interface Chunk {
  readonly kind: "element" | "text";
  readonly text: string;
}

// The elements of https://pkg.go.dev/time#pkg-constants, longer ones first. What follows decides on some: `Jan` is no
// month in `Janitor`, `_2006` is an underscore and a year, and digits end a fraction.
const element =
  /January|Jan(?![a-z])|Monday|Mon(?![a-z])|MST|002|0[1-6]|15|1|2006|_2(?!006)|2|__2|3|4|5|PM|pm|[-Z](?:070000|07:00:00|0700|07:00|07)|[.,](?:0+|9+)(?![0-9])/g;

/** The pieces of a layout, in order. */
export function chunksOf(layout: string): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let end = 0;
  for (const { index, 0: text } of layout.matchAll(element)) {
    if (index > end) chunks.push({ kind: "text", text: layout.slice(end, index) });
    chunks.push({ kind: "element", text });
    end = index + text.length;
  }
  if (end < layout.length) chunks.push({ kind: "text", text: layout.slice(end) });
  return chunks;
}

/** True for an element that stands for a fraction of a second, such as `.000` or `,999`. */
export function isFraction(chunk: Chunk | undefined): boolean {
  return chunk?.kind === "element" && /^[.,]/.test(chunk.text);
}

/** The layouts that Go's package time names, and with them `date.Format` and `date()`. */
export const layouts = {
  ANSIC: "Mon Jan _2 15:04:05 2006",
  DateOnly: "2006-01-02",
  DateTime: "2006-01-02 15:04:05",
  RFC1123: "Mon, 02 Jan 2006 15:04:05 MST",
  RFC3339: "2006-01-02T15:04:05Z07:00",
  RFC3339Nano: "2006-01-02T15:04:05.999999999Z07:00",
  RFC822: "02 Jan 06 15:04 MST",
  RFC850: "Monday, 02-Jan-06 15:04:05 MST",
  TimeOnly: "15:04:05",
} as const;
