import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OutputFile } from "../5-bundle/bundle.ts";
import { fillNode } from "./fill-node.ts";

/** The Node that runs flowc cannot become an executable: one sentence. */
export class UnfitNode extends Error {}

/** What goes into an executable, and where it is made. */
export interface ExecutableInput {
  /** Its file name without an ending. */
  readonly fileName: string;
  /** What the bundling gave for an executable: its script, and the addons that it carries. */
  readonly files: readonly OutputFile[];
  /** A folder of the caller, made where it is missing, who removes it once the file is copied. */
  readonly folder: string;
}

/**
 * Makes a program of a script and its addons: a copy of the Node that runs flowc, with these inside. The same files and
 * the same Node give the same bytes. Throws UnfitNode where that Node takes no script.
 */
export async function makeExecutable({ fileName, files, folder }: ExecutableInput): Promise<OutputFile> {
  mkdirSync(folder, { recursive: true });
  const addons = files.flatMap((file) => (file.kind === "copy" ? [[file.name, file.from] as const] : []));
  for (const file of files) if (file.kind === "text") writeFileSync(join(folder, "main.cjs"), file.text);
  try {
    const from = await fillNode({ folder, main: "main.cjs", addons: new Map(addons) });
    return { kind: "copy", name: executableName(fileName), from, executable: true };
  } catch (error) {
    throw new UnfitNode(`${process.execPath} cannot be made an executable: ${complaint(error)}`);
  }
}

/** The file name of an executable for this machine. */
export function executableName(fileName: string): string {
  return process.platform === "win32" ? `${fileName}.exe` : fileName;
}

/** The line of a failed program that says why. */
function complaint(error: unknown): string {
  const {
    stderr = "",
    signal,
    message,
  } = error as {
    readonly stderr?: string;
    readonly signal?: string;
    readonly message: string;
  };
  if (signal) return `it does not start with a script inside (${signal})`;
  const lines = stderr.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("warning:"));
  const said = lines.find((line) => /error/i.test(line)) ?? lines[0] ?? message.split("\n")[0] ?? "";
  return said.replace(/^.*?\berror:\s*/i, "").trim();
}
