import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { FlowError } from "../run/errors.ts";
import { loadPackedAddon } from "./packed-addon.ts";

/** Put in by the bundler; not defined while running from source. */
declare const FLOWC_SQLITE_VERSION: string | undefined;
/** True in the script of an executable, which carries the addon. */
declare const FLOWC_EXECUTABLE: boolean | undefined;

/**
 * The native part of better-sqlite3, loaded once: it lies beside the bundle, or within the executable. Undefined while
 * running from source, where better-sqlite3 finds its own.
 * @throws FlowError preflight where it is missing or does not load
 */
export function sqliteAddon(): object | undefined {
  if (typeof FLOWC_SQLITE_VERSION === "undefined") return undefined;
  const known = loaded.get(FLOWC_SQLITE_VERSION);
  if (known !== undefined) return known;
  const addon = loadAddon(FLOWC_SQLITE_VERSION);
  loaded.set(FLOWC_SQLITE_VERSION, addon);
  return addon;
}

/** Before anything runs or listens: the addon is there and loads. */
export function checkSqlite(): void {
  sqliteAddon();
}

/** By version: a server asks for it at each request. */
const loaded = new Map<string, object>();

function loadAddon(version: string): object {
  const platform = `${isMusl() ? "linuxmusl" : process.platform}-${process.arch}`;
  const name = `better-sqlite3-${version}-${platform}.node`;
  if (typeof FLOWC_EXECUTABLE !== "undefined" && FLOWC_EXECUTABLE) return loadPackedAddon(name);
  const url = new URL(name, import.meta.url);
  try {
    return createRequire(import.meta.url)(`./${name}`) as object;
  } catch (cause) {
    const remedy = `build with --platform ${platform}`;
    const message = existsSync(url)
      ? `${name} beside this bundle does not load (${loadProblem(cause, fileURLToPath(url))}); ${remedy}`
      : `this bundle needs ${name} beside it; ${remedy}`;
    throw new FlowError("preflight", message, { cause });
  }
}

/** Why the system refused to load a file: its words, without the file's name. */
function loadProblem(cause: unknown, path: string): string {
  const [line = ""] = (cause instanceof Error ? cause.message : String(cause)).split(/[\r\n]/);
  return line.replace(`${path}: `, "").trim();
}

/** Looks for the C library's loader among the files mapped into this process, as better-sqlite3 does. */
function isMusl(): boolean {
  if (process.platform !== "linux") return false;
  try {
    const maps = readFileSync("/proc/self/maps", "latin1");
    if (/\/ld-musl-[^/\s]*\.so/.test(maps)) return true;
    if (/\/(?:ld-linux[^/\s]*|libc)\.so\.\d/.test(maps)) return false;
  } catch {
    // No /proc: Node's own report knows as well, but takes longer.
  }
  Object.assign(process.report, { excludeNetwork: true }); // else it looks up host names
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined;
}
