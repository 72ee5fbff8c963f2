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
  const names = Object.keys(process.getBuiltinModule(name) ?? {}).filter((key) => /^[A-Za-z_]\w*$/.test(key));
  return `const builtin$ = /* @__PURE__ */ process.getBuiltinModule(${JSON.stringify(name)});
const own$ = (name) => builtin$[name];
export default builtin$;
${names
  .filter((key) => key !== "default")
  .map((key) => `export const ${key} = /* @__PURE__ */ own$("${key}");`)
  .join("\n")}
`;
}
