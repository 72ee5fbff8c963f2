import { createRequire } from "node:module";
import type { LintFinding } from "../../nouns/lint.ts";
import { standInName } from "../script-text.ts";
import { asClause } from "./as-clause.ts";
import { positions } from "./positions.ts";

/** What scripts know beside Python's own names: flowc gives them their inputs, and a template is a name of its own. */
const builtins = ["inputs", standInName];

/** Ruff's settings: the newest Python, names and what cannot run; style is for others. `from x import *` hides names, and is not a mistake. */
const settings = {
  "target-version": "py314",
  builtins,
  lint: { select: ["F", "E9", "PLE"], ignore: ["F403", "F405"] },
};

/** Changes what Ruff says, and so which answers still hold. */
export const ruffSettings = JSON.stringify(settings);

interface RuffModule {
  readonly Workspace: new (options: unknown, encoding: number) => { check(text: string): readonly RuffDiagnostic[] };
}

interface RuffDiagnostic {
  readonly code: string | null;
  readonly message: string;
  readonly start_location: Place;
  readonly end_location: Place;
  readonly fix: { readonly message: string | null } | null;
}

interface Place {
  readonly row: number;
  readonly column: number;
}

/** Lines and columns in UTF-16 units. */
const utf16 = 1;

/** What Ruff, the module at this path, finds in each script. Loading it takes some 300 ms. */
export function askRuff(module: string, texts: readonly string[]): readonly (readonly LintFinding[])[] {
  const { Workspace } = createRequire(import.meta.url)(module) as RuffModule;
  const workspace = new Workspace(settings, utf16);
  return texts.map((text) => {
    const offsetOf = positions(text);
    return workspace.check(text).map(({ code, message, start_location: from, end_location: to, fix }) => ({
      start: offsetOf(from.row, from.column),
      end: offsetOf(to.row, to.column),
      rule: code ?? "syntax",
      message: asClause(message),
      ...(fix?.message ? { help: asClause(fix.message) } : {}),
    }));
  });
}
