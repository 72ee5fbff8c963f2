import { chmodSync, copyFileSync, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { makeFolder } from "../shared/make-folder.ts";

/** A file that must not be installed: a link out of the folder, or what is not a file at all. */
export class UnfitFile extends Error {}

/** Folders that are not part of a component. */
const left = new Set(["node_modules", ".git"]);

/**
 * Copies a component's folder. Links that stay inside become what they point to; throws UnfitFile for those that lead out
 * of it, for loops of links, and for pipes, sockets and devices, before anything is copied.
 */
export function copyComponent(from: string, to: string): void {
  const files = filesBelow(from, { root: realpathSync(from), path: [], above: new Set() });
  makeFolder(to);
  for (const { path, names } of files) {
    const target = join(to, ...names);
    makeFolder(join(target, ".."));
    copyFileSync(path, target);
    chmodSync(target, (statSync(path).mode & 0o111) === 0 ? 0o644 : 0o755);
  }
}

interface Walk {
  readonly root: string;
  readonly path: readonly string[];
  /** Real paths of the folders around. */
  readonly above: ReadonlySet<string>;
}

interface FoundFile {
  readonly path: string;
  readonly names: readonly string[];
}

function filesBelow(folder: string, { root, path, above }: Walk): readonly FoundFile[] {
  const real = realpathSync(folder);
  if (above.has(real)) throw new UnfitFile(`"${path.join("/")}" is a link to a folder around it`);
  return readdirSync(folder)
    .filter((name) => !left.has(name))
    .flatMap((name) => {
      const names = [...path, name];
      const file = join(folder, name);
      refuseLinkOut(file, root, names);
      const stat = statSync(file);
      if (stat.isDirectory()) return filesBelow(file, { root, path: names, above: new Set([...above, real]) });
      if (stat.isFile()) return [{ path: file, names }];
      throw new UnfitFile(`"${names.join("/")}" is neither a file nor a folder`);
    });
}

function refuseLinkOut(file: string, root: string, names: readonly string[]): void {
  if (!lstatSync(file).isSymbolicLink()) return;
  const target = realPath(file);
  if (target === undefined) throw new UnfitFile(`"${names.join("/")}" is a link to nothing`);
  if (!target.startsWith(`${root}${sep}`)) {
    throw new UnfitFile(`"${names.join("/")}" leads out of the folder "${basename(root)}"`);
  }
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}
