import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { type Environment, UsageError } from "../shared/context.ts";

/** A package that could not be fetched: one sentence. */
export class FetchFailure extends Error {}

/** A package of the registry with a version or a tag; no address, no file, nothing that a shell could read. */
const packagePattern = /^((?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*)(?:@([A-Za-z0-9.*~+-]+))?$/;

/**
 * Fetches a package with the user's own npm into a temporary folder, hands over the package's folder, and removes all of
 * it afterwards. No script of the package runs; npm unpacks nothing outside its folder. Throws UsageError for what is
 * no package, FetchFailure where npm cannot get it.
 */
export async function withPackage<Result>(
  spec: string,
  environment: Environment,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const [, name] = packagePattern.exec(spec) ?? [];
  if (name === undefined)
    throw new UsageError(`npm: takes a package such as npm:name, npm:@scope/name or npm:name@1.2.3, not "${spec}"`);
  const temporary = mkdtempSync(join(tmpdir(), "flowc-npm-"));
  try {
    writeFileSync(join(temporary, "package.json"), "{}\n");
    await npmInstall(spec, temporary, environment);
    return await use(join(temporary, "node_modules", ...name.split("/")));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

const options = ["--ignore-scripts", "--no-bin-links", "--no-package-lock", "--no-save", "--no-audit", "--no-fund"];

async function npmInstall(spec: string, folder: string, env: Environment): Promise<void> {
  const args = ["install", ...options, "--omit=dev", "--omit=optional", "--omit=peer", "--loglevel=error", "--", spec];
  const { failed, code, stderr } = await execa("npm", args, {
    cwd: folder,
    env,
    extendEnv: false,
    stdin: "ignore",
    stdout: "ignore",
    reject: false,
  });
  if (!failed) return;
  if (code === "ENOENT") throw new FetchFailure("npm was not found: it comes with Node");
  if (code !== undefined) throw new FetchFailure(`npm could not be started (${code})`);
  throw new FetchFailure(`npm could not get "${spec}": ${reasonOf(stderr)}`);
}

/** What npm complains about, without its code and its advice. */
function reasonOf(complaints: string): string {
  const lines = complaints.split("\n").map((line) => line.replace(/^npm (?:error|ERR!)\s*/, "").trim());
  return lines.find((line) => line !== "" && !/^(?:code|errno|syscall) /.test(line)) ?? "it gave no reason";
}
