import type { ScriptMistake } from "../../languages/script-mistake.ts";
import { standInName } from "../../languages/script-text.ts";
import type { Code } from "../../nouns/codes.ts";
import type { Report } from "../../nouns/diagnostic.ts";
import { isOwnLine } from "./own-line.ts";
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
  if (isBlock && holes.some((hole) => isOwnLine(text, hole))) return;
  const notes = note === undefined ? [] : [{ message: note.message, span: spanOf(note.start, note.end) }];
  const said = message.replaceAll(standInName, "{{ … }}");
  report(code, spanOf(start, end), said, { help, notes, ...(isWarning && { severity: "warning" }) });
}
