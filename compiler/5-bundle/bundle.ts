import { build, type Message, type Plugin } from "esbuild";
import type { Source } from "../nouns/source.ts";
import { addonFile, addonVersion, thisPlatform } from "./addon.ts";
import { banner } from "./banner.ts";
import { builtins } from "./builtins.ts";
import { type BundlePart, partsOf } from "./parts.ts";
import { leadToYaml } from "./yaml-map.ts";

/** What is bundled. */
export interface BundleInput {
  /** File name of the bundle without its ending. */
  readonly fileName: string;
  /** Of the workflow. */
  readonly name: string;
  /** The emitted TypeScript module. */
  readonly module: string;
  /** The files that it was made from. */
  readonly sources: readonly Source[];
  /** The module of validators; empty where there are none. */
  readonly validators: string;
  /** Folder of the runtime library that belongs to this compiler. */
  readonly runtimeFolder: string;
  readonly usesSqlite: boolean;
  /** True where libraries of the time before ES modules are inside. */
  readonly usesRequire: boolean;
}

export interface BundleOptions {
  readonly minify: boolean;
  readonly sourcemap: boolean;
  /** True: what sends traces and metrics is inside. */
  readonly otel?: boolean;
  /** Such as linux-x64; undefined: the machine's own. */
  readonly platform: string | undefined;
  /** True for the script of an executable: Node takes CommonJS there, in which no module is imported later. */
  readonly executable?: boolean;
}

/** One file of a build: its name and its content, or the file to copy. */
export type OutputFile =
  | {
      readonly name: string;
      readonly kind: "text";
      readonly text: string;
      readonly executable: boolean;
      /** Of a bundle: what its bytes come from. */
      readonly parts?: readonly BundlePart[];
    }
  | { readonly name: string; readonly kind: "copy"; readonly from: string; readonly executable?: boolean };

/**
 * Bundles the module with what it uses of the runtime library into one `.mjs` on which only `node:` imports remain; for
 * an executable its text is CommonJS.
 * Throws for an unknown platform, which the command line has refused before, and for bugs in flowc.
 */
export async function bundle(input: BundleInput, options: BundleOptions): Promise<readonly OutputFile[]> {
  const { platform = thisPlatform(), executable = false } = options;
  const result = await build({
    stdin: {
      contents: input.module,
      loader: "ts",
      sourcefile: `${input.fileName}.ts`,
      resolveDir: input.runtimeFolder,
    },
    outfile: `${input.fileName}.mjs`,
    absWorkingDir: input.runtimeFolder,
    bundle: true,
    write: false,
    metafile: true,
    format: executable ? "cjs" : "esm",
    platform: "node",
    target: "node18",
    supported: { "regexp-unicode-property-escapes": true, "dynamic-import": !executable },
    minify: options.minify,
    // Of an executable nobody asks what it is made of.
    sourcemap: options.sourcemap ? "linked" : executable ? false : "external",
    sourcesContent: options.sourcemap,
    legalComments: "none",
    // Whatever tsconfig.json lies above this folder is not the bundle's.
    tsconfigRaw: "{}",
    charset: "utf8",
    banner: { js: executable ? '"use strict";' : banner(input) },
    define: {
      FLOWC_TARGET_WINDOWS: String(platform.startsWith("win32")),
      FLOWC_EXECUTABLE: String(executable),
      FLOWC_OTEL: String(options.otel === true),
      ...(executable && { "import.meta.url": '"file:///"' }),
      FLOWC_SQLITE_VERSION: JSON.stringify(addonVersion()),
    },
    plugins: [builtins, flowcModules(input)],
    logLevel: "silent",
  }).catch((error: { errors?: readonly Message[] }) => {
    throw new Error(`esbuild refused the emitted module: ${error.errors?.[0]?.text ?? String(error)}`);
  });
  refuseForeignImports(
    Object.values(result.metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path)),
  );
  const texts = writtenFiles(result.outputFiles, input, options);
  const addon: readonly OutputFile[] = input.usesSqlite ? [{ kind: "copy", ...addonFile(platform) }] : [];
  return [...texts, ...addon];
}

function writtenFiles(
  files: readonly { readonly path: string; readonly text: string }[],
  { fileName, runtimeFolder, module, sources }: BundleInput,
  { sourcemap }: BundleOptions,
): readonly OutputFile[] {
  const map = files.find(({ path }) => path.endsWith(".map"))?.text;
  const text = files.find(({ path }) => path.endsWith(".mjs"))?.text ?? "";
  const name = `${fileName}.mjs`;
  const found = map === undefined ? {} : { parts: partsOf({ text, map, folder: runtimeFolder }) };
  const bundle: OutputFile = { kind: "text", name, text, executable: true, ...found };
  if (!sourcemap || map === undefined) return [bundle];
  const toYaml = leadToYaml(map, `${fileName}.ts`, { module, sources });
  return [{ kind: "text", name: `${name}.map`, text: toYaml, executable: false }, bundle];
}

function flowcModules({ runtimeFolder, validators }: BundleInput): Plugin {
  return {
    name: "flowc",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^flowc\/runtime$/ }, () => ({
        path: `${runtimeFolder}/with-durable.js`,
        sideEffects: false,
      }));
      onResolve({ filter: /^flowc\/runtime\/validators\/\w+$/ }, ({ path }) => ({
        path: `${runtimeFolder}/${path.slice("flowc/runtime/".length)}.js`,
        sideEffects: false,
      }));
      onResolve({ filter: /^flowc\/validators$/ }, () => ({
        path: "validators",
        namespace: "flowc",
        sideEffects: false,
      }));
      onLoad({ filter: /.*/, namespace: "flowc" }, () => ({
        contents: validators,
        loader: "js",
        resolveDir: runtimeFolder,
      }));
    },
  };
}

function refuseForeignImports(paths: readonly string[]): void {
  const foreign = paths.find((path) => !path.startsWith("node:"));
  if (foreign !== undefined) throw new Error(`the bundle would import ${foreign}`);
}
