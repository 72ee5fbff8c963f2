import {
  lstatSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { FlowError } from "./errors.ts";
import { makeFolder } from "./make-folder.ts";

/**
 * Loads an addon that this executable carries. The system loads code from files only: from one beside the executable,
 * else from one that is written to the user's cache folder, else to a temporary folder that is removed at once. No file
 * is loaded that differs from what is carried, or that others could change.
 * @throws FlowError preflight where there is no folder to write to and to load code from
 */
export function loadPackedAddon(name: string): object {
  const { getRawAsset } = require("node:sea") as typeof import("node:sea");
  const addon = new Uint8Array(getRawAsset(name) as ArrayBuffer);
  const problems: string[] = [];
  for (const [folder, load] of places) {
    try {
      return load(folder(), name, addon);
    } catch (error) {
      problems.push(problemOf(error));
    }
  }
  const tried = problems.filter((problem) => problem !== absent).join("; ");
  const message = `this executable must write the SQLite addon to a folder from which code may be loaded, and has none (${tried}): set TMPDIR to one, or put ${name} beside the executable`;
  throw new FlowError("preflight", message);
}

type Load = (folder: string, name: string, addon: Uint8Array) => object;

const absent = "absent";

const places: readonly (readonly [folder: () => string, load: Load])[] = [
  [() => dirname(process.execPath), fromBeside],
  [cacheFolder, fromKept],
  [tmpdir, fromTemporary],
];

/** Nothing is written where the addon lies beside the executable, as a build leaves it. */
function fromBeside(folder: string, name: string, addon: Uint8Array): object {
  const path = join(folder, name);
  if (!isSame(path, addon)) throw new Error(absent);
  return load(path);
}

function fromKept(folder: string, name: string, addon: Uint8Array): object {
  makeFolder(folder);
  const path = join(folder, name);
  if (!isSafe(folder)) throw new Error(`others may write to ${folder}, or above it`);
  if (!isSame(path, addon)) {
    const aside = join(folder, `.${name}.${process.pid}.tmp`);
    rmSync(aside, { force: true });
    writeFileSync(aside, addon, { mode: 0o600, flag: "wx" });
    renameSync(aside, path);
  }
  return load(path);
}

function fromTemporary(parent: string, name: string, addon: Uint8Array): object {
  const folder = mkdtempSync(join(parent, "flowc-"));
  try {
    const path = join(folder, name);
    writeFileSync(path, addon, { mode: 0o600, flag: "wx" });
    return load(path);
  } finally {
    remove(folder);
  }
}

/** Windows removes no file that is in use: there it stays. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // the next look into the folder for temporary files finds it
  }
}

function load(path: string): object {
  const module = { exports: {} };
  process.dlopen(module, path);
  return module.exports;
}

function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const given = [XDG_CACHE_HOME, process.platform === "win32" ? LOCALAPPDATA : undefined].find(
    (folder) => folder !== undefined && isAbsolute(folder),
  );
  return join(given ?? join(homedir(), ".cache"), "flowc", "addons");
}

/** Whether the file holds these very bytes, and nobody else may write others into it. */
function isSame(path: string, addon: Uint8Array): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true && isOwn(stat) && readFileSync(path).equals(addon);
}

/** Whether nobody else may put another file, or another folder above it, in the place of one. */
function isSafe(folder: string): boolean {
  const path = realpathSync(folder);
  const stat = lstatSync(path);
  const sticky = (stat.mode & 0o1000) !== 0;
  return (sticky || isOwn(stat)) && (dirname(path) === path || isSafe(dirname(path)));
}

function isOwn({ uid, mode }: Stats): boolean {
  // Windows keeps these folders from others by other means, and has no such numbers.
  if (process.getuid === undefined) return true;
  return (uid === process.getuid() || uid === 0) && (mode & 0o022) === 0;
}

/** What the system says, without a stack; its messages name the path. */
function problemOf(error: unknown): string {
  return error instanceof Error ? (error.message.split(/[\r\n]/)[0] ?? "") : String(error);
}
