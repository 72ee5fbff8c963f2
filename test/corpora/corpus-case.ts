import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** A workflow of a corpus: one of a list in `<corpus>/<group>.yaml`. */
export interface CorpusCase {
  readonly group: string;
  readonly name: string;
  /** The text of workflow.yaml; resources alone get a head with the target `a`. `▸` marks the places of a mistake. */
  readonly workflow: string;
  /** Further files by their paths; those that begin with `#!` are programs, and `bin/` is on the PATH. */
  readonly files?: Readonly<Record<string, string>>;
  /** Codes that a mistake may be reported by; any, where the contract names none. */
  readonly code?: string | readonly string[];
  /** Programs that a run takes, beside those that every machine has. */
  readonly needs?: readonly string[];
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** A file given to the run, by its path in the case's folder. */
  readonly file?: string;
  readonly request?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** What the server at `env('API')` answers, by path; `{}` to all else. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** Headers of all these answers. */
  readonly answerHeaders?: Readonly<Record<string, string>>;
  /** What the model says, answer by answer. */
  readonly model?: readonly ModelTurn[];
  /** The file that the payload makes; default: `pwned`. */
  readonly makes?: string;
  /** A text in the result of the run that only the payload can have brought there. */
  readonly shows?: string;
  /** A text in a request to the server that only the payload can have brought there. */
  readonly receives?: string;
}

/** What a model answers: a text, or calls of tools. */
export type ModelTurn =
  | string
  | { readonly calls: readonly { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }[] };

/** The folder of the corpora. */
export const corporaFolder = import.meta.dirname;

/** Every case of a corpus, group by group. */
export function casesOf(corpus: "attacks" | "mistakes" | "safe"): readonly CorpusCase[] {
  const folder = join(corporaFolder, corpus);
  return readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .flatMap((file) =>
      (parse(readFileSync(join(folder, file), "utf8")) as readonly Omit<CorpusCase, "group">[]).map((one) => ({
        ...one,
        group: file.slice(0, -".yaml".length),
      })),
    );
}
