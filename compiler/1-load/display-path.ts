import { isAbsolute, relative, sep } from "node:path";

/** A path as users are shown it: as seen from the working folder where that is shorter, with slashes. */
export function displayPath(path: string, workingFolder: string): string {
  const shorter = relative(workingFolder, path);
  return slashes(shorter === "" || shorter.startsWith("..") || isAbsolute(shorter) ? path : shorter);
}

/** A path with slashes, whatever the machine writes. */
export function slashes(path: string): string {
  return sep === "/" ? path : path.split(sep).join("/");
}
