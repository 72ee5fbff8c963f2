import { dirname, relative } from "node:path";
import { type FSWatcher, watch } from "chokidar";

/** Milliseconds without a further change before something is done: editors write a file in several steps. */
const settleMs = 100;

/**
 * Calls `changed` after each change in the folders of these workflows (absolute paths of files or folders), but for what
 * flowc and other tools write. Resolves when all of them are watched.
 */
export async function watchFolders(paths: readonly string[], changed: () => void): Promise<FSWatcher> {
  const folders = paths.map((path) => (/\.ya?ml$/i.test(path) ? dirname(path) : path));
  const ignored = (name: string): boolean =>
    folders.some((folder) =>
      /^(?!\.\.)(?:.*[\\/])?(?:node_modules|\.git|dist)(?:[\\/]|$)/.test(relative(folder, name)),
    );
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folders, { ignored, ignoreInitial: true }).on("all", () => {
    clearTimeout(timer);
    timer = setTimeout(changed, settleMs);
  });
  await new Promise<void>((ready) => void watcher.once("ready", () => ready()));
  return watcher;
}
