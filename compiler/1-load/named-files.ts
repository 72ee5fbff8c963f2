import { type FileKey, fileKeys } from "../executors/names-in.ts";
import type { LoadedFile } from "../nouns/loaded.ts";
import type { Node } from "../nouns/node.ts";
import type { Scripts } from "../nouns/script-file.ts";
import { NearIndex } from "../spelling/nearest.ts";
import { readData } from "./read-data.ts";
import { type FilePlace, readScripts } from "./scripts.ts";

/** Names of files, sorted, and what each is meant to hold. */
export type NamedFiles = ReadonlyMap<string, FileKey["kind"]>;

/**
 * The files that documents name by keys such as `scriptFile`: at least all that are used, also where a key is misspelled
 * in a way that will be put right.
 */
export function namedFiles(files: readonly LoadedFile[]): NamedFiles {
  const keys = [...fileKeys(), { path: ["sqlConnections", anyKey, "schema"], kind: "script" } as const].map(matcher);
  const found = new Map<string, FileKey["kind"]>();
  for (const document of files.flatMap(({ documents }) => documents)) collect(document, [], keys, found);
  return new Map([...found].sort(([first], [second]) => (first < second ? -1 : 1)));
}

/** Reads the files that a workflow or component names; those that hold data are parsed. */
export function readNamedFiles(place: FilePlace, named: NamedFiles): Scripts {
  return new Map(
    [...readScripts(place, named.keys())].map(([name, file]) => {
      const isData = file.kind === "text" && named.get(name) === "data";
      return [name, isData ? { ...file, data: readData(file.source) } : file];
    }),
  );
}

/** Stands for a name of the author's own. */
const anyKey = "*";

interface Matcher {
  readonly kind: FileKey["kind"];
  readonly matches: (keys: readonly string[]) => boolean;
}

function matcher({ path, kind }: FileKey): Matcher {
  const tests = path.map((key) => {
    if (key === anyKey) return () => true;
    const near = new NearIndex([key]);
    return (written: string) => written === key || near.nearest(written) === key;
  });
  const matches = (keys: readonly string[]) => {
    const last = keys.slice(-tests.length);
    return last.length === tests.length && tests.every((test, index) => test(last[index] ?? ""));
  };
  return { kind, matches };
}

function collect(
  node: Node,
  keys: readonly string[],
  matchers: readonly Matcher[],
  found: Map<string, FileKey["kind"]>,
): void {
  if (node.kind === "sequence") for (const item of node.items) collect(item, keys, matchers, found);
  if (node.kind === "map") for (const { key, value } of node.entries) collect(value, [...keys, key], matchers, found);
  if (node.kind !== "scalar") return;
  const match = matchers.find(({ matches }) => matches(keys));
  const name = String(node.value ?? "");
  if (match !== undefined && found.get(name) !== "data") found.set(name, match.kind);
}
