import type { ScriptMistake } from "../../languages/script-mistake.ts";
import { standInName } from "../../languages/script-text.ts";
import type { Code } from "../../nouns/codes.ts";
import type { Report } from "../../nouns/diagnostic.ts";
import type { EmbeddedScript } from "./scripts-in.ts";

/** Reports what is wrong in a script, unless a template that only a run knows may put it right. */
export function reportMistake(
  code: Code,
  { script: { text, holes }, spanOf }: EmbeddedScript,
  mistake: ScriptMistake | undefined,
  report: Report,
): void {
  if (mistake === undefined) return;
  const { start, end, message, help, note, isBlock, isWarning } = mistake;
  if (isBlock && holes.some((hole) => isLine(text, hole.start, hole.end))) return;
  const notes = note === undefined ? [] : [{ message: note.message, span: spanOf(note.start, note.end) }];
  const said = message.replaceAll(standInName, "{{ … }}");
  report(code, spanOf(start, end), said, { help, notes, ...(isWarning && { severity: "warning" }) });
}

/** True where nothing else stands on the line. */
function isLine(text: string, start: number, end: number): boolean {
  return /(?:^|\n)[ \t]*$/.test(text.slice(0, start)) && /^[ \t]*(?:\n|$)/.test(text.slice(end));
}
