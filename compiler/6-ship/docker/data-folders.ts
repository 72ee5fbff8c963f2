import { posix } from "node:path";
import { allResources, optionOf } from "../../4-emit/effects.ts";
import type { Plan, PlanValue } from "../../plan.ts";

/** Home folder of the user in the image, and the folder in which the workflow runs. */
export const home = "/home/node";

/** A folder of the image whose files outlive a container. */
export interface DataFolder {
  /** Name of its volume. */
  readonly name: string;
  readonly path: string;
}

/**
 * The folders of the memory and of SQLite's files. `elsewhere`: a path is only known when the workflow runs, or leads
 * where no volume can be.
 */
export function dataFolders(plan: Plan): { readonly folders: readonly DataFolder[]; readonly elsewhere: boolean } {
  const memories = memoryPaths(plan);
  const databases = databasePaths(plan);
  const found = [
    ...(memories.length === 0 ? [] : [{ kind: "memory", path: `${home}/.flowc` }]),
    ...memories.map((path) => ({ kind: "memory", path: folderOf(path) })),
    ...databases.map((path) => ({ kind: "database", path: folderOf(path) })),
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

/** Paths of memory files; undefined for those that only a run knows. */
function memoryPaths(plan: Plan): readonly (string | undefined)[] {
  return allResources(plan).flatMap(({ action }) => {
    if (action?.runtime !== "memory") return [];
    const path = optionOf(action, "dbPath");
    return [path === undefined ? "~/.flowc/memory.db" : constantText(path)];
  });
}

/** Paths of SQLite's files. A connection string from the environment may name any database, and is left to the user. */
function databasePaths(plan: Plan): readonly (string | undefined)[] {
  return plan.connections.flatMap(({ url }) => {
    const text = constantText(url);
    const path = text === undefined ? undefined : /^sqlite:(?:\/\/)?([^?]+)/.exec(text)?.[1];
    return path === undefined || path === ":memory:" ? [] : [path];
  });
}

function constantText(value: PlanValue): string | undefined {
  return value.kind === "constant" ? String(value.value).trim() : undefined;
}

/** The folder of a file as the run sees it, where it can be a volume: nothing of the system, and no odd characters. */
function folderOf(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const folder = posix.dirname(posix.resolve(home, path.replace(/^~(?=\/|$)/, home)));
  const system =
    /^\/(?:$|(?:app|bin|boot|dev|etc|home|lib\w*|opt\/(?:python|venv)|proc|root|run|sbin|sys|tmp|usr|var)(?:\/|$))/;
  const allowed = within(folder, home) || /^\/var\/lib\/flowc(?:\/|$)/.test(folder) || !system.test(folder);
  return allowed && /^(?:\/[A-Za-z0-9_.-]+)+$/.test(folder) ? folder : undefined;
}

function within(path: string | undefined, folder: string | undefined): boolean {
  return path !== undefined && folder !== undefined && (path === folder || path.startsWith(`${folder}/`));
}
