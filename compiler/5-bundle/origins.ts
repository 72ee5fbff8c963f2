import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Package, packageFolder, readPackage } from "./package.ts";

/**
 * What the files of the runtime library in `dist/runtime/` are made of. Written when flowc is built, for by then
 * third-party code has become a part of them.
 */
export interface Origins {
  /** By file: the modules in it, each with its first line, counted from 0. Lines before the first one join modules. */
  readonly modules: Readonly<Record<string, readonly (readonly [line: number, module: string])[]>>;
  /** By the folder that the paths of its modules start with. */
  readonly packages: Readonly<Record<string, Omit<Package, "texts"> & { readonly texts: readonly number[] }>>;
  /** Texts of licences, each once: `texts` of packages are places in it. */
  readonly texts: readonly string[];
}

/** What esbuild's metafile says of the files that it has written. */
interface Written {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

/** The folder of flowc's own modules. */
const ownFolder = "runtime-lib";

/** Makes the table for the files that esbuild has written to `outdir`. */
export function makeOrigins(metafile: Written, outdir: string): Origins {
  const outputs = Object.entries(metafile.outputs).map(
    ([path, { inputs }]) => [path.slice(outdir.length + 1), modulesOf(path, new Set(Object.keys(inputs)))] as const,
  );
  const found = packagesOf(metafile);
  const texts = [...new Set([...found.values()].flatMap((one) => one.texts))];
  const packages = [...found].map(
    ([folder, one]) => [folder, { ...one, texts: one.texts.map((text) => texts.indexOf(text)) }] as const,
  );
  return { modules: Object.fromEntries(outputs), packages: Object.fromEntries(packages), texts };
}

/**
 * The packages with code in what esbuild has written, and flowc itself, by their folders. Throws for one without the text
 * of its licence: its code may not be passed on.
 */
export function packagesOf({ outputs }: Written): ReadonlyMap<string, Package> {
  const used = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const modules = new Map<string, string[]>();
  for (const path of [...new Set(used)].sort()) {
    const folder = packageFolder(path);
    if (folder !== undefined) modules.set(folder, [...(modules.get(folder) ?? []), path]);
  }
  const others = [...modules].map(([folder, paths]) => [folder, readPackage(folder, paths)] as const);
  const bare = others.find(([, { texts }]) => texts.length === 0)?.[0];
  if (bare !== undefined) throw new Error(`${bare} brings no text of its licence`);
  return new Map([[ownFolder, readPackage(".", [])], ...others]);
}

/** Above each module esbuild writes its path as a comment. */
function modulesOf(path: string, inputs: ReadonlySet<string>): readonly (readonly [number, string])[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line, number) => (line.startsWith("// ") && inputs.has(line.slice(3)) ? [[number, line.slice(3)]] : []));
}

/** Looks up what the files of the runtime library are made of. */
export class OriginFinder {
  readonly #origins: Origins;

  /** `folder` is that of the runtime library. */
  constructor(folder: string) {
    this.#origins = JSON.parse(readFileSync(join(folder, "origins.json"), "utf8")) as Origins;
  }

  /** The modules in a file, each with its first line; before them stands what only joins modules. */
  modules(file: string): readonly (readonly [line: number, module: string])[] {
    return this.#origins.modules[file] ?? [];
  }

  /** The package of a module of the runtime library. */
  package(module: string): Package | undefined {
    const { packages, texts } = this.#origins;
    const found = packages[packageFolder(module) ?? ownFolder];
    return found && { ...found, texts: found.texts.map((index) => texts[index] ?? "") };
  }
}
