import { type EmbeddedScript, type ScriptHolder, scriptsIn } from "./scripts-in.ts";

/** The scripts of a workflow or a component, which several rules read: found with the first question. */
export class EmbeddedScripts {
  readonly #holder: ScriptHolder;
  #shell: readonly EmbeddedScript[] | undefined;
  #python: readonly EmbeddedScript[] | undefined;

  constructor(holder: ScriptHolder) {
    this.#holder = holder;
  }

  get shell(): readonly EmbeddedScript[] {
    this.#shell ??= scriptsIn(this.#holder, "shell");
    return this.#shell;
  }

  get python(): readonly EmbeddedScript[] {
    this.#python ??= scriptsIn(this.#holder, "python");
    return this.#python;
  }
}
