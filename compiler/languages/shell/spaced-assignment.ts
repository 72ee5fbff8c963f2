import type { ScriptMistake } from "../script-mistake.ts";
import type { ShellCommand, ShellWord } from "./shell-script.ts";

/** Commands that may well be given a `=`. */
const takers = new Set(["echo", "printf", "test", "expr", "let", "set", "exec", "eval", "command", "banner", "figlet"]);

/** `name = value`: the shell runs a command `name` with two arguments, which nobody means. */
export function spacedAssignment(commands: readonly ShellCommand[]): ScriptMistake | undefined {
  for (const { words, assignments } of commands) {
    const [name, sign] = words;
    const text = textOf(name);
    if (name === undefined || sign === undefined || textOf(sign) !== "=" || text === undefined) continue;
    if (!/^[A-Za-z_]\w*$/.test(text) || takers.has(text) || assignments.length > 0) continue;
    const message = `this runs the command \`${text}\`: an assignment has no blanks around \`=\``;
    return { start: name.start, end: sign.end, message, help: `write ${text}=…`, isWarning: true };
  }
  return undefined;
}

function textOf(word: ShellWord | undefined): string | undefined {
  const [only, second] = word?.parts ?? [];
  return only?.kind === "text" && second === undefined ? only.text : undefined;
}
