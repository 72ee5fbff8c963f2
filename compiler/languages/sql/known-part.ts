import { hole } from "../../nouns/written-text.ts";
import { isCode, type SqlToken } from "./tokens.ts";

/** What of a statement its parser can be asked about. */
export interface KnownPart {
  /** The text, or its beginning, with a letter for each template in a string or a comment. */
  readonly text: string;
  readonly tokens: readonly SqlToken[];
  /** False where it ends before a template that stands in the code: what it may bring, nobody knows. */
  readonly isWhole: boolean;
}

/** The part of a statement whose meaning no template can change. */
export function knownPart(text: string, tokens: readonly SqlToken[]): KnownPart {
  const code = tokens.filter(isCode);
  const first = code.findIndex(({ kind }) => kind === "hole");
  if (first === -1) return { text: text.replaceAll(hole, "x"), tokens: code, isWhole: true };
  const at = code[first]?.start ?? 0;
  // What touches the template may go on in it.
  const before = code.slice(0, first).filter(({ end }) => end < at);
  const end = before.at(-1)?.end ?? 0;
  return { text: text.slice(0, end).replaceAll(hole, "x"), tokens: before, isWhole: false };
}
