import type { Range } from "../../languages/script-text.ts";
import { posixShells } from "../scripts/posix-shells.ts";
import type { Rule } from "./rule.ts";

/** Scripts that go on when a line fails, though nobody has asked for that. */
export const uncheckedLine: Rule = (context) => {
  for (const { interpreter = "sh", errexit, isArgument, parts, script, spanOf } of context.embedded.of("shell")) {
    if (errexit || !posixShells.has(interpreter)) continue;
    const read = context.languages.shell?.(parts);
    if (read?.lostFailure === undefined || read.mistake !== undefined) continue;
    const { start, end } = firstLine(script.text, read.lostFailure);
    context.report(
      "unchecked-line",
      spanOf(start, end),
      "if this command fails, the script goes on, and its failure is lost",
      {
        help: `${isArgument ? stoppedByOption : stoppedByKey}, which stops the script at the first failure, or ${handled}`,
      },
    );
  }
};

const stoppedByKey = "add `errexit: true`";
const stoppedByOption = "begin it with `set -e`";
const handled = "handle this one: `… || exit`, `… && …`";

function firstLine(text: string, { start, end }: Range): Range {
  const line = text.indexOf("\n", start);
  return { start, end: line === -1 ? end : Math.min(end, line) };
}
