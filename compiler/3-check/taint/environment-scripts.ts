import { valuesIn, type Word } from "./commands/word.ts";
import type { Given, ScriptText } from "./script-text.ts";
import { type Spliced, since } from "./spliced.ts";

/** The variables of an environment that programs run, or load code by. */
export function environmentScripts(
  given: Given,
  variables: ReadonlyMap<string, Word<Spliced>> = given.variables,
): readonly ScriptText[] {
  return [...variables].flatMap(([name, text]) => {
    if (!running.test(name) || valuesIn(text).length === 0) return [];
    return [{ sink: "shell", reader: name, text: since(text, "variable"), isProgram: false, given }];
  });
}

const running =
  /^(?:GIT_(?:SSH|SSH_COMMAND|PAGER|EDITOR|SEQUENCE_EDITOR|ASKPASS|EXTERNAL_DIFF|PROXY_COMMAND)|SSH_ASKPASS|EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|LESSOPEN|LESSCLOSE|PROMPT_COMMAND|BASH_ENV|ENV|LD_PRELOAD|LD_LIBRARY_PATH|PATH|NODE_OPTIONS|PERL5OPT|PERL5LIB|PYTHONPATH|PYTHONSTARTUP|RUBYOPT|RUBYLIB|JAVA_TOOL_OPTIONS|RSYNC_RSH|TAR_OPTIONS|MAKEFLAGS|SHELLOPTS|PS4)$/;
