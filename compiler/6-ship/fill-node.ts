import { type ExecFileException, execFile } from "node:child_process";
import { chmodSync, copyFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";

/** What is put into Node. */
export interface Filling {
  /** Where to work. */
  readonly folder: string;
  /** The script, a file in that folder; its name becomes a part of the program. */
  readonly main: string;
  /** Files that the script finds by these names. */
  readonly addons: ReadonlyMap<string, string>;
}

/**
 * Puts a script into a copy of this Node, as Node's documentation of single executable applications says, and gives the
 * path of the program. From Node 25.5 on Node does that itself, before that postject does; both have made programs that
 * crash or load no addons, so the program is tried, and a failure of the one is followed by the other. V8's compiled
 * code stays out: it differs from build to build. Rejects with the first failure.
 */
export async function fillNode(filling: Filling): Promise<string> {
  const path = join(filling.folder, program);
  const failures: unknown[] = [];
  for (const fill of isAtLeast(process.versions.node, [25, 5]) ? [build, inject] : [inject]) {
    try {
      await fill(filling);
      if (isMac) await codesign(["--force", "--sign", "-", program], filling);
      chmodSync(path, 0o755);
      await probe(path, filling);
      return path;
    } catch (error) {
      failures.push(error);
      rmSync(path, { force: true });
    }
  }
  throw failures[0];
}

const isMac = process.platform === "darwin";
const [program, blob, configuration] = ["program", "blob", "sea-config.json"];

async function build(filling: Filling): Promise<void> {
  configure(filling, program);
  await runNode(["--build-sea", configuration], filling);
}

async function inject(filling: Filling): Promise<void> {
  configure(filling, blob);
  await runNode(["--experimental-sea-config", configuration], filling);
  copyFileSync(process.execPath, join(filling.folder, program));
  chmodSync(join(filling.folder, program), 0o755);
  if (isMac) await codesign(["--remove-signature", program], filling);
  const postject = createRequire(import.meta.url).resolve("postject/dist/cli.js");
  const fuse = ["--sentinel-fuse", "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2"];
  const segment = isMac ? ["--macho-segment-name", "NODE_SEA"] : [];
  // In a process of its own: it takes 1 GB of memory, and writes warnings that mean nothing.
  await runNode([postject, program, "NODE_SEA_BLOB", blob, ...fuse, ...segment], filling);
}

function configure({ folder, main, addons }: Filling, output: string): void {
  const flags = { disableExperimentalSEAWarning: true, useCodeCache: false };
  const text = JSON.stringify({ main, output, ...flags, assets: Object.fromEntries(addons) });
  writeFileSync(join(folder, configuration), text);
}

/** Starts the program with a script ahead of its own, which loads the addons and ends it. */
async function probe(path: string, { folder, addons }: Filling): Promise<void> {
  const script = "for (const path of process.argv.slice(2)) process.dlopen({ exports: {} }, path);\nprocess.exit(0);\n";
  writeFileSync(join(folder, "probe.cjs"), script);
  const env = { ...process.env, NODE_OPTIONS: "--require=./probe.cjs" };
  await promisify(execFile)(path, [...addons.values()], { cwd: folder, env }).catch((error: ExecFileException) => {
    throw error.signal ? new Error(`with a script inside it crashes (${error.signal})`) : error;
  });
}

async function runNode(args: readonly string[], { folder }: Filling): Promise<void> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, args, { cwd: folder, env });
}

async function codesign(args: readonly string[], { folder }: Filling): Promise<void> {
  await promisify(execFile)("codesign", args, { cwd: folder });
}

function isAtLeast(version: string, [wantedMajor, wantedMinor]: readonly [number, number]): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}
