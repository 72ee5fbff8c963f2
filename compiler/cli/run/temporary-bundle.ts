import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OutputFile } from "../../5-bundle/bundle.ts";
import { dropBundle, fileIn, type LoadedBundle, loadBundle } from "../shared/bundle-cache.ts";
import { UsageError } from "../shared/context.ts";
import { keepInCache } from "./run-build.ts";

/** A bundle that the cache does not keep. */
export interface TemporaryBundle {
  readonly bundle: LoadedBundle;
  /** Undefined where it is in memory. */
  readonly file: string | undefined;
  /** To be called when it has run. */
  remove(): void;
}

/** Folders to write to where TMPDIR cannot be written, as in a container with a read-only root. */
const otherFolders = ["/tmp", "/var/tmp", "/dev/shm"];

/**
 * Loads what was built from a folder of its own, and where none can be written from memory. Throws UsageError for a
 * bundle with an addon then, as the system loads code from files only.
 */
export async function loadTemporary(files: readonly OutputFile[]): Promise<TemporaryBundle> {
  for (const place of [tmpdir(), ...(process.platform === "win32" ? [] : otherFolders)]) {
    const folder = newFolder(place);
    if (folder === undefined) continue;
    const remove = (): void => {
      process.off("exit", remove);
      dropBundle(folder);
    };
    // A second signal ends the process at once.
    process.on("exit", remove);
    const entry = join(folder, "bundle");
    const bundle = keepInCache(entry, files) ? await loadBundle(entry) : undefined;
    if (bundle !== undefined) return { bundle, file: fileIn(entry), remove };
    remove();
  }
  return { bundle: await loadFromMemory(files), file: undefined, remove: () => undefined };
}

function newFolder(place: string): string | undefined {
  try {
    return mkdtempSync(join(place, "flowc-"));
  } catch {
    return undefined;
  }
}

async function loadFromMemory(files: readonly OutputFile[]): Promise<LoadedBundle> {
  const [bundle, ...others] = files;
  if (bundle?.kind !== "text" || others.length > 0) {
    throw new UsageError("the workflow uses SQLite, and there is no folder to write its addon to; set TMPDIR to one");
  }
  return import(`data:text/javascript;base64,${Buffer.from(bundle.text).toString("base64")}`);
}
