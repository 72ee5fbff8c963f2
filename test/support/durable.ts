import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import pg from "pg";
import { project, type WorkflowParts } from "../cli/project.ts";
import { type Server, startPostgres } from "./databases.ts";
import { flowcHere, type Outcome, type ProgramOptions, runProgram } from "./flowc.ts";

/** PostgreSQL with a database of its own for each that asks. */
export interface Databases {
  readonly server: Server;
  /** The URL of a new database. */
  make(): Promise<string>;
}

/** Starts PostgreSQL; undefined where it is not installed. */
export async function startDatabases(): Promise<Databases | undefined> {
  const server = await startPostgres();
  if (server === undefined) return undefined;
  let number = 0;
  return {
    server,
    make: async () => {
      number += 1;
      await query(server.url, `CREATE DATABASE runs${number}`);
      return server.url.replace(/postgres$/, `runs${number}`);
    },
  };
}

/** Asks a database for rows. */
export async function query(url: string, text: string, values: readonly unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows as readonly Readonly<Record<string, unknown>>[];
  } finally {
    await client.end();
  }
}

/** A bundle built with `--target dbos`, and a database for its runs. */
export interface DurableBundle {
  readonly path: string;
  readonly folder: string;
  readonly url: string;
  readonly env: NodeJS.ProcessEnv;
  /** Runs one of its commands to the end. */
  run(args: readonly string[], options?: ProgramOptions): Promise<Outcome>;
  /** Starts a worker, and waits until it takes runs. */
  worker(args?: readonly string[], env?: NodeJS.ProcessEnv): Promise<ChildProcess>;
  /** Ends all workers and removes the folder. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Builds a workflow for runs in a database. Throws where that fails. */
export async function durableBundle(
  workflow: WorkflowParts | string,
  url: string,
  target: "dbos" | "dbos-mcp" = "dbos",
): Promise<DurableBundle> {
  const folder = project(workflow);
  const { code, stderr } = await flowcHere(["build", ".", "--target", target], { cwd: folder.path });
  if (code !== 0) throw new Error(stderr);
  const name = /dist\/(\S+)\.mjs/.exec(stderr)?.[1] ?? "";
  const path = join(folder.path, "dist", `${name}.mjs`);
  const env = { ...process.env, FLOWC_DATABASE_URL: url };
  const workers = new Set<ChildProcess>();
  return {
    ...{ path, folder: folder.path, url, env },
    run: (args, options = {}) => runProgram(path, args, { cwd: folder.path, env, ...options }),
    worker: async (args = [], more = {}) => {
      const child = spawn(process.execPath, [path, "worker", ...args], {
        ...{ cwd: folder.path, env: { ...env, ...more } },
        stdio: ["ignore", "ignore", "pipe"],
      });
      workers.add(child);
      await said(child, /takes runs/);
      return child;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...workers].map((child) => ended(child, "SIGKILL")));
      folder[Symbol.dispose]();
    },
  };
}

/** Resolves when a program has written this on standard error; rejects where it ends before. */
export function said(child: ChildProcess, text: RegExp): Promise<string> {
  let all = "";
  return new Promise((resolve, reject) => {
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      all += chunk;
      if (text.test(all)) resolve(all);
    });
    child.once("exit", (code) => reject(new Error(`ended with ${code}: ${all}`)));
  });
}

/** Sends a signal, and waits for the end; gives the exit code. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = once(child, "exit");
  child.kill(signal);
  const [code] = await exit;
  return code as number | null;
}

/** Waits until `look` gives something. */
export async function until<Found>(look: () => Promise<Found | undefined> | Found | undefined): Promise<Found> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
