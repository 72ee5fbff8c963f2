import { existsSync, readdirSync, realpathSync } from "node:fs";
import { basename, isAbsolute, join, normalize, relative, sep } from "node:path";
import { kindOf, workflowIn, yamlFilesBelow } from "./find-files.ts";

/** The files of one component as absolute paths. */
export interface FoundComponent {
  /** Name of its folder. */
  readonly name: string;
  readonly folder: string;
  readonly manifest: string;
  readonly resources: readonly string[];
  /** The components that it brings along. */
  readonly components: readonly FoundComponent[];
  /** Paths in its folder, relative to it, that are links out of it. Nothing is read through them. */
  readonly outside: readonly string[];
}

const manifestNames = ["component.yaml", "component.yml"];

/** The components `components/<name>/` in a folder, sorted by name. */
export function findComponents(folder: string): readonly FoundComponent[] {
  const parent = join(folder, "components");
  if (kindOf(parent) !== "folder") return [];
  return readdirSync(parent)
    .sort()
    .flatMap((name) => findComponent(join(parent, name), name) ?? []);
}

/** True for a path, seen from a folder, that stays in it as it is written. */
export function isInside(path: string): boolean {
  return !isAbsolute(path) && !normalize(path).startsWith("..");
}

/** True for a path that stays in the folder as it is written, and yet leads out of it by a link. */
export function isLinkOut(folder: string, path: string): boolean {
  const file = join(folder, path);
  return (
    isInside(path) && kindOf(file) !== "missing" && !realpathSync(file).startsWith(`${realpathSync(folder)}${sep}`)
  );
}

/** True for a component's folder or its component.yaml: what is checked by itself. */
export function isComponentPath(path: string): boolean {
  if (manifestNames.includes(basename(path))) return isFile(path);
  return manifestIn(path) !== undefined && workflowIn(path) === undefined;
}

/** The component in a folder; undefined where there is no component.yaml or component.yml. */
export function findComponent(folder: string, name: string): FoundComponent | undefined {
  if (kindOf(folder) !== "folder") return undefined;
  const manifest = manifestIn(folder);
  if (manifest === undefined) return undefined;
  const real = realpathSync(folder);
  const leadsOut = (path: string) => !realpathSync(path).startsWith(`${real}${sep}`);
  const resources = yamlFilesBelow(join(folder, "resources"), new Set()).sort();
  const parent = join(folder, "components");
  const inner = kindOf(parent) === "folder" ? readdirSync(parent).sort() : [];
  const folders = inner
    .map((item) => ({ item, path: join(parent, item) }))
    .filter(({ path }) => kindOf(path) === "folder");
  const outside = [manifest, ...resources, ...folders.map(({ path }) => path)].filter(leadsOut);
  return {
    name,
    folder,
    manifest,
    resources: resources.filter((path) => !outside.includes(path)),
    components: folders.flatMap(({ item, path }) => (outside.includes(path) ? [] : (findComponent(path, item) ?? []))),
    outside: outside.map((path) => relative(folder, path)),
  };
}

function manifestIn(folder: string): string | undefined {
  return manifestNames.map((file) => join(folder, file)).find(isFile);
}

/** False too for what cannot be looked at: a link that leads in a circle, a name that is too long. */
function isFile(path: string): boolean {
  return existsSync(path) && kindOf(path) === "file";
}
