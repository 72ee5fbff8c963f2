import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What another program has said of texts. */
interface Kept<Answer, About> {
  /** What it has said of what they all stand in, such as a schema. */
  readonly about?: About | undefined;
  /** By the hash of the text. */
  readonly answers: Readonly<Record<string, Answer>>;
}

/** So many answers are kept in one file. */
const most = 10_000;

/** The answers in a file of the cache; none where there is no cache, or nothing that can be read. */
export class KeptAnswers<Answer, About = undefined> {
  readonly #file: string | undefined;
  readonly #kept: Kept<Answer, About> | undefined;

  constructor(folder: string | undefined, name: string) {
    this.#file = folder === undefined ? undefined : join(folder, `${name}.json`);
    this.#kept = this.#file === undefined ? undefined : read<Answer, About>(this.#file);
  }

  /** What was said of all. Undefined too where nobody has asked. */
  get about(): About | undefined {
    return this.#kept?.about;
  }

  /** False where nothing has ever been asked. */
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
  add(answers: ReadonlyMap<string, Answer>, about?: About): void {
    if (this.#file === undefined) return;
    const all = [...answers].map(([text, answer]) => [hashOf(text), answer] as const);
    const added = Object.fromEntries([...Object.entries(this.#kept?.answers ?? {}), ...all].slice(-most));
    const kept: Kept<Answer, About> = { ...(about === undefined ? {} : { about }), answers: added };
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

function read<Answer, About>(file: string): Kept<Answer, About> | undefined {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, "utf8"));
    return typeof kept === "object" && kept !== null && "answers" in kept ? (kept as Kept<Answer, About>) : undefined;
  } catch {
    return undefined;
  }
}
