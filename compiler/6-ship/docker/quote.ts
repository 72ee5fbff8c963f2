/**
 * A value between double quotes in a Dockerfile, where `\`, `"` and `$` mean something. It is one line: white space and
 * control characters in a row are one space.
 */
export function dockerText(text: string): string {
  return `"${oneLine(text).replaceAll(/[\\"$]/g, "\\$&")}"`;
}

/** One word of a POSIX shell, on one line. Throws for control characters: what is meant to be a word has none. */
export function shellWord(text: string): string {
  if (!/^[^\p{Cc}\u2028\u2029]+$/u.test(text)) throw new Error(`${JSON.stringify(text)} cannot be a word of a shell`);
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A text of a compose file, in which compose puts nothing in the place of a `$`. It is one line. */
export function composeText(text: string): string {
  return oneLine(text).replaceAll("$", "$$$$");
}

function oneLine(text: string): string {
  return wellFormed(text)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** Half a surrogate pair has no UTF-8 form. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, "\ufffd");
}
