import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildSync } from "esbuild";
import type { Contender } from "./measure.ts";

/** The repository. */
export const root = resolve(import.meta.dirname, "..");

/** Where a run of the bench happens: a temporary folder with a copy of flowc, safe from rebuilds in the meantime. */
export class Place {
  readonly folder = mkdtempSync(join(tmpdir(), "flowc-bench-"));
  /** Shared by all uses of flowc whose caches may be warm. */
  readonly cache = join(this.folder, "cache");
  readonly flowc = join(this.folder, "package", "dist", "main.js");

  constructor() {
    const installed = join(this.folder, "package");
    cpSync(join(root, "dist"), join(installed, "dist"), { recursive: true });
    cpSync(join(root, "package.json"), join(installed, "package.json"));
    symlinkSync(join(root, "node_modules"), join(installed, "node_modules"));
  }

  /** `flowc <args>`, with a cache of the bench's own. */
  flowcContender(name: string, args: readonly string[], more: Partial<Contender> = {}): Contender {
    const env = { XDG_CACHE_HOME: this.cache, ...more.env };
    return { name, command: process.execPath, args: [this.flowc, ...args], cwd: this.folder, ...more, env };
  }

  /** Builds a workflow; the path of its bundle. */
  build(workflow: string, name: string, ...flags: string[]): string {
    const out = join(this.folder, ["built", ...flags].join(""));
    const args = [this.flowc, "build", workflow, "-o", out, ...flags];
    execFileSync(process.execPath, args, { stdio: "pipe", env: { ...process.env, XDG_CACHE_HOME: this.cache } });
    return join(out, `${name}.mjs`);
  }

  /** Bundles and minifies one of scripts/, as flowc does its own; the path of the bundle. */
  script(name: string): string {
    const outfile = join(this.folder, "scripts", `${name}.mjs`);
    buildSync({
      entryPoints: [join(import.meta.dirname, "scripts", `${name}.ts`)],
      outfile,
      bundle: true,
      minify: true,
      format: "esm",
      platform: "node",
      target: "node22.14",
      logLevel: "warning",
      // Some of what execa imports is CommonJS.
      banner: { js: 'import{createRequire as c}from"node:module";const require=c(import.meta.url);' },
    });
    return outfile;
  }

  /** A new folder in here. */
  make(...path: string[]): string {
    const made = join(this.folder, ...path);
    mkdirSync(made, { recursive: true });
    return made;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A module started by this Node. */
export function nodeContender(name: string, module: string, more: Partial<Contender> = {}): Contender {
  return { name, command: process.execPath, args: [module], ...more };
}
