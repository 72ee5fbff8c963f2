import { codes } from "./codes.ts";
import { type Diagnostic, diagnostic } from "./diagnostic.ts";
import { didYouMean } from "./nearest.ts";
import { type Span, span } from "./source.ts";
import type { Located } from "./syntax.ts";

/** A comment `# flowc-ignore CODE, … -- reason`. */
export interface Ignore {
  /** The comment. */
  readonly span: Span;
  /** Where it silences what starts there; undefined for a comment that stands behind a value, which silences nothing. */
  readonly covers: Span | undefined;
  readonly codes: readonly Located<string>[];
  readonly reason: string | undefined;
}

/** A finding that a comment keeps from being reported. */
export interface Silenced {
  readonly diagnostic: Diagnostic;
  readonly by: Ignore;
  /** What in the comment names it. */
  readonly code: Located<string>;
}

/** Findings, parted by what the comments of their files say. */
export interface Sifted {
  readonly kept: readonly Diagnostic[];
  readonly silenced: readonly Silenced[];
}

/** Takes out what is silenced, and adds `unused-ignore` for what the comments name in vain. */
export function applyIgnores(found: readonly Diagnostic[], ignores: readonly Ignore[]): Sifted {
  const silenced: Silenced[] = [];
  const kept = found.filter((item) => {
    const by = ignores.find((ignore) => covers(ignore, item));
    const code = by?.codes.find(({ value }) => value === item.code);
    if (by === undefined || code === undefined) return true;
    silenced.push({ diagnostic: item, by, code });
    return false;
  });
  // Rules stay silent about what is broken: a comment may only seem to be of no use then.
  const complete = kept.every(({ severity }) => severity !== "error");
  return { kept: [...kept, ...ignores.flatMap((ignore) => unused(ignore, silenced, complete))], silenced };
}

function covers({ covers: range, codes: named }: Ignore, { code, span: at }: Diagnostic): boolean {
  if (range === undefined || at.source !== range.source || at.start < range.start || at.start > range.end) return false;
  return named.some(({ value }) => value === code);
}

function unused(ignore: Ignore, silenced: readonly Silenced[], complete: boolean): readonly Diagnostic[] {
  if (ignore.codes.length === 0) {
    const help = "name what to silence: # flowc-ignore CODE -- reason";
    return [diagnostic("unused-ignore", ignore.span, "this flowc-ignore names no code", { help })];
  }
  if (ignore.covers === undefined) {
    const help = "put it on a line of its own, above the line that it is about";
    return [diagnostic("unused-ignore", ignore.span, "a flowc-ignore behind a value silences nothing", { help })];
  }
  const used = new Set(silenced.map(({ code }) => code));
  return ignore.codes.flatMap((code) => {
    const { value, span: at } = code;
    if (!Object.hasOwn(codes, value)) return [unknownCode(value, at)];
    if (used.has(code) || !complete) return [];
    const message = `nothing below is reported as "${value}": this flowc-ignore silences nothing`;
    return [diagnostic("unused-ignore", at, message, { fix: removal(ignore) })];
  });
}

function unknownCode(name: string, at: Span): Diagnostic {
  const help = /\s/.test(name)
    ? 'part codes by commas, and write the reason after "--"'
    : (didYouMean(name, Object.keys(codes)) ?? "flowc explain lists all codes");
  return diagnostic("unused-ignore", at, `flowc has no code "${name}"`, { help });
}

/** Takes the line out where it names one code only: with others, which of them is to stay is not for flowc to say. */
function removal({ span: at, codes: named }: Ignore): Diagnostic["fix"] {
  if (named.length !== 1) return undefined;
  const { text } = at.source;
  const start = text.lastIndexOf("\n", at.start - 1) + 1;
  const lineEnd = text.indexOf("\n", at.end);
  const edit = { span: span(at.source, start, lineEnd === -1 ? text.length : lineEnd + 1), text: "" };
  return { message: "remove the comment", edits: [edit] };
}
