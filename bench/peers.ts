import { type StdioOptions, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const modules = join(import.meta.dirname, "node_modules");

/** Installs what bench/package.json names, once. Where that fails, those peers are reported as not installed. */
export function installPeers(): void {
  if (areInstalled()) return;
  console.error("bench: npm install in bench/");
  const stdio: StdioOptions = ["ignore", "ignore", "inherit"];
  // Not `npm ci`: it wants rust-just for all platforms in the lock file, where `install` takes what the platform needs.
  const { status } = spawnSync("npm", ["install", "--no-save"], { cwd: import.meta.dirname, stdio, timeout: 120_000 });
  if (status !== 0) console.error("bench: the peers could not be installed; going on without them");
}

function areInstalled(): boolean {
  const { dependencies } = readPackage(import.meta.dirname);
  return Object.entries(dependencies ?? {}).every(
    ([name, version]) => existsSync(join(modules, name)) && readPackage(join(modules, name)).version === version,
  );
}

function readPackage(folder: string): { readonly version?: string; readonly dependencies?: Record<string, string> } {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** The path of a program of bench/node_modules or the system; undefined where it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = [join(modules, ".bin"), ...(process.env["PATH"] ?? "").split(":")];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** The folder of an installed package of bench/; undefined where it is not installed. */
export function findPackage(name: string): string | undefined {
  const folder = join(modules, name);
  return existsSync(folder) ? folder : undefined;
}

/** Where scripts find those packages. */
export const peerModules = modules;
