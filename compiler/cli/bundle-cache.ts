import { createHash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServeOptions, Service } from "../../runtime-lib/serve.ts";
import type { WorkflowSources } from "../1-load/load.ts";
import type { Context } from "./context.ts";

/** Folder of the bundle in the cache. Sources, compiler and machine decide what it is, the configuration whether it is. */
export function cachedBundle({ hash, config }: WorkflowSources, { version, build, cacheFolder }: Context): string {
  const parts = [hash, config?.text ?? "", version, build, process.platform, process.arch];
  return join(cacheFolder, "bundles", createHash("sha256").update(parts.join("\0")).digest("hex"));
}

/** What flowc uses of a bundle. */
export interface LoadedBundle {
  main(argv: readonly string[]): Promise<number>;
  serve(options: ServeOptions): Promise<Service>;
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
