import { isAbsolute, relative } from "node:path";
import type { Context } from "./context.ts";

/**
 * Where the working folder lies in the repository, "" where it is its root or outside of it. Steps of GitHub Actions may
 * have a working folder of their own: annotations name files as seen from the repository.
 */
export function folderInRepository({ workingFolder, environment }: Context): string {
  const { GITHUB_WORKSPACE } = environment;
  const below = GITHUB_WORKSPACE === undefined ? "" : relative(GITHUB_WORKSPACE, workingFolder);
  return below.startsWith("..") || isAbsolute(below) ? "" : below;
}
