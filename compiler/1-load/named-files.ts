import { type FileKey, fileKeys } from "../executors/files.ts";
import type { LoadedFile, Node } from "../nouns/syntax.ts";
import { NearIndex } from "../spelling/nearest.ts";

/** Names of files, sorted, and what each is meant to hold. */
export type NamedFiles = ReadonlyMap<string, FileKey["holds"]>;

/**
 * The files that documents name by keys such as `scriptFile`: at least all that are used, also where a key is misspelled
 * in a way that will be put right.
 */
export function namedFiles(files: readonly LoadedFile[]): NamedFiles {
  const keys = [...fileKeys(), { path: ["sqlConnections", anyKey, "schema"], holds: "text" } as const].map(matcher);
  const found = new Map<string, FileKey["holds"]>();
  for (const document of files.flatMap(({ documents }) => documents)) collect(document, [], keys, found);
  return new Map([...found].sort(([first], [second]) => (first < second ? -1 : 1)));
}

/** Stands for a name of the author's own. */
const anyKey = "*";

interface Matcher extends FileKey {
  readonly matches: (keys: readonly string[]) => boolean;
}

function matcher({ path, holds }: FileKey): Matcher {
  const tests = path.map((key) => {
    if (key === anyKey) return () => true;
    const near = new NearIndex([key]);
    return (written: string) => written === key || near.nearest(written) === key;
  });
  const matches = (keys: readonly string[]) => {
    const last = keys.slice(-tests.length);
    return last.length === tests.length && tests.every((test, index) => test(last[index] ?? ""));
  };
  return { path, holds, matches };
}

function collect(
  node: Node,
  keys: readonly string[],
  matchers: readonly Matcher[],
  found: Map<string, FileKey["holds"]>,
): void {
  if (node.kind === "sequence") for (const item of node.items) collect(item, keys, matchers, found);
  if (node.kind === "map") for (const { key, value } of node.entries) collect(value, [...keys, key], matchers, found);
  if (node.kind !== "scalar") return;
  const match = matchers.find(({ matches }) => matches(keys));
  const name = String(node.value ?? "");
  if (match !== undefined && found.get(name) !== "data") found.set(name, match.holds);
}
