import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** True where the machine lacks what a folder needs: those with "python" in their names need Python, and sales-digest. */
export function lacksProgram(folder: string): boolean {
  return (
    /python|sales-digest/.test(folder) &&
    !["/usr/bin", "/usr/local/bin", ...path].some((bin) => existsSync(join(bin, "python3")))
  );
}

/** True where the machine has this program. */
export function hasProgram(name: string): boolean {
  return path.some((bin) => existsSync(join(bin, name)));
}

const path = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
