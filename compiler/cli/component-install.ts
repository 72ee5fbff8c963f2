import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { reason } from "../1-load/find-files.ts";
import { readComponentSources, readSources } from "../1-load/load.ts";
import { builtInManifests, checkComponentFolder } from "../compile.ts";
import { didYouMean } from "../nearest.ts";
import { formatText } from "../report/text.ts";
import { copyComponent, UnfitFile } from "./component-files.ts";
import { FetchFailure, withPackage } from "./component-npm.ts";
import { type Context, print, say, UsageError, wantsColor } from "./context.ts";
import { makeFolder } from "./make-folder.ts";

/** What to install, and for which workflow. */
export interface Installation {
  /** The name of a component that is built in, a path, or `npm:` and a package. */
  readonly what: string;
  /** The workflow's folder: the component comes into its `components`. */
  readonly folder: string;
  /** Whether to replace a component of that name. */
  readonly force: boolean;
}

/** Installs a component; resolves to the exit code: 0 installed or built in, 1 where it is not fit or not to be had. */
export async function installComponent(installation: Installation, context: Context): Promise<number> {
  const { what } = installation;
  const npm = /^npm:(.*)$/s.exec(what)?.[1];
  if (npm === undefined && !isPath(what)) return builtIn(what, context);
  const folder = resolve(context.workingFolder, installation.folder);
  const found = readSources(folder, context.workingFolder);
  if (found.kind === "problem") throw new UsageError(`components are installed beside a workflow: ${found.message}`);
  try {
    const target = { ...installation, folder: found.folder };
    if (npm === undefined) return await installFolder(resolve(context.workingFolder, what), target, context);
    return await withPackage(npm, (from) => installFolder(from, target, context));
  } catch (error) {
    if (!(error instanceof FetchFailure || error instanceof UnfitFile)) throw error;
    return failed(error.message);
  }
}

/** What cannot be a name: `./here`, `/there`, `../elsewhere`, `a/b`. */
function isPath(what: string): boolean {
  return /[/\\]/.test(what) || what === "." || what === "..";
}

async function builtIn(name: string, context: Context): Promise<number> {
  const names = builtInManifests(context.packageFolder, () => undefined).map((manifest) => manifest.name);
  if (!names.includes(name)) {
    const hint = didYouMean(name, names) ?? `built in: ${names.join(", ")}`;
    return failed(`unknown component "${name}"; ${hint}; write ./${name} for a folder, npm:${name} for a package`);
  }
  await print(`${name} is built in: nothing to install`);
  return 0;
}

const fitName = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/;

async function installFolder(from: string, { folder, force }: Installation, context: Context): Promise<number> {
  const sources = readComponentSources(from, context.workingFolder);
  if (sources.kind === "problem") return failed(sources.message);
  const { diagnostics, manifest } = checkComponentFolder(sources, context.packageFolder);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0 || manifest === undefined) {
    say(formatText(errors, wantsColor()));
    return failed("the component has errors; nothing was installed");
  }
  const { name, version } = manifest;
  if (!fitName.test(name)) return failed(`"${name}" is no name that a folder can have; nothing was installed`);
  const target = join(folder, "components", name);
  if (existsSync(target) && !force) return failed(`components/${name} is there already; --force replaces it`);
  put(sources.folder, target);
  await print(`${name}${version === undefined ? "" : ` ${version}`} installed in components/${name}`);
  return 0;
}

/** Copies aside and renames, so that nobody sees half a component; an older one is put back where that fails. */
function put(from: string, target: string): void {
  const parent = join(target, "..");
  let aside: string | undefined;
  try {
    makeFolder(parent);
    aside = mkdtempSync(join(parent, ".install-"));
    copyComponent(from, join(aside, "new"));
    const replaces = existsSync(target);
    if (replaces) renameSync(target, join(aside, "old"));
    try {
      renameSync(join(aside, "new"), target);
    } catch (error) {
      if (replaces) renameSync(join(aside, "old"), target);
      throw error;
    }
  } catch (error) {
    if (error instanceof UnfitFile) throw error;
    throw new UsageError(`cannot write to ${parent}: ${reason(error)}`);
  } finally {
    if (aside !== undefined) rmSync(aside, { recursive: true, force: true });
  }
}

function failed(message: string): number {
  say(`error: ${message}`);
  return 1;
}
