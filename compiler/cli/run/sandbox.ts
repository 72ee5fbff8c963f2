import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { Context } from "../shared/context.ts";
import { type Described, sandboxGrants } from "./sandbox-grants.ts";

/** A run that is allowed no more than its workflow declares. */
export interface SandboxRequest {
  /** Of the bundle. */
  readonly file: string;
  readonly describe: unknown;
  readonly argv: readonly string[];
  /** Paths of `--allow`. */
  readonly allowed: readonly string[];
  /** What `CommandHost` says of the workflow. */
  readonly host: { readonly folder: string; readonly workflow: string };
}

/** Runs what stands in its argument. Constant: paths and arguments are data. */
const starter = `const { argv: [, data], exit } = process;
const { bundle, argv, host } = JSON.parse(data);
import(bundle).then(({ main }) => main(argv, host)).then((code) => exit(code));`;

/** Node warns of its options: nothing but what a run says is on standard error. */
const quiet = ["--disable-warning=SecurityWarning", "--disable-warning=ExperimentalWarning"];

/** Runs a bundle in a Node of its own, under Node's permission model, and resolves to its exit code. */
export function runInSandbox(request: SandboxRequest, context: Context): Promise<number> {
  const { file, argv, host, allowed } = request;
  const hasAddon = readdirSync(dirname(file)).some((name) => name.endsWith(".node"));
  const { workingFolder, environment, stdin } = context;
  const describe = request.describe as Described;
  const grants = sandboxGrants({ describe, file, hasAddon, argv, allowed, workingFolder, environment });
  const data = JSON.stringify({ bundle: pathToFileURL(file).href, argv, host });
  const child = spawn(process.execPath, [...quiet, ...grants, "--eval", starter, data], {
    cwd: workingFolder,
    env: environment as NodeJS.ProcessEnv,
    stdio: "inherit",
  });
  const forward = (signal: NodeJS.Signals): void => {
    // A terminal has sent it to both.
    if (signal !== "SIGINT" || !stdin.isTTY) child.kill(signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, forward);
  return new Promise<number>((done, fail) => {
    child.once("error", fail);
    child.once("exit", (code, signal) => done(code ?? (signal === "SIGKILL" ? 137 : 1)));
  }).finally(() => {
    for (const signal of signals) process.off(signal, forward);
  });
}
