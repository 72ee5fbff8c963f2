import { join } from "node:path";
import { type Languages, loadLanguages } from "../../compiler/languages/languages.ts";
import { newLinters } from "../../compiler/languages/lint/linters.ts";
import { loadGrammar } from "../../compiler/languages/load-grammar.ts";
import type { ScriptParts } from "../../compiler/languages/script-text.ts";
import { root } from "./flowc.ts";

const packageFolder = join(root, "dist");

/** The parsers of embedded languages, as `build.ts` has put them into dist/. */
export const bash = await loadGrammar("tree-sitter-bash", packageFolder);
export const python = await loadGrammar("tree-sitter-python", packageFolder);

/** All languages, for checks that are not waited for. */
export const languages = await loadLanguages(new Set(["shell", "python"]), packageFolder);

/** The same with the linters that this machine has. */
export function languagesWithLinters(): Languages {
  const searchPath = process.env["PATH"] ?? "";
  return { ...languages, lint: newLinters({ packageFolder, searchPath, cacheFolder: undefined }).lintIn(root) };
}

/** A script whose templates are written as `@@`. */
export function partsOf(text: string): ScriptParts {
  return text.split(/(@@)/).flatMap((part) => (part === "@@" ? [undefined] : part === "" ? [] : [part]));
}
