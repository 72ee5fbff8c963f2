import { join } from "node:path";
import { loadLanguages } from "../../compiler/languages/languages.ts";
import { loadGrammar } from "../../compiler/languages/load-grammar.ts";
import type { ScriptParts } from "../../compiler/languages/script-text.ts";
import { root } from "./flowc.ts";

const packageFolder = join(root, "dist");

/** The parsers of embedded languages, as `build.ts` has put them into dist/. */
export const bash = await loadGrammar("tree-sitter-bash", packageFolder);
export const python = await loadGrammar("tree-sitter-python", packageFolder);

/** All languages, for checks that are not waited for. */
export const languages = await loadLanguages(new Set(["shell", "python"]), packageFolder);

/** A script whose templates are written as `@@`. */
export function partsOf(text: string): ScriptParts {
  return text.split(/(@@)/).flatMap((part) => (part === "@@" ? [undefined] : part === "" ? [] : [part]));
}
