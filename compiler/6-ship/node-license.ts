import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { OutputFile } from "../5-bundle/bundle.ts";

/** The Node that runs flowc, and where flowc's own files lie. */
export interface RunningNode {
  readonly execPath: string;
  /** Such as 24.21.0. */
  readonly version: string;
  readonly packageFolder: string;
}

/**
 * The licence of Node, which has to go wherever an executable goes: the text that came with the Node that runs flowc, else
 * that of the Node which flowc was made with, with a word about the difference.
 */
export function nodeLicense({ execPath, version, packageFolder }: RunningNode): OutputFile {
  const folder = dirname(execPath);
  // In archives of nodejs.org, official images and installations of both kinds of systems.
  const own = [join(folder, "..", "LICENSE"), join(folder, "LICENSE")]
    .map(licenseAt)
    .find((text) => text !== undefined);
  const known = own ?? readFileSync(join(packageFolder, "node-license.txt"), "utf8");
  const where = `https://github.com/nodejs/node/blob/v${version}/LICENSE`;
  const which =
    own === undefined
      ? `The licence of Node follows as flowc knows it; that of this version is at ${where}`
      : "Its licence follows.";
  const head = `The executables beside this file hold Node ${version}. ${which}\n`;
  return { kind: "text", name: "node.license.txt", text: `${head}\n${"-".repeat(80)}\n\n${known}`, executable: false };
}

function licenseAt(path: string): string | undefined {
  try {
    const text = readFileSync(path, "utf8");
    return text.startsWith("Node.js is licensed for use") ? text : undefined;
  } catch {
    return undefined;
  }
}
