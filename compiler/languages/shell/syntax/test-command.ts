import { FoundMistake } from "../../script-mistake.ts";
import { standInName } from "../../script-text.ts";
import type { Token } from "./tokenizer.ts";

/** `[ … ]` is a command of its own, and its brackets are words: without them it fails whenever it runs. */
export function checkTest(words: readonly Token[]): void {
  const [first, ...others] = words;
  const last = others.at(-1);
  if (first === undefined) return;
  if (/^\[\[?(?:-[a-zA-Z]$|!$|"|\$)/.test(first.text)) needsBlank(first, /^\[+/.exec(first.text)?.[0] ?? "[", "behind");
  if (first.text !== "[" || last?.text === "]") return;
  if (last !== undefined && /[^\\[]\]$/.test(last.text)) needsBlank(last, "]", "before");
  // `[ a ] then`: the word behind it is what is wrong.
  if (others.some(({ text }) => text === "]")) return;
  // What is substituted there may be the bracket.
  if (last !== undefined && (/^"?\$/.test(last.text) || last.text.includes(standInName))) return;
  throw new FoundMistake({ start: first.start, end: first.end, message: "`[` without `]`" });
}

function needsBlank({ text, start, end }: Token, bracket: string, where: "before" | "behind"): never {
  const at = where === "behind" ? { start, end: start + bracket.length } : { start: end - bracket.length, end };
  throw new FoundMistake({ ...at, message: `\`${bracket}\` needs a blank ${where} it in \`${text}\`` });
}
