import type { Identifier, Text } from "../nouns/typescript.ts";

/** What ends each identifier made of user text. */
const userMark = "$";

/**
 * Makes the identifiers of one module. Those made of user text end in `$`, or in `$` and a number. No word of the
 * language, no global, nothing of the runtime library and no name that flowc writes itself has a `$`: so no user text can
 * meet them, whatever they are.
 */
export class Identifiers {
  readonly #used = new Set<string>();

  /** A new identifier near to a user's `name`: letters, digits and _ stay, `fetch-page` becomes `fetchPage$`. */
  make(name: string): Identifier {
    const camel = name.replaceAll(/[^A-Za-z0-9_]+(.)?/g, (_all, next: string | undefined) => next?.toUpperCase() ?? "");
    const base = /^[A-Za-z_]/.test(camel) ? camel : `_${camel}`;
    return this.#unused(`${base}${userMark}`);
  }

  /** A new identifier of flowc's own, which nothing in flowc declares under that very name; twins get a number. */
  own({ text }: Identifier): Identifier {
    return this.#unused(text);
  }

  #unused(base: string): Identifier {
    let candidate = base;
    for (let number = 2; this.#used.has(candidate); number += 1) candidate = `${base}${number}`;
    this.#used.add(candidate);
    return { kind: "identifier", text: candidate as Text };
  }
}
