import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServeOptions, Service } from "../../runtime-lib/serve.ts";
import type { WorkflowTool } from "../../runtime-lib/tool.ts";
import type { WorkflowSources } from "../1-load/load.ts";
import { hashWithScripts, readScripts } from "../1-load/scripts.ts";
import type { Context } from "./context.ts";
import { makeFolder } from "./make-folder.ts";

/**
 * Folder of the bundle in the cache. Sources, compiler and machine decide what it is, the configuration whether it is.
 * Which scripts a workflow is made of beside its YAML, an earlier build has noted: so a warm run parses nothing, and yet
 * sees that a script has changed.
 */
export function cachedBundle(sources: WorkflowSources, context: Context): string {
  const folder = folderOf(sources, context);
  const scripts = notedScripts(folder);
  if (scripts.length === 0) return folder;
  return `${folder}-${hashWithScripts("", readScripts(sources.folder, scripts)).slice(0, 16)}`;
}

/** Notes the scripts of a workflow that has been built. Where the cache cannot be written, the next run builds again. */
export function noteScripts(sources: WorkflowSources, context: Context, scripts: readonly string[]): void {
  if (scripts.length === 0) return;
  const note = noteOf(folderOf(sources, context));
  const aside = `${note}.${process.pid}.tmp`;
  try {
    makeFolder(dirname(note), 0o700);
    writeFileSync(aside, JSON.stringify(scripts));
    renameSync(aside, note);
  } catch {
    // without a cache there is nothing to find
  }
}

function notedScripts(folder: string): readonly string[] {
  try {
    return JSON.parse(readFileSync(noteOf(folder), "utf8")) as readonly string[];
  } catch {
    return [];
  }
}

function noteOf(folder: string): string {
  return `${folder}.scripts`;
}

function folderOf({ hash, config }: WorkflowSources, { version, build, cacheFolder }: Context): string {
  const parts = [hash, config?.text ?? "", version, build, process.platform, process.arch];
  return join(cacheFolder, "bundles", createHash("sha256").update(parts.join("\0")).digest("hex"));
}

/** What flowc uses of a bundle. */
export interface LoadedBundle {
  main(argv: readonly string[]): Promise<number>;
  serve(options: ServeOptions): Promise<Service>;
  readonly describe: unknown;
  readonly tool: WorkflowTool;
}

/** The bundle in this folder, or undefined where there is none or it is damaged. */
export async function loadBundle(folder: string): Promise<LoadedBundle | undefined> {
  const bundle = join(folder, "workflow.mjs");
  if (!existsSync(bundle)) return undefined;
  try {
    return await import(pathToFileURL(bundle).href);
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
}
