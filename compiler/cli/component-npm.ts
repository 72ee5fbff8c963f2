import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "./context.ts";

/** A package that could not be fetched: one sentence. */
export class FetchFailure extends Error {}

/** A package of the registry with a version or a tag; no address, no file, nothing that a shell could read. */
const packagePattern = /^((?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*)(?:@([A-Za-z0-9.*~+-]+))?$/;

/**
 * Fetches a package with the user's own npm into a temporary folder, hands over the package's folder, and removes all of
 * it afterwards. No script of the package runs; npm unpacks nothing outside its folder. Throws UsageError for what is
 * no package, FetchFailure where npm cannot get it.
 */
export async function withPackage<Result>(spec: string, use: (folder: string) => Result): Promise<Result> {
  const [, name] = packagePattern.exec(spec) ?? [];
  if (name === undefined)
    throw new UsageError(`npm: takes a package such as npm:name, npm:@scope/name or npm:name@1.2.3, not "${spec}"`);
  const temporary = mkdtempSync(join(tmpdir(), "flowc-npm-"));
  try {
    writeFileSync(join(temporary, "package.json"), "{}\n");
    await npmInstall(spec, temporary);
    return use(join(temporary, "node_modules", ...name.split("/")));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

const options = ["--ignore-scripts", "--no-bin-links", "--no-package-lock", "--no-save", "--no-audit", "--no-fund"];

function npmInstall(spec: string, folder: string): Promise<void> {
  const args = ["install", ...options, "--omit=dev", "--omit=optional", "--omit=peer", "--loglevel=error", "--", spec];
  // npm is a script of cmd.exe on Windows. The pattern above admits nothing that cmd.exe would read as more than a word.
  const isWindows = process.platform === "win32";
  return new Promise((resolve, reject) => {
    const child = spawn(isWindows ? "npm.cmd" : "npm", args, {
      cwd: folder,
      shell: isWindows,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let complaints = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaints += text;
    });
    child.on("error", (error: NodeJS.ErrnoException) =>
      reject(
        new FetchFailure(
          error.code === "ENOENT"
            ? "npm was not found: it comes with Node"
            : `npm could not be started (${error.code})`,
        ),
      ),
    );
    child.on("close", (code) =>
      code === 0 ? resolve() : reject(new FetchFailure(`npm could not get "${spec}": ${reasonOf(complaints)}`)),
    );
  });
}

/** What npm complains about, without its code and its advice. */
function reasonOf(complaints: string): string {
  const lines = complaints.split("\n").map((line) => line.replace(/^npm (?:error|ERR!)\s*/, "").trim());
  return lines.find((line) => line !== "" && !/^(?:code|errno|syscall) /.test(line)) ?? "it gave no reason";
}
