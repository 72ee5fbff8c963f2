import { FoundMistake } from "../../script-mistake.ts";

const opening = /([A-Za-z]{0,2})("""|'''|"|')/y;
const prefix = /^(?:|[rbuft]|br|rb|fr|rf|tr|rt)$/i;

/**
 * The offset behind the string that begins at `start`; undefined where none does. Ends by a `FoundMistake` where it is not
 * closed.
 */
export function stringEnd(text: string, start: number): number | undefined {
  opening.lastIndex = start;
  const [whole, letters = "", quote = ""] = opening.exec(text) ?? [];
  if (whole === undefined || !prefix.test(letters)) return undefined;
  const end = closing(text, start + whole.length, { quote, formatted: /f|t/i.test(letters) });
  if (end !== undefined) return end;
  const at = start + letters.length;
  throw new FoundMistake(
    apostrophe(text, start, quote) ?? { start: at, end: at + quote.length, message: `\`${quote}\` is never closed` },
  );
}

interface Kind {
  readonly quote: string;
  /** True where braces hold code, in which lines may end and, since Python 3.12, the same quotes stand. */
  readonly formatted: boolean;
}

function closing(text: string, from: number, { quote, formatted }: Kind): number | undefined {
  let braces = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === quote.charAt(0) && text.startsWith(quote, at) && (braces <= 0 || quote.length === 1))
      return at + quote.length;
    if (character === "\n" && quote.length === 1 && braces <= 0) return undefined;
    if (character === "\\") at += 1;
    if (formatted) braces += braceStep(character);
  }
  return undefined;
}

function braceStep(character: string): number {
  return character === "{" ? 1 : character === "}" ? -1 : 0;
}

/** Where the string before ends inside a word, as in `'it's done'`, that is what is wrong. */
function apostrophe(text: string, start: number, quote: string) {
  const line = text.slice(text.lastIndexOf("\n", start) + 1, start);
  const found = quote === "'" ? /'[^'\\]*\w'(?=\w[^']*$)/.exec(line) : null;
  if (found === null) return undefined;
  const begin = start - line.length + found.index;
  const end = begin + found[0].length;
  const help = `write \\' for an apostrophe, or "…" around the text`;
  const note = { start: begin, end: begin + 1, message: "the string begins here" };
  return { start: end - 1, end, message: "this `'` ends the string", help, note };
}
