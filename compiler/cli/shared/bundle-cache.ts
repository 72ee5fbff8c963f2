import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CommandHost } from "../../../runtime-lib/command/host.ts";
import type { WorkflowTool } from "../../../runtime-lib/run/tool.ts";
import type { ServeOptions, Service } from "../../../runtime-lib/serve/serve.ts";
import type { WorkflowSources } from "../../1-load/read-sources.ts";
import { hashWithScripts, readScripts } from "../../1-load/scripts.ts";
import type { OutputFile } from "../../5-bundle/bundle.ts";
import type { Context } from "./context.ts";
import { makeFolder } from "./make-folder.ts";
import { putInPlace } from "./put-in-place.ts";

/**
 * Folder of the bundle in the cache; undefined where there is no cache. Sources, compiler and machine decide what it is,
 * the configuration whether it is; one that can keep its runs (`journal`) is another. Which scripts a workflow is made of beside its YAML, an earlier build has noted: so a
 * warm run parses nothing, and yet sees that a script has changed.
 */
export function cachedBundle(sources: WorkflowSources, context: Context, journal = false): string | undefined {
  const plain = folderOf(sources, context);
  if (plain === undefined) return undefined;
  const scripts = notedScripts(plain);
  const folder = journal ? `${plain}-journal` : plain;
  if (scripts.length === 0) return folder;
  return `${folder}-${hashWithScripts("", readScripts({ folder: sources.folder, beside: sources.workflow }, scripts)).slice(0, 16)}`;
}

/** Notes the scripts of a workflow that has been built. Where the cache cannot be written, the next run builds again. */
export function noteScripts(sources: WorkflowSources, context: Context, scripts: readonly string[]): void {
  const folder = folderOf(sources, context);
  if (scripts.length === 0 || folder === undefined) return;
  const note = noteOf(folder);
  try {
    makeFolder(dirname(note), 0o700);
    putInPlace([{ path: note, write: (aside) => writeFileSync(aside, JSON.stringify(scripts)) }]);
  } catch {
    // without a cache there is nothing to find
  }
}

function notedScripts(folder: string): readonly string[] {
  try {
    const noted: unknown = JSON.parse(readFileSync(noteOf(folder), "utf8"));
    return Array.isArray(noted) && noted.every((name) => typeof name === "string") ? noted : [];
  } catch {
    return [];
  }
}

function noteOf(folder: string): string {
  return `${folder}.scripts`;
}

function folderOf({ hash, config }: WorkflowSources, context: Context): string | undefined {
  const { version, build, cacheFolder } = context;
  if (cacheFolder === undefined) return undefined;
  const parts = [hash, config?.text ?? "", version, build, process.platform, process.arch];
  return join(cacheFolder, "bundles", sha256(parts.join("\0")));
}

/** What flowc uses of a bundle. */
export interface LoadedBundle {
  main(argv: readonly string[], host?: CommandHost): Promise<number>;
  run(options: object): Promise<unknown>;
  serve(options: ServeOptions): Promise<Service>;
  readonly describe: unknown;
  readonly tool: WorkflowTool;
  /** Of a bundle that counts which ways its runs go. */
  readonly coverage?: Uint32Array;
}

const bundleFile = "workflow.mjs";
const hashesFile = "hashes.json";

/** The bundle's file in the folder of an entry. */
export function fileIn(folder: string | undefined): string | undefined {
  return folder && join(folder, bundleFile);
}

/** The hashes of an entry's files, by which `loadBundle` knows that they are still what was built. */
export function hashesOf(files: readonly OutputFile[]): OutputFile {
  const hashes = files.map((file) => {
    const content = file.kind === "text" ? file.text : readFileSync(file.from);
    return [file.name, sha256(content)] as const;
  });
  return { name: hashesFile, kind: "text", text: JSON.stringify(Object.fromEntries(hashes)), executable: false };
}

/** The bundle in this folder, or undefined where there is none or one of its files is not what was written. */
export async function loadBundle(folder: string | undefined): Promise<LoadedBundle | undefined> {
  if (folder === undefined || !isWhole(folder)) return undefined;
  try {
    return await import(pathToFileURL(join(folder, bundleFile)).href);
  } catch {
    return undefined;
  }
}

/** Whether all files of an entry are what was written. Hashing takes a millisecond a megabyte; half an addon kills the process. */
export function isWhole(folder: string): boolean {
  try {
    const hashes: unknown = JSON.parse(readFileSync(join(folder, hashesFile), "utf8"));
    const entries = Object.entries(hashes as object);
    const isSame = ([name, hash]: readonly [string, unknown]) => sha256(readFileSync(join(folder, name))) === hash;
    return entries.some(([name]) => name === bundleFile) && entries.every(isSame);
  } catch {
    return false;
  }
}

/** Removes an entry; where that cannot be done, the next build goes elsewhere. */
export function dropBundle(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // a cache that can only be read
  }
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
