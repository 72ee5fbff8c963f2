import { decode, encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";
import type { Plan } from "../nouns/plan.ts";
import type { Source } from "../nouns/source.ts";
import { builtinNamespace } from "./builtins.ts";

/** What leads from the emitted module to the documents it was made from. */
export interface YamlOrigin {
  /** The emitted module, whose comments and marks name places. */
  readonly module: string;
  readonly sources: readonly Source[];
}

/** The files in which the resources of a plan stand, those of its components too. */
export function sourcesOf({ source, resources, components }: Plan): readonly Source[] {
  const all = [...resources, ...components.flatMap((component) => component.resources)];
  return [...new Set([source, ...all.map(({ span }) => span.source)])];
}

/**
 * A bundle's source map (JSON) in which what was the emitted module is the YAML: each statement of a resource leads to the
 * expression that it evaluates, else to the place that the comment at or before it names.
 */
export function leadToYaml(map: string, moduleName: string, { module, sources }: YamlOrigin): string {
  const parsed = JSON.parse(map) as {
    readonly sources: readonly string[];
    readonly sourcesContent?: readonly (string | null)[];
    readonly mappings: string;
  };
  const moduleIndex = parsed.sources.indexOf(moduleName);
  const places = placesOf(module, sources);
  const first = parsed.sources.length;
  // What they hold depends on the Node that builds, and leads nobody anywhere.
  const isBuiltin = parsed.sources.map((name) => name.startsWith(`${builtinNamespace}:`));
  const moved = (segment: SourceMapSegment): SourceMapSegment => {
    if (segment.length !== 1 && isBuiltin[segment[1]]) return [segment[0]];
    if (segment.length === 1 || segment[1] !== moduleIndex) return segment;
    const place = places[segment[2]];
    return place === undefined ? segment : [segment[0], first + place.source, place.line - 1, place.column - 1];
  };
  return JSON.stringify({
    ...parsed,
    sources: [...parsed.sources, ...sources.map(({ name }) => name)],
    sourcesContent: [
      ...(parsed.sourcesContent ?? []).map((text, index) => (isBuiltin[index] ? null : text)),
      ...sources.map(({ text }) => text),
    ],
    mappings: encode(decode(parsed.mappings).map((line) => line.map(moved))),
  });
}

interface Place {
  /** Index of the file. */
  readonly source: number;
  readonly line: number;
  readonly column: number;
}

/** The place of each line of the module, where it has one. */
function placesOf(module: string, sources: readonly Source[]): readonly (Place | undefined)[] {
  const expressions = expressionsOf(module, sources);
  let current: Place | undefined;
  return module.split("\n").map((text) => {
    const [, mark] = /\bstep\.at = (\d+)/.exec(text) ?? [];
    const [, alone, file = "", line] = /^(.*?)\/\/ (?:.*: )?(\S+):(\d+)$/.exec(text) ?? [];
    const source = sources.findIndex(({ name }) => name === file);
    const named = line === undefined || source === -1 ? undefined : { source, line: Number(line), column: 1 };
    // A comment of its own counts for what follows, to the end of the function.
    if (named !== undefined && alone?.trim() === "") current = named;
    const place = (mark === undefined ? undefined : expressions[Number(mark) - 1]) ?? named ?? current;
    if (text === "}") current = undefined;
    return place;
  });
}

/** The places of expressions, as the definition at the end of the module lists them. */
function expressionsOf(module: string, sources: readonly Source[]): readonly (Place | undefined)[] {
  const table = module.slice(module.lastIndexOf("\n  places: {"));
  const [, listed = ""] = /files: \[([^\]]*)\]/.exec(table) ?? [];
  const files = [...listed.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([text]) => JSON.parse(text) as string);
  return [...table.matchAll(/(?<!\\)"(\d+):(\d+):(\d+)(?=[":])/g)].map(([, file, line, column]) => {
    const source = sources.findIndex(({ name }) => name === files[Number(file)]);
    return source === -1 ? undefined : { source, line: Number(line), column: Number(column) };
  });
}
