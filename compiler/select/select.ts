import type { Diagnostic } from "../nouns/diagnostic.ts";
import type { Ignore, Silenced } from "../nouns/ignore.ts";
import type { Levels } from "../nouns/levels.ts";
import type { Node } from "../nouns/node.ts";
import { sortDiagnostics } from "../nouns/sort-diagnostics.ts";
import { applyIgnores } from "./apply-ignores.ts";
import { applyLevels } from "./apply-levels.ts";
import { hideSecrets } from "./hide-secrets.ts";

/** What is reported of what was found, sorted, and what comments keep from being reported. */
export interface Selected {
  readonly diagnostics: readonly Diagnostic[];
  readonly silenced: readonly Silenced[];
}

/** What the author has written that decides on findings. */
export interface Wishes {
  readonly ignores: readonly Ignore[];
  readonly levels?: Levels;
  /** Codes that nobody has decided on: comments that name them may be of use elsewhere. */
  readonly undecided?: ReadonlySet<string>;
  /** Where secrets may be written out. */
  readonly documents: readonly Node[];
}

/** What is reported: without what comments silence, with the levels of the configuration and without secrets. */
export function selectFindings(
  found: readonly Diagnostic[],
  { ignores, levels, undecided, documents }: Wishes,
): Selected {
  const { kept, silenced } = applyIgnores(hideSecrets(found, documents), ignores, undecided);
  return { diagnostics: sortDiagnostics(applyLevels(kept, levels ?? new Map())), silenced };
}
