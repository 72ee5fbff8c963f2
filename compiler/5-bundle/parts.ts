import { decode } from "@jridgewell/sourcemap-codec";
import { builtinNamespace } from "./builtins.ts";
import { OriginFinder } from "./origins.ts";
import { type Package, packageFolder } from "./package.ts";

/** So many bytes of a bundle come from one module. The parts of a bundle add up to its size. */
export interface BundlePart {
  /** Path of a module of flowc or of a package, or one of the names in `ownParts`. */
  readonly module: string;
  readonly bytes: number;
  /** Whose code it is; undefined for what was made from the workflow. */
  readonly package: Package | undefined;
}

/** What a bundle holds beside modules: the emitted workflow, its validators, what esbuild joins them with, and how it was made. */
export const ownParts = {
  workflow: "workflow",
  validators: "validators",
  glue: "bundler",
  provenance: "provenance",
} as const;

/** A bundle's text and its source map, with the folder that its sources are relative to. */
export interface MappedText {
  readonly text: string;
  readonly map: string;
  readonly folder: string;
}

type Module = Omit<BundlePart, "bytes">;

/**
 * What each byte of a bundle comes from, by its source map, in the order of modules in the bundle. What the map says
 * nothing of (spaces, comments) goes to what stands before it; what stands before all modules, to the bundler.
 */
export function partsOf({ text, map, folder }: MappedText): readonly BundlePart[] {
  const { sources, mappings } = JSON.parse(map) as { readonly sources: readonly string[]; readonly mappings: string };
  const find = finders(sources, folder);
  const bytes = new Map<string, number>();
  const modules = new Map<string, Module>();
  let current: Module = { module: ownParts.glue, package: undefined };
  const count = (piece: string): void => {
    modules.set(current.module, current);
    bytes.set(current.module, (bytes.get(current.module) ?? 0) + Buffer.byteLength(piece));
  };
  const segments = decode(mappings);
  text.split(/(?<=\n)/).forEach((line, number) => {
    let from = 0;
    for (const [column, source, sourceLine] of segments[number] ?? []) {
      count(line.slice(from, column));
      if (source !== undefined && sourceLine !== undefined) current = find[source]?.(sourceLine) ?? current;
      from = column;
    }
    count(line.slice(from));
  });
  return [...modules.values()].map((module) => ({ ...module, bytes: bytes.get(module.module) ?? 0 }));
}

type ModuleOfLine = (line: number) => Module | undefined;

/** For each of the sources: which module a line of it is of. */
function finders(sources: readonly string[], folder: string): readonly ModuleOfLine[] {
  const origins = new OriginFinder(folder);
  const packages = new Map<string, Package | undefined>();
  const moduleOf = (module: string): Module => {
    const owner = packageFolder(module) ?? "";
    if (!packages.has(owner)) packages.set(owner, origins.package(module));
    return { module, package: packages.get(owner) };
  };
  return sources.map((source) => {
    if (source === "flowc:validators") return whole({ module: ownParts.validators, package: undefined });
    if (source.startsWith(`${builtinNamespace}:`)) return whole({ module: ownParts.glue, package: undefined });
    if (source.endsWith(".ts") && !source.includes("/"))
      return whole({ module: ownParts.workflow, package: undefined });
    return byFirstLine(origins.modules(source).map(([first, module]) => [first, moduleOf(module)]));
  });
}

function whole(module: Module): ModuleOfLine {
  return () => module;
}

/** Lines are mostly asked for one after another, so it goes on from where it was. */
function byFirstLine(starts: readonly (readonly [line: number, module: Module])[]): ModuleOfLine {
  let at = -1;
  return (line) => {
    while ((starts[at]?.[0] ?? 0) > line) at -= 1;
    while ((starts[at + 1]?.[0] ?? Number.POSITIVE_INFINITY) <= line) at += 1;
    return starts[at]?.[1];
  };
}
