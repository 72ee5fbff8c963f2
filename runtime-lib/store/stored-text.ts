import { FlowError } from "../run/errors.ts";
import type { Secrets } from "../run/secrets.ts";
import type { Flaw } from "./known-places.ts";
import { seal } from "./seal.ts";

/** Characters of a value, and of a resource's output, that are kept of a run for people to look at. */
export const mostShown = 1024 * 1024;
/** Characters of a value that another process has to read back. */
const mostRestored = 64 * 1024 * 1024;

/** A value as it is stored, and why it cannot be read back as it was. */
export interface StoredText {
  readonly text: string;
  readonly flaw: Flaw | null;
}

/** A value for people to look at: its beginning, as a JSON string, where it is long. */
export function shownText(value: unknown, secrets: Secrets): StoredText {
  const { text, isMasked } = seal(value, secrets);
  if (text.length <= mostShown) return { text, flaw: isMasked ? "masked" : null };
  return { text: JSON.stringify(text.slice(0, mostShown)), flaw: "cut" };
}

/** A value that another process has to read back. Throws tool_runtime for what is too long, with what it is of. */
export function restoredText(value: unknown, secrets: Secrets, what: string): StoredText {
  const { text, isMasked } = seal(value, secrets);
  if (text.length > mostRestored)
    throw new FlowError("tool_runtime", `${what} takes ${megabytes(text)} MB; a journal keeps 64 MB at most`);
  return { text, flaw: isMasked ? "masked" : null };
}

function megabytes({ length }: string): number {
  return Math.ceil(length / 1024 / 1024);
}
