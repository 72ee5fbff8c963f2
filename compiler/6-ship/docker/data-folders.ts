import { posix } from "node:path";
import { allResources } from "../../describe/effects.ts";
import { executorOf } from "../../executors/list.ts";
import type { Plan } from "../../nouns/plan.ts";
import { constantText } from "../../tree/plan-option.ts";

/** Home folder of the user in the image, and the folder in which the workflow runs. */
export const home = "/home/node";

/** A folder of the image whose files outlive a container. */
export interface DataFolder {
  /** Name of its volume. */
  readonly name: string;
  readonly path: string;
}

/**
 * The folders of the files that executors keep and of SQLite's. `elsewhere`: a path is only known when the workflow runs, or leads
 * where no volume can be. `from`: the home folder, in which the workflow runs. `isShared`: the
 * memory and the runs are in a database.
 */
export function dataFolders(
  plan: Plan,
  from = home,
  isShared = false,
): { readonly folders: readonly DataFolder[]; readonly elsewhere: boolean } {
  const all = allResources(plan).flatMap((resource) => {
    const { action } = resource;
    return (action && executorOf(resource)?.dataFiles?.(action)) ?? [];
  });
  const files = isShared ? all.filter(({ kind }) => kind !== "memory") : all;
  const own = isShared ? [] : ownFiles(plan);
  const found = [
    ...files.map(({ kind, path }) => ({ kind, path: folderOf(path, from) })),
    ...own.map(({ kind, path }) => ({ kind, path: folderOf(path, from) })),
    ...databasePaths(plan).map((path) => ({ kind: "database", path: folderOf(path, from) })),
  ];
  const outer = found.filter(
    ({ path }, index) =>
      path !== undefined && !found.some((other, at) => within(path, other.path) && (path !== other.path || at < index)),
  );
  const count = new Map<string, number>();
  const folders = outer.map(({ kind, path = "" }) => {
    const number = (count.get(kind) ?? 0) + 1;
    count.set(kind, number);
    return { name: number === 1 ? kind : `${kind}-${number}`, path };
  });
  return { folders, elsewhere: found.some(({ path }) => path === undefined) };
}

/** What runs themselves keep. */
function ownFiles({ history, schedule }: Plan): readonly { readonly kind: string; readonly path: string }[] {
  return [
    ...(history ? [{ kind: "runs", path: "~/.flowc/runs.db" }] : []),
    ...(schedule?.catchUp ? [{ kind: "schedules", path: "~/.flowc/schedules/last.json" }] : []),
  ];
}

/** Paths of SQLite's files. A connection string from the environment may name any database, and is left to the user. */
function databasePaths(plan: Plan): readonly (string | undefined)[] {
  return plan.connections.flatMap(({ url }) => {
    const text = constantText(url)?.trim();
    const path = text === undefined ? undefined : /^sqlite:(?:\/\/)?([^?]+)/.exec(text)?.[1];
    return path === undefined || path === ":memory:" ? [] : [path];
  });
}

/** The folder of a file as the run sees it, where it can be a volume: nothing of the system, and no odd characters. */
function folderOf(path: string | undefined, from: string): string | undefined {
  if (path === undefined) return undefined;
  const folder = posix.dirname(posix.resolve(from, path.replace(/^~(?=\/|$)/, from)));
  const system =
    /^\/(?:$|(?:app|bin|boot|dev|etc|home|lib\w*|opt\/(?:python|venv)|proc|root|run|sbin|sys|tmp|usr|var)(?:\/|$))/;
  const allowed = within(folder, from) || /^\/var\/lib\/flowc(?:\/|$)/.test(folder) || !system.test(folder);
  return allowed && /^(?:\/[A-Za-z0-9_.-]+)+$/.test(folder) ? folder : undefined;
}

function within(path: string | undefined, folder: string | undefined): boolean {
  return path !== undefined && folder !== undefined && (path === folder || path.startsWith(`${folder}/`));
}
