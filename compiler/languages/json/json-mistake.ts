import { parse } from "@humanwhocodes/momoa";

/** The offset of what no JSON text (RFC 8259) has there; undefined for JSON. */
export function jsonMistake(text: string): number | undefined {
  try {
    parse(text, { mode: "json" });
    return undefined;
  } catch (error) {
    return (error as { readonly offset?: number }).offset;
  }
}
