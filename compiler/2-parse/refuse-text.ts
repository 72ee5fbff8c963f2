interface Refusal {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

const longest = 64 * 1024;
const deepest = 200;
const stringsAndBrackets = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`|[([{)\]}'"`]/g;

/** What makes a text unfit to be parsed at all: its length, its depth in brackets, or code units that are not characters. */
export function refuseText(text: string): Refusal | null {
  if (text.length > longest) {
    return { message: `the expression is longer than ${longest} characters`, start: 0, end: text.length };
  }
  const zero = text.indexOf("\0");
  if (zero !== -1) return { message: "the expression holds a NUL character", start: zero, end: zero + 1 };
  const half = text.search(/\p{Surrogate}/u);
  if (half !== -1) return { message: "the expression holds half of a surrogate pair", start: half, end: half + 1 };
  return text.length > deepest ? refuseDepth(text) : null;
}

function refuseDepth(text: string): Refusal | null {
  let depth = 0;
  for (const { 0: mark, index } of text.matchAll(stringsAndBrackets)) {
    if (mark === "(" || mark === "[" || mark === "{") depth += 1;
    else if (mark === ")" || mark === "]" || mark === "}") depth -= 1;
    // The parser has more to say about a string that is never closed.
    else if (mark.length === 1) return null;
    if (depth > deepest) {
      const message = `the expression is nested too deeply: more than ${deepest} brackets`;
      return { message, start: index, end: index + 1 };
    }
  }
  return null;
}
