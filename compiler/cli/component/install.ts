import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { reason } from "../../1-load/find-files.ts";
import { readComponentSources, readSources } from "../../1-load/read-sources.ts";
import { builtInManifests, checkComponentFolder } from "../../compile.ts";
import { didYouMean } from "../../spelling/nearest.ts";
import { sayErrors } from "../shared/check-at.ts";
import { type Context, UsageError } from "../shared/context.ts";
import { makeFolder } from "../shared/make-folder.ts";
import { putInPlace } from "../shared/put-in-place.ts";
import { copyComponent, UnfitFile } from "./files.ts";
import { FetchFailure, withPackage } from "./npm.ts";

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
    return await withPackage(npm, context.environment, (from) => installFolder(from, target, context));
  } catch (error) {
    if (!(error instanceof FetchFailure || error instanceof UnfitFile)) throw error;
    return failed(error.message, context);
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
    return failed(
      `unknown component "${name}"; ${hint}; write ./${name} for a folder, npm:${name} for a package`,
      context,
    );
  }
  await context.print(`${name} is built in: nothing to install`);
  return 0;
}

const fitName = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/;

async function installFolder(from: string, { folder, force }: Installation, context: Context): Promise<number> {
  const sources = readComponentSources(from, context.workingFolder);
  if (sources.kind === "problem") return failed(sources.message, context);
  const { diagnostics, manifest } = await checkComponentFolder(sources, context.packageFolder);
  if (sayErrors(diagnostics, context) > 0 || manifest === undefined) {
    return failed("the component has errors; nothing was installed", context);
  }
  const { name, version } = manifest;
  if (!fitName.test(name)) return failed(`no folder can be called "${name}"; nothing was installed`, context);
  const target = join(folder, "components", name);
  if (existsSync(target) && !force) return failed(`components/${name} is there already; --force replaces it`, context);
  put(sources.folder, target);
  await context.print(`${name}${version === undefined ? "" : ` ${version}`} installed in components/${name}`);
  return 0;
}

/** Puts a component in its place, whole; an older one stays where that fails. */
function put(from: string, target: string): void {
  const parent = join(target, "..");
  try {
    makeFolder(parent);
    putInPlace([{ path: target, write: (aside) => copyComponent(from, aside) }]);
  } catch (error) {
    if (error instanceof UnfitFile) throw error;
    throw new UsageError(`cannot write to ${parent}: ${reason(error)}`);
  }
}

function failed(message: string, { say }: Context): number {
  say(`error: ${message}`);
  return 1;
}
