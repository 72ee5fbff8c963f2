import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Outcome, type ProgramOptions, runProgram, temporaryFolder } from "./flowc.ts";
import { type Base, basePath, copyInto, makeRoot } from "./image-root.ts";
import { hasProgram } from "./programs.ts";

/** A Docker engine of its own, with nothing in it that a test has not put there, and no network but the machine's. */
export interface Engine {
  /** The environment in which `docker` and `docker compose` ask it. */
  readonly env: NodeJS.ProcessEnv;
  /** Runs `docker` to its end. */
  docker(args: readonly string[], options?: ProgramOptions): Promise<Outcome>;
  /** The same, where all but success is a mistake of the test; gives what it printed, without the line's end. */
  ask(...args: readonly string[]): Promise<string>;
  /**
   * Makes the image of this name out of the machine's programs: it could not be pulled. Node is in it where `whole` says so;
   * else `borrowedNode` brings it into a container, as each step of a build copies all that is in an image.
   */
  importBase(name: string, base: Base & { readonly whole?: boolean }): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Options of `docker run` that lend a container the machine's Node. */
export const borrowedNode = ["-v", `${process.execPath}:/usr/local/bin/node:ro`];

/** True where this machine may have one: Linux, as root, with Debian's docker.io or the like. */
export function mayStartEngine(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  return ["docker", "dockerd", "containerd", "runc", "ldd"].every(hasProgram);
}

/** Starts one that needs no privilege beyond root; undefined where the machine lets none start. */
export async function startEngine(): Promise<Engine | undefined> {
  if (!mayStartEngine()) return undefined;
  const place = temporaryFolder();
  const at = (name: string) => join(place.path, name);
  for (const name of ["data", "exec", "client"]) mkdirSync(at(name));
  writeFileSync(at("config.json"), "{}");
  const folders = ["--data-root", at("data"), "--exec-root", at("exec"), "--pidfile", at("pid")];
  // Programs that close all files that they might have open, as apt does, take minutes where there may be a million.
  const limit = ["--default-ulimit", "nofile=1024:1024"];
  const apart = ["--iptables=false", "--ip6tables=false", "--bridge=none", "--storage-driver=vfs"];
  const socket = `unix://${at("socket")}`;
  const log = openSync(at("log"), "w");
  const daemon = spawn("dockerd", [...apart, ...limit, ...folders, "-H", socket, "--config-file", at("config.json")], {
    stdio: ["ignore", log, log],
  });
  const env = { ...process.env, DOCKER_HOST: socket, DOCKER_CONFIG: at("client"), DOCKER_BUILDKIT: "0" };
  const docker: Engine["docker"] = ([first = "", ...rest], options) =>
    runProgram(first, rest, { ...options, env, node: "docker", cwd: options?.cwd ?? "/" });
  if (!(await answers(daemon, docker))) {
    await end(daemon);
    place[Symbol.dispose]();
    return undefined;
  }
  const ask: Engine["ask"] = async (...args) => {
    const { stdout, stderr, code } = await docker(args);
    if (code !== 0) throw new Error(`docker ${args.join(" ")}: ${stderr}`);
    return stdout.trimEnd();
  };
  const importBase: Engine["importBase"] = async (name, base) => {
    const root = at(`base-${name.replaceAll(/\W/g, "-")}`);
    makeRoot(root, base);
    if (base.whole) copyInto(root, process.execPath, "/usr/local/bin/node");
    const tar = spawnSync("sh", ["-c", 'tar -C "$0" -cf "$0.tar" .', root]);
    if (tar.status !== 0) throw new Error(String(tar.stderr));
    await ask("import", "--change", `ENV PATH=${basePath}`, `${root}.tar`, name);
  };
  return {
    env,
    docker,
    ask,
    importBase,
    [Symbol.asyncDispose]: async () => {
      const running = await docker(["ps", "-aq"]);
      const names = running.stdout.split("\n").filter((name) => name !== "");
      if (names.length > 0) await docker(["rm", "-fv", ...names]);
      await end(daemon);
      // The one thing that it leaves: the network of the machine, under a name.
      spawnSync("umount", ["-l", join(at("exec"), "netns", "default")], { stdio: "ignore" });
      place[Symbol.dispose]();
    },
  };
}

async function answers(daemon: ChildProcess, docker: Engine["docker"]): Promise<boolean> {
  daemon.on("error", () => undefined);
  while (daemon.pid !== undefined && daemon.exitCode === null && daemon.signalCode === null) {
    if ((await docker(["version"])).code === 0) return true;
    await sleep(100);
  }
  return false;
}

/** It ends its containerd too. */
async function end(daemon: ChildProcess): Promise<void> {
  if (daemon.pid === undefined || daemon.exitCode !== null || daemon.signalCode !== null) return;
  const ended = once(daemon, "exit");
  daemon.kill("SIGTERM");
  await ended;
}

/** What the file system of an image holds in a folder. */
export async function filesOfImage({ ask, docker }: Engine, image: string, folder: string): Promise<readonly string[]> {
  using place = temporaryFolder();
  const container = await ask("create", image);
  const out = join(place.path, "out");
  await docker(["cp", `${container}:${folder}`, out]);
  await ask("rm", "-v", container);
  const { stdout } = spawnSync("ls", ["-A", out], { encoding: "utf8" });
  return stdout.split("\n").filter((name) => name !== "");
}
