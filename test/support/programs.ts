import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** True where the machine lacks what a folder needs: one with "python" in its name needs Python. */
export function lacksProgram(folder: string): boolean {
  return (
    folder.includes("python") &&
    !["/usr/bin", "/usr/local/bin", ...path].some((bin) => existsSync(join(bin, "python3")))
  );
}

const path = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
