import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import type { OutputFile } from "../5-bundle/bundle.ts";

/** The Node that runs flowc cannot become an executable: one sentence. */
export class UnfitNode extends Error {}

/** What goes into an executable, and where it is made. */
export interface ExecutableInput {
  /** Its file name without an ending. */
  readonly fileName: string;
  /** What the bundling gave for an executable: its script, and the addons that it carries. */
  readonly files: readonly OutputFile[];
  /** An empty folder of the caller, who removes it once the file is copied. */
  readonly folder: string;
}

/**
 * Puts a script and its addons into a copy of the Node that runs flowc, as Node's documentation of single executable
 * applications says. The same script and the same Node give the same bytes: V8's compiled code, which differs from build
 * to build, stays out. Throws UnfitNode where that Node takes no script.
 */
export async function makeExecutable({ fileName, files, folder }: ExecutableInput): Promise<OutputFile> {
  mkdirSync(folder, { recursive: true });
  const canBuild = isAtLeast(process.versions.node, [25, 5]);
  writeFileSync(join(folder, "main.cjs"), scriptOf(files));
  writeFileSync(join(folder, "sea-config.json"), JSON.stringify(configuration(files, canBuild)));
  try {
    if (canBuild) await runNode(["--build-sea", "sea-config.json"], folder);
    else await inject(folder);
    if (process.platform === "darwin") await codesign(["--sign", "-", program], folder);
  } catch (error) {
    throw new UnfitNode(`${process.execPath} cannot be made an executable: ${complaint(error)}`);
  }
  chmodSync(join(folder, program), 0o755);
  return { kind: "copy", name: executableName(fileName), from: join(folder, program), executable: true };
}

/** The file name of an executable for this machine. */
export function executableName(fileName: string): string {
  return process.platform === "win32" ? `${fileName}.exe` : fileName;
}

/** Names in the working folder: the script's own becomes a part of the executable. */
const program = "program";
const blob = "blob";

function scriptOf(files: readonly OutputFile[]): string {
  const script = files.find(({ kind }) => kind === "text");
  if (script?.kind !== "text") throw new Error("an executable without a script");
  return script.text;
}

function configuration(files: readonly OutputFile[], canBuild: boolean): object {
  const assets = files.flatMap((file) => (file.kind === "copy" ? [[file.name, file.from] as const] : []));
  return {
    main: "main.cjs",
    output: canBuild ? program : blob,
    disableExperimentalSEAWarning: true,
    useCodeCache: false,
    assets: Object.fromEntries(assets),
  };
}

/** Before Node 25.5 an own program puts the prepared script into the copy. */
async function inject(folder: string): Promise<void> {
  await runNode(["--experimental-sea-config", "sea-config.json"], folder);
  copyFileSync(process.execPath, join(folder, program));
  chmodSync(join(folder, program), 0o755);
  const isMac = process.platform === "darwin";
  if (isMac) await codesign(["--remove-signature", program], folder);
  const postject = createRequire(import.meta.url).resolve("postject/dist/cli.js");
  const fuse = ["--sentinel-fuse", "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2"];
  const segment = isMac ? ["--macho-segment-name", "NODE_SEA"] : [];
  await runNode([postject, program, "NODE_SEA_BLOB", blob, ...fuse, ...segment], folder);
  rmSync(join(folder, blob));
}

/** In a process of its own: it takes 1 GB of memory, and writes warnings that mean nothing. */
async function runNode(args: readonly string[], folder: string): Promise<void> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, args, { cwd: folder, env });
}

async function codesign(args: readonly string[], folder: string): Promise<void> {
  await promisify(execFile)("codesign", args, { cwd: folder });
}

/** The line of a failed program that says why. */
function complaint(error: unknown): string {
  const { stderr = "", message } = error as { readonly stderr?: string; readonly message: string };
  const lines = stderr.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("warning:"));
  const said = lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? message.split("\n")[0] ?? "";
  return said.replace(/^.*?\berror:\s*/i, "").trim();
}

function isAtLeast(version: string, [wantedMajor, wantedMinor]: readonly [number, number]): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}
