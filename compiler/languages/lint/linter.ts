import type { LintDialect, LintFinding, ToolUse } from "../../nouns/lint.ts";
import { hashOf, KeptAnswers } from "../kept-answers.ts";

/** A linter that is installed. */
export interface FoundLinter {
  readonly place: string;
  /** Changes whenever its answers may. */
  readonly key: string;
  /** For people; may start the program. */
  readonly version: () => string;
  /** Findings by the index of the script; undefined where it does not answer. */
  readonly ask: (dialect: LintDialect, texts: readonly string[]) => readonly (readonly LintFinding[])[] | undefined;
}

/** A linter that flowc knows, and how it is found for the workflow of a folder. */
export interface KnownLinter extends Pick<ToolUse, "name" | "purpose" | "install"> {
  readonly find: (folder: string) => FoundLinter | undefined;
}

/** Asks one linter, whatever it has not been asked before; keeps the answers in a folder, where one is given. */
export class Linter {
  readonly #known: KnownLinter;
  readonly #cacheFolder: string | undefined;
  readonly #found = new Map<string, FoundLinter | undefined>();
  #asked = 0;
  #answered = 0;
  #missing = false;
  #failed = false;

  constructor(known: KnownLinter, cacheFolder: string | undefined) {
    this.#known = known;
    this.#cacheFolder = cacheFolder;
  }

  /** Findings by their texts, of the scripts of the workflow in a folder; undefined where it cannot be asked. */
  ask(
    dialect: LintDialect,
    texts: readonly string[],
    folder: string,
  ): ReadonlyMap<string, readonly LintFinding[]> | undefined {
    const found = this.find(folder);
    this.#missing ||= found === undefined;
    this.#asked += texts.length;
    if (found === undefined) return undefined;
    const kept = new KeptAnswers<readonly LintFinding[]>(this.#cacheFolder, `lint-${hashOf(dialect, found.key)}`);
    const known = kept.answersTo(texts);
    const news = [...new Set(texts)].filter((text) => !known.has(text));
    this.#answered += texts.filter((text) => known.has(text)).length;
    if (news.length === 0) return known;
    const said = found.ask(dialect, news);
    this.#failed ||= said === undefined;
    if (said === undefined) return undefined;
    const answers = new Map(news.map((text, index) => [text, said[index] ?? []] as const));
    kept.add(answers);
    return new Map([...known, ...answers]);
  }

  /** The linter of a workflow's folder. */
  find(folder: string): FoundLinter | undefined {
    if (!this.#found.has(folder)) this.#found.set(folder, this.#known.find(folder));
    return this.#found.get(folder);
  }

  /** What could not be done, in a sentence. */
  get notDone(): readonly string[] {
    const { name, purpose, install } = this.#known;
    if (this.#missing) return [`${purpose}: ${name} is not installed (${install})`];
    return this.#failed ? [`${purpose}: ${name} did not answer`] : [];
  }

  /** What it did, for the first folder that it was looked for in, else for this one. */
  use(folder: string): ToolUse {
    const { name, purpose, install } = this.#known;
    const found = [...this.#found.values(), this.find(folder)].find((one) => one !== undefined);
    return {
      name,
      purpose,
      install,
      found: found && { version: found.version(), place: found.place },
      asked: this.#asked,
      known: this.#answered,
    };
  }
}
