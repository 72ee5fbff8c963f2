import type { Languages } from "../../languages/languages.ts";
import type { ShellCommand, ShellWord } from "../../languages/shell/shell-script.ts";
import type { FileUse } from "../../nouns/file-use.ts";
import { readsFiles } from "../taint/commands/filters.ts";
import { commandFiles, literalText } from "../taint/shell-effects.ts";
import { type EmbeddedScript, scriptsIn } from "./scripts-in.ts";

/** The files that a workflow's shell scripts read and write, as far as their texts show it, in the order of the scripts. */
export function fileUses(holder: Parameters<typeof scriptsIn>[0], { shell }: Languages): readonly FileUse[] {
  if (shell === undefined) return [];
  return scriptsIn(holder, "shell").flatMap((script) => {
    const owner = holder.workflow.resources.find(({ executors: [first] }) => first === script.executor);
    const { commands } = shell(script.parts);
    const files = commandFiles(commands);
    return commands.flatMap((command, index) => {
      const { read = [], written = [] } = files[index] ?? {};
      const arguments_ = argumentsRead(command).filter((word) => !written.includes(word));
      return [
        ...[...read, ...arguments_].flatMap((word) => fileUse(word, "read", script, owner?.id)),
        ...written.flatMap((word) => fileUse(word, "write", script, owner?.id)),
      ];
    });
  });
}

/** Programs whose words are no files that they read. */
const readsNone: ReadonlySet<string> = new Set(["echo", "printf", "rm", "rmdir", "mkdir", "touch", "cd", "export"]);

/** Words of a command that may be paths of files which it reads: all of a filter's, elsewhere those that look like paths. */
function argumentsRead({ words: [program, ...others] }: ShellCommand): readonly ShellWord[] {
  const name = literalText(program) ?? "";
  if (readsNone.has(name)) return [];
  return others.filter((word) => readsFiles.has(name) || /[./]/.test(literalText(word) ?? ""));
}

function fileUse(
  word: ShellWord,
  access: FileUse["access"],
  { spanOf }: EmbeddedScript,
  resource: string | undefined,
): readonly FileUse[] {
  const path = literalText(word)?.replace(/^(?:\.\/)+/, "") ?? "";
  if (resource === undefined || path === "" || path.startsWith("-") || path.startsWith("/dev/")) return [];
  return [{ resource, access, path, span: spanOf(word.start, word.end) }];
}
