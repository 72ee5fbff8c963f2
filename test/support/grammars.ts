import { join } from "node:path";
import { loadGrammars } from "../../compiler/languages/load-grammars.ts";
import type { ScriptParts } from "../../compiler/languages/script-text.ts";
import { root } from "./flowc.ts";

/** The parsers of embedded languages, as `build.ts` has put them into dist/. */
export const grammars = await loadGrammars(["tree-sitter-bash", "tree-sitter-python"], join(root, "dist"));

/** A script whose templates are written as `@@`. */
export function partsOf(text: string): ScriptParts {
  return text.split(/(@@)/).flatMap((part) => (part === "@@" ? [undefined] : part === "" ? [] : [part]));
}
