import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
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
 * the same Node give the same bytes. Throws UnfitNode where that Node takes no script, the system's error where the folder
 * cannot be written, or no program started from it.
 */
export async function makeExecutable({ fileName, files, folder }: ExecutableInput): Promise<OutputFile> {
  mkdirSync(folder, { recursive: true });
  const addons = files.flatMap((file) => (file.kind === "copy" ? [[file.name, file.from] as const] : []));
  for (const file of files) if (file.kind === "text") writeFileSync(join(folder, "main.cjs"), file.text);
  try {
    const from = await fillNode({ folder, main: "main.cjs", addons: new Map(addons) });
    return { kind: "copy", name: executableName(fileName), from, executable: true };
  } catch (error) {
    if (isOfSystem(error)) throw error;
    throw new UnfitNode(`${process.execPath} cannot be made an executable: ${complaint(error)}`);
  }
}

/** Whether the system refused something, rather than a program. */
export function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}

/** The file name of an executable for this machine. */
export function executableName(fileName: string): string {
  return process.platform === "win32" ? `${fileName}.exe` : fileName;
}

/** The line of a failed program that says why. */
function complaint(error: unknown): string {
  const { stdout = "", stderr = "", signal, message } = error as Failure;
  if (signal) return `a step of it was ended by ${signal}`;
  const lines = stripVTControlCharacters(`${stderr}\n${stdout}`)
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("warning:"));
  const said = lines.find((line) => /error/i.test(line)) ?? lines[0] ?? message.split("\n")[0] ?? "";
  return said.replace(/^.*?\berror:\s*/i, "").trim();
}

/** What `execFile` rejects with, or the system. */
interface Failure extends Error {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly signal?: string | null;
}
