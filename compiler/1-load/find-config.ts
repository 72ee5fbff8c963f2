import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const names = ["flowc.config.yaml", "flowc.config.yml"];

/**
 * The configuration of a workflow: the nearest flowc.config.yaml in its folder or one above, up to the root of the git
 * repository. Outside a repository the search ends at the working folder, or where the workflow does not lie below it,
 * with the workflow's own folder: what happens to lie in a home or temporary folder changes nothing.
 */
export function findConfig(folder: string, workingFolder: string): string | undefined {
  const inside = !relative(workingFolder, folder).startsWith("..");
  const above: string[] = [];
  let last = inside ? workingFolder : folder;
  for (let current = folder; ; current = dirname(current)) {
    above.push(current);
    if (existsSync(join(current, ".git"))) last = current;
    if (existsSync(join(current, ".git")) || current === dirname(current)) break;
  }
  const searched = above.slice(0, above.indexOf(last) + 1);
  return searched.flatMap((place) => names.map((name) => join(place, name))).find((file) => existsSync(file));
}
