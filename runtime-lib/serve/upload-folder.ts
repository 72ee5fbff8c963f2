import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Process-wide because the `exit` event is. */
const folders = new Set<string>();

/** Makes a folder for the files of one request, which nobody else can look into. It goes with this process, if not before. */
export function makeUploadFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "flowc-upload-"));
  if (folders.size === 0) process.on("exit", removeAll);
  folders.add(folder);
  return folder;
}

/** Removes it with all that is in it. */
export function removeUploadFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  if (folders.delete(folder) && folders.size === 0) process.off("exit", removeAll);
}

/** The `exit` listener: a second signal ends the process at once. */
function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
