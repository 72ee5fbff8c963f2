import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Metafile, Plugin } from "esbuild";

const namespace = "loaded-with";

/**
 * Keeps what is loaded with each of `modules` in one chunk. By itself esbuild makes a chunk for each set of entries that use
 * the same modules, and Node takes longer to find thirty of these than to run what is in them. So every module that is
 * imported when it is needed imports what `modules` load too; each of `modules` only what those before it and itself load.
 * `metafile`: of a build without this.
 */
export function fewChunks({ inputs }: Metafile, modules: readonly string[]): Plugin {
  const entries = new Set(
    Object.values(inputs).flatMap(({ imports }) =>
      imports.flatMap(({ kind, path }) => (kind === "dynamic-import" && inputs[path] !== undefined ? [path] : [])),
    ),
  );
  const loaded = modules.map((name) => loadedWith(name, inputs).filter((path) => !entries.has(path)));
  return {
    name: "few-chunks",
    setup({ initialOptions: { absWorkingDir: folder = process.cwd() }, onLoad, onResolve }) {
      onResolve({ filter: new RegExp(`^${namespace}:`) }, ({ path }) => ({
        path: path.slice(namespace.length + 1),
        namespace,
      }));
      onLoad({ filter: /.*/, namespace }, ({ path }) => ({
        contents: (loaded[Number(path)] ?? []).map((name) => importOf(resolve(folder, name))).join(""),
        resolveDir: folder,
      }));
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const name = relative(folder, path).replaceAll("\\", "/");
        if (!entries.has(name)) return undefined;
        const most = modules.includes(name) ? modules.indexOf(name) + 1 : modules.length;
        const before = Array.from({ length: most }, (_, index) => importOf(`${namespace}:${index}`)).join("");
        return { contents: `${before}${readFileSync(path, "utf8")}`, loader: "ts" };
      });
    },
  };
}

/** The module and all files that it imports, and they in turn. */
function loadedWith(name: string, inputs: Metafile["inputs"]): readonly string[] {
  const found = new Set([name]);
  // What is made by other plugins has a namespace in front of it.
  for (const next of found)
    for (const { kind, path } of inputs[next]?.imports ?? [])
      if (kind === "import-statement" && inputs[path] !== undefined && !path.includes(":")) found.add(path);
  return [...found];
}

function importOf(path: string): string {
  return `import ${JSON.stringify(path)};`;
}
