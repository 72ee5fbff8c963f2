import type { Sink } from "../../nouns/sink.ts";
import { type EmbeddedScript, type ScriptHolder, scriptsIn } from "./scripts-in.ts";

/** The scripts of a workflow or a component, which several rules read: found with the first question. */
export class EmbeddedScripts {
  readonly #holder: ScriptHolder;
  readonly #found = new Map<Sink, readonly EmbeddedScript[]>();

  constructor(holder: ScriptHolder) {
    this.#holder = holder;
  }

  /** Those of one language, in the workflow's order. */
  of(sink: Sink): readonly EmbeddedScript[] {
    const known = this.#found.get(sink);
    if (known !== undefined) return known;
    const found = scriptsIn(this.#holder, sink);
    this.#found.set(sink, found);
    return found;
  }
}
