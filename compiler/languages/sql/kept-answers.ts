import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer, ProblemOfFile } from "./answer.ts";

/** What a database has said of the statements of one schema. */
export interface Kept {
  readonly schemaProblem?: ProblemOfFile | undefined;
  /** By the hash of the statement. */
  readonly answers: Readonly<Record<string, Answer>>;
}

/** So many statements of a schema are kept. */
const most = 10_000;

/** The answers in a file of the cache; none where there is no cache, or nothing that can be read. */
export class KeptAnswers {
  readonly #file: string | undefined;
  readonly #kept: Kept | undefined;

  constructor(folder: string | undefined, name: string) {
    this.#file = folder === undefined ? undefined : join(folder, `${name}.json`);
    this.#kept = this.#file === undefined ? undefined : read(this.#file);
  }

  /** The first mistake of the schema. Undefined too where it has not been looked for. */
  get schemaProblem(): ProblemOfFile | undefined {
    return this.#kept?.schemaProblem;
  }

  /** False where the schema has never been read. */
  get isKnown(): boolean {
    return this.#kept !== undefined;
  }

  /** What is known of these texts, by them. */
  answersTo(texts: readonly string[]): ReadonlyMap<string, Answer> {
    return new Map(
      texts.flatMap((text) => {
        const answer = this.#kept?.answers[hashOf(text)];
        return answer === undefined ? [] : [[text, answer] as const];
      }),
    );
  }

  /** Keeps new answers, the latest longest. Where nothing can be kept, the next check asks again. */
  add(answers: ReadonlyMap<string, Answer>, schemaProblem: ProblemOfFile | undefined): void {
    if (this.#file === undefined) return;
    const all = [...answers].map(([text, answer]) => [hashOf(text), answer] as const);
    const added = Object.fromEntries([...Object.entries(this.#kept?.answers ?? {}), ...all].slice(-most));
    const kept: Kept = { ...(schemaProblem === undefined ? {} : { schemaProblem }), answers: added };
    try {
      mkdirSync(join(this.#file, ".."), { recursive: true, mode: 0o700 });
      const aside = `${this.#file}.${process.pid}`;
      writeFileSync(aside, JSON.stringify(kept), { mode: 0o600 });
      renameSync(aside, this.#file);
    } catch {
      // a cache that cannot be written
    }
  }
}

/** SHA-256 (hex) of texts. */
export function hashOf(...texts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(`${text.length}\0${text}`);
  return hash.digest("hex");
}

function read(file: string): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, "utf8"));
    return typeof kept === "object" && kept !== null && "answers" in kept ? (kept as Kept) : undefined;
  } catch {
    return undefined;
  }
}
