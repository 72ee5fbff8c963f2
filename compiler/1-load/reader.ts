import { createHash } from "node:crypto";
import { relative } from "node:path";
import type { Source } from "../nouns/source.ts";
import { displayPath, slashes } from "./display-path.ts";
import type { FoundComponent } from "./find-components.ts";
import { readText, UnreadableFile } from "./read-file.ts";

/** The texts of one component's files. */
export interface ComponentSources {
  readonly kind: "component";
  /** Name of its folder: what `component.name` says. */
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  readonly manifest: Source;
  readonly resources: readonly Source[];
  /** The components that it brings along. */
  readonly components: readonly ComponentSources[];
  /** Paths in its folder that are links out of it. */
  readonly outside: readonly string[];
  /** Files that are not text, or too much of it, and why. */
  readonly unreadable: ReadonlyMap<Source, string>;
}

/** Characters that all files of a workflow may have together. */
const maximumSize = 4 * 1024 * 1024;

/** Reads files and remembers what was read. Names of files are relative to a folder. */
export class Reader {
  readonly #folder: string;
  readonly #workingFolder: string;
  readonly #all: Source[] = [];
  readonly #unreadable = new Map<Source, string>();
  #size = 0;

  constructor(folder: string, workingFolder: string) {
    this.#folder = folder;
    this.#workingFolder = workingFolder;
  }

  /** Files that are not text, or too much of it, and why. */
  get unreadable(): ReadonlyMap<Source, string> {
    return this.#unreadable;
  }

  /** The file as a source; throws UnreadableFile, with a sentence, where it cannot be read at all. */
  read(file: string): Source {
    const { text, problem } = this.#text(file);
    this.#size += text.length;
    const excess =
      this.#size > maximumSize ? `the files up to here have more than ${maximumSize / 1024 / 1024} MiB` : undefined;
    const source = this.#source(file, excess === undefined ? text : "");
    if (excess !== undefined || problem !== undefined) this.#unreadable.set(source, excess ?? problem ?? "");
    this.#all.push(source);
    return source;
  }

  /** All files of a component, and of those that it brings along. What is a link out of its folder is not read. */
  component({ name, folder, manifest, resources, components, outside }: FoundComponent): ComponentSources {
    const leadsOut = outside.includes(relative(folder, manifest));
    return {
      kind: "component",
      name,
      folder,
      manifest: leadsOut ? this.#source(manifest, "") : this.read(manifest),
      resources: resources.map((file) => this.read(file)),
      components: components.map((inner) => this.component(inner)),
      outside: outside.map(slashes),
      unreadable: this.#unreadable,
    };
  }

  /** SHA-256 (hex) over the names and texts of all that was read. */
  hash(): string {
    const hash = createHash("sha256");
    for (const source of this.#all) {
      hash.update(`${source.name}\0${source.text.length}\0${source.text}\0`);
      const problem = this.#unreadable.get(source);
      if (problem !== undefined) hash.update(problem);
    }
    return hash.digest("hex");
  }

  #text(file: string): ReturnType<typeof readText> {
    try {
      return readText(file);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      throw new UnreadableFile(`cannot read ${displayPath(file, this.#workingFolder)}: ${error.message}`);
    }
  }

  #source(file: string, text: string): Source {
    return { path: displayPath(file, this.#workingFolder), name: slashes(relative(this.#folder, file)), text };
  }
}
