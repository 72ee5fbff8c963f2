import { codes } from "../nouns/codes.ts";
import { type Diagnostic, diagnostic } from "../nouns/diagnostic.ts";
import type { Ignore, Silenced } from "../nouns/ignore.ts";
import { type Located, type Source, type Span, span } from "../nouns/source.ts";
import { didYouMean } from "../spelling/nearest.ts";

/** Findings, parted by what the comments of their files say. */
export interface Sifted {
  readonly kept: readonly Diagnostic[];
  readonly silenced: readonly Silenced[];
}

/** Takes out what is silenced, and adds `unused-ignore` for what the comments name in vain, but for codes that are undecided. */
export function applyIgnores(
  found: readonly Diagnostic[],
  ignores: readonly Ignore[],
  undecided: ReadonlySet<string> = new Set(),
): Sifted {
  const silenced: Silenced[] = [];
  const index = new IgnoreIndex(ignores);
  const kept = found.filter((item) => {
    const by = index.find(item);
    if (by !== undefined) silenced.push({ diagnostic: item, ...by });
    return by === undefined;
  });
  // Rules stay silent about what is broken: a comment may only seem to be of no use then.
  const complete = kept.every(({ severity }) => severity !== "error");
  const open = ignores.flatMap(({ codes: named }) => named.filter(({ value }) => undecided.has(value)));
  const used = complete ? new Set([...silenced.map(({ code }) => code), ...open]) : undefined;
  return { kept: [...kept, ...ignores.flatMap((ignore) => unused(ignore, used))], silenced };
}

/** Comments by what they cover: ranges are either the same or apart. */
class IgnoreIndex {
  readonly #sorted = new Map<Source, Ignore[]>();

  constructor(ignores: readonly Ignore[]) {
    for (const ignore of ignores) {
      const group = this.#sorted.get(ignore.span.source);
      if (group === undefined) this.#sorted.set(ignore.span.source, [ignore]);
      else group.push(ignore);
    }
    for (const [source, group] of this.#sorted) {
      const covering = group.filter(({ covers }) => covers !== undefined);
      this.#sorted.set(
        source,
        covering.sort((first, second) => startOf(first) - startOf(second)),
      );
    }
  }

  /** The comment that silences a finding, and its code in there. */
  find({ code, span: at }: Diagnostic): Pick<Silenced, "by" | "code"> | undefined {
    const sorted = this.#sorted.get(at.source);
    if (sorted === undefined) return undefined;
    for (let index = lastUpTo(sorted, at.start); index >= 0; index -= 1) {
      const by = sorted[index];
      if (by?.covers === undefined || by.covers.end <= at.start) return undefined;
      const named = by.codes.find(({ value }) => value === code);
      if (named !== undefined) return { by, code: named };
    }
    return undefined;
  }
}

function lastUpTo(sorted: readonly Ignore[], offset: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startOf(sorted[middle]) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function startOf(ignore: Ignore | undefined): number {
  return ignore?.covers?.start ?? 0;
}

/** `used` is undefined where nobody can say what is of use. */
function unused(ignore: Ignore, used: ReadonlySet<Located<string>> | undefined): readonly Diagnostic[] {
  if (ignore.codes.length === 0) {
    const help = "name what to silence: # flowc-ignore CODE -- reason";
    return [diagnostic("unused-ignore", ignore.span, "this flowc-ignore names no code", { help })];
  }
  if (ignore.covers === undefined) {
    const help = "put it on a line of its own, above the line that it is about";
    return [diagnostic("unused-ignore", ignore.span, "a flowc-ignore after a value silences nothing", { help })];
  }
  return ignore.codes.flatMap((code) => {
    const { value, span: at } = code;
    if (!Object.hasOwn(codes, value)) return [unknownCode(value, at)];
    if (used === undefined || used.has(code)) return [];
    const message = `nothing below is reported as "${value}": this flowc-ignore silences nothing`;
    return [diagnostic("unused-ignore", at, message, { fix: removal(ignore) })];
  });
}

function unknownCode(name: string, at: Span): Diagnostic {
  const help = /\s/.test(name)
    ? 'separate codes with commas, and write the reason after "--"'
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
