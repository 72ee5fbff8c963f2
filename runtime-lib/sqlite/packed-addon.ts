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
import { FlowError } from "../run/errors.ts";
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
  for (const load of [fromBeside, fromCache, fromTemporary]) {
    try {
      const loaded = load(name, addon);
      if (loaded !== undefined) return loaded;
    } catch (error) {
      problems.push(problemOf(error));
    }
  }
  const remedy = `set TMPDIR to one, or put ${name} beside the executable`;
  const message = `this executable needs a folder to write the SQLite addon to and to load it from; ${remedy}`;
  throw new FlowError("preflight", `${message} (${problems.join("; ")})`);
}

/** Where a build leaves it: then nothing is written. Undefined where it is not there. */
function fromBeside(name: string, addon: Uint8Array): object | undefined {
  const path = join(dirname(process.execPath), name);
  return isSame(path, addon) ? load(path) : undefined;
}

function fromCache(name: string, addon: Uint8Array): object {
  const folder = cacheFolder();
  const path = join(folder, name);
  makeFolder(folder);
  if (!isSafe(folder)) throw new Error(`others may write to ${folder}, or above it`);
  if (!isSame(path, addon)) {
    const aside = join(folder, `.${name}.${process.pid}.tmp`);
    rmSync(aside, { force: true });
    writeFileSync(aside, addon, { mode: 0o600, flag: "wx" });
    renameSync(aside, path);
  }
  return load(path);
}

function fromTemporary(name: string, addon: Uint8Array): object {
  const folder = mkdtempSync(join(tmpdir(), "flowc-"));
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
  return isOwn(lstatSync(path)) && (dirname(path) === path || isSafe(dirname(path)));
}

function isOwn(stat: Stats): boolean {
  // Windows keeps these folders from others by other means, and has no such numbers.
  if (process.getuid === undefined) return true;
  const { uid, mode } = stat;
  // In a sticky folder, such as /tmp, others replace nothing that is not theirs.
  const isClosed = (mode & 0o022) === 0 || (stat.isDirectory() && (mode & 0o1000) !== 0);
  return isClosed && (uid === process.getuid() || uid === 0);
}

/** What the system says, without a stack; its messages name the path. */
function problemOf(error: unknown): string {
  return error instanceof Error ? (error.message.split(/[\r\n]/)[0] ?? "") : String(error);
}
