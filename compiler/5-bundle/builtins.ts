import type { Plugin } from "esbuild";

/** The namespace of the modules that stand for those of Node: with it their paths in source maps begin. */
export const builtinNamespace = "builtin";

/**
 * Takes Node's modules by `process.getBuiltinModule` in place of `import`, which reads each of a module's properties at
 * once: for `node:fs` and `node:util` that loads streams, promises, readline and standard error, 5 ms of each start.
 */
export const builtins: Plugin = {
  name: "builtins",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === "import-statement"
        ? { path, namespace: builtinNamespace, sideEffects: false }
        : { path, external: true },
    );
    onLoad({ filter: /.*/, namespace: builtinNamespace }, ({ path }) => ({ contents: moduleText(path), loader: "js" }));
  },
};

/** A module with the exports of Node's, each of which esbuild can drop. No name of a module of Node ends in `$`. */
function moduleText(name: string): string {
  return `const builtin$ = /* @__PURE__ */ process.getBuiltinModule(${JSON.stringify(name)});
const own$ = (name) => builtin$[name];
export default builtin$;
${namesOf(name)
  .map((key) => `export const ${key} = /* @__PURE__ */ own$("${key}");`)
  .join("\n")}
`;
}

/**
 * The exports of Node's modules, by the Node that flowc was built under: bundles have the same bytes whichever builds them,
 * as even what esbuild drops has a part in the names that it makes. An esbuild define; absent when running from source.
 */
declare const FLOWC_BUILTIN_NAMES: Readonly<Record<string, readonly string[]>>;

function namesOf(name: string): readonly string[] {
  return typeof FLOWC_BUILTIN_NAMES === "undefined" ? exportsOf(name) : (FLOWC_BUILTIN_NAMES[name] ?? exportsOf(name));
}

/** What a module of Node exports by name, without its `default`. */
export function exportsOf(name: string): readonly string[] {
  const names = Object.keys(process.getBuiltinModule(name) ?? {});
  return names.filter((key) => /^[A-Za-z_]\w*$/.test(key) && key !== "default");
}
