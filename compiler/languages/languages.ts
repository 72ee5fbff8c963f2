import { type Lint, noLint } from "../nouns/lint.ts";
import { type Grammar, loadGrammar } from "./load-grammar.ts";
import type { PythonScript } from "./python/python-script.ts";
import { readPython } from "./python/read-python.ts";
import type { ScriptParts } from "./script-text.ts";
import { readShell } from "./shell/read-shell.ts";
import type { ShellScript } from "./shell/shell-script.ts";
import type { ReadTree } from "./syntax-node.ts";

/** Readers of scripts by their languages, each script read once; undefined for those that were not loaded. */
export interface Languages {
  readonly shell: ((parts: ScriptParts) => ShellScript) | undefined;
  readonly python: ((parts: ScriptParts) => PythonScript) | undefined;
  /** What linters say of scripts. */
  readonly lint: Lint;
}

/** Languages that are read by a parser that has to be loaded. */
export type Language = Exclude<keyof Languages, "lint">;

/** Loads the readers of these languages; of none, nothing. */
export async function loadLanguages(
  needed: ReadonlySet<Language>,
  packageFolder: string,
  lint = noLint,
): Promise<Languages> {
  const load = async <Script>(
    language: Language,
    grammar: Grammar,
    read: (parts: ScriptParts, tree: ReadTree) => Script,
  ) => {
    if (!needed.has(language)) return undefined;
    const tree = await loadGrammar(grammar, packageFolder);
    return once((parts) => read(parts, tree));
  };
  const shell = await load("shell", "tree-sitter-bash", readShell);
  return { shell, python: await load(python, "tree-sitter-python", readPython), lint };
}

const python = "python" satisfies Language;

function once<Script>(read: (parts: ScriptParts) => Script): (parts: ScriptParts) => Script {
  const known = new Map<string, Script>();
  return (parts) => {
    const key = JSON.stringify(parts);
    const script = known.get(key) ?? read(parts);
    known.set(key, script);
    return script;
  };
}
