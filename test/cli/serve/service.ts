import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { flowcHere } from "../../support/flowc.ts";
import { project, type WorkflowParts } from "../project.ts";

/** A running server: a bundle of its own, on a free port. */
export interface RunningService {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  readonly folder: string;
  /** What it has printed so far. */
  stdout(): string;
  stderr(): string;
  /** Waits until it has ended. */
  ended(): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface ServiceOptions {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Of `flowc build`. */
  readonly build?: readonly string[];
  /** Events go to this file of the folder, read by the test. */
  readonly eventsFile?: string;
}

/** Builds the workflow and serves it. */
export async function startService(
  workflow: WorkflowParts | string,
  options: ServiceOptions = {},
): Promise<RunningService> {
  const folder = project(workflow);
  const built = await flowcHere(["build", ".", "-o", "out", ...(options.build ?? [])], { cwd: folder.path });
  if (built.code !== 0) throw new Error(built.stderr);
  const bundle = readdirSync(join(folder.path, "out")).find((name) => name.endsWith(".mjs")) ?? "";
  const { args = [], env = {}, eventsFile } = options;
  const events = eventsFile === undefined ? [] : [`--events=${join(folder.path, eventsFile)}`];
  const child = spawn(process.execPath, [join(folder.path, "out", bundle), "--port", "0", ...events, ...args], {
    cwd: folder.path,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const exit = once(child, "exit").then(([code, signal]) => ({ code, signal }));
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.on("data", () => {
      const [found] = /http:\/\/\S+/.exec(stderr) ?? [];
      if (found !== undefined) resolve(found);
    });
    void exit.then(() => reject(new Error(`the server has ended: ${stderr}`)));
  });
  return {
    url,
    port: Number(new URL(url).port),
    child,
    folder: folder.path,
    stdout: () => stdout,
    stderr: () => stderr,
    ended: () => exit,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await exit;
      folder[Symbol.dispose]();
    },
  };
}

/** Sends JSON. */
export function post(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
  return fetch(url, init);
}

/** Writes text to the server as it is and resolves to all that it answers until it closes, or until `until` fits. */
export function raw(port: number, text: string | Buffer, until?: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.setEncoding("latin1").on("data", (data: string) => {
      answer += data;
      if (until?.test(answer)) socket.destroy();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" || error.code === "EPIPE" ? undefined : reject(error),
    );
    socket.write(text);
  });
}

/** Waits until a condition holds; the test's own timeout ends it otherwise. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((done) => setTimeout(done, 20));
}
