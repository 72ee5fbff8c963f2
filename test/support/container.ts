import { execFileSync, type spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Recipe, readRecipe } from "./dockerfile.ts";
import { type Outcome, type ProgramOptions, runProgram, temporaryFolder } from "./flowc.ts";
import { type Base, basePath, makeRoot } from "./image-root.ts";

/** True where this machine lets us make namespaces: Linux, as root. */
export function canIsolate(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const script = 'ip link set lo up && mount -t tmpfs tmpfs "$1" && mount -t proc proc /proc';
  using folder = temporaryFolder();
  const isolated = [...namespaces, "sh", "-c", script, "sh", folder.path];
  return (
    spawnSync("unshare", isolated, { stdio: "ignore" }).status === 0 && hasEach(["chroot", "nsenter", "setpriv", "ldd"])
  );
}

/** A container that runs. */
export interface Running {
  /** Runs a program in it, as `docker exec` and the health check do. */
  exec(command: readonly string[]): Promise<Outcome>;
  /** Sends the stop signal of the image. */
  stop(): void;
}

/**
 * A root of nothing but what the image of a Dockerfile would hold: Node and the shell of its base, with the libraries
 * that they load, the base's other programs that a workflow asks for, and what the Dockerfile copies and makes. It is
 * run as the compose file says: no network but its own, the root read-only, as the image's user, with its environment.
 */
export function container(folder: string, base: Base = {}) {
  const recipe = readRecipe(folder);
  const place = temporaryFolder();
  const root = join(place.path, "root");
  makeRoot(root, base);
  for (const { inside } of borrowed) writeFileSync(join(root, inside), "");
  for (const command of recipe.runs)
    execFileSync("chroot", [root, "/bin/sh", "-c", command], { env: { PATH: basePath, ...base.environment } });
  mkdirSync(join(root, recipe.workingFolder), { recursive: true });
  for (const { sources, destination } of recipe.copies) {
    for (const name of sources) {
      if (!recipe.context.includes(name)) throw new Error(`.dockerignore keeps ${name} from being copied`);
      cpSync(join(folder, name), join(root, destination, name));
    }
  }
  const volumes = (recipe.service.volumes ?? []).map((volume) => {
    const [name = "", target = ""] = volume.split(":");
    // A new volume begins as what the image has there, with its owner.
    execFileSync("cp", ["-a", join(root, target), join(place.path, name)]);
    return { source: join(place.path, name), target: join(root, target) };
  });
  const mounts = { root, volumes, recipe };
  return {
    recipe,
    /** Runs it to its end; `meanwhile` looks at it, and ends it where it fails to. */
    run: async (args: readonly string[], meanwhile?: (running: Running) => Promise<void>): Promise<Outcome> => {
      const command = inside(mounts, [...recipe.entrypoint, ...args]);
      let watched: Promise<void> | undefined;
      const outcome = await runCommand("unshare", [...namespaces, "sh", "-c", mountScript(mounts), "sh", ...command], {
        env: environmentOf(recipe),
        started: (child) => {
          watched = meanwhile?.(attach(child, mounts)).finally(() =>
            setTimeout(() => child.kill("SIGKILL"), 20_000).unref(),
          );
          watched?.catch(() => child.kill("SIGKILL"));
        },
      });
      await watched;
      return outcome;
    },
    [Symbol.dispose]: () => place[Symbol.dispose](),
  };
}

const namespaces = ["--mount", "--pid", "--net", "--ipc", "--uts", "--fork", "--kill-child"];
interface Mounts {
  readonly root: string;
  readonly volumes: readonly { readonly source: string; readonly target: string }[];
  readonly recipe: Recipe;
}

/** What is mounted into the root instead of copied. */
const borrowed = [
  { source: process.execPath, inside: "/usr/local/bin/node" },
  { source: "/dev/null", inside: "/dev/null" },
];

/** Makes the container's file system in a namespace of its own, then becomes the command in the arguments. */
function mountScript({ root, volumes, recipe: { service } }: Mounts): string {
  return [
    "set -e",
    "ip link set lo up",
    `mount --bind ${root} ${root}`,
    `mount -t proc proc ${root}/proc`,
    ...borrowed.map(({ source, inside }) => `mount --bind ${source} ${root}${inside}`),
    ...(service.read_only ? [`mount -o remount,ro,bind ${root}`] : []),
    ...(service.tmpfs ?? []).map((path) => `mount -t tmpfs -o mode=1777,noexec,nosuid tmpfs ${root}${path}`),
    ...volumes.map(({ source, target }) => `mount --bind ${source} ${target}`),
    'exec "$@"',
  ].join("\n");
}

/** The command that runs another in the root, as the image's user, from its working folder. */
function inside({ root, recipe }: Mounts, command: readonly string[]): readonly string[] {
  const enter = ["setpriv", "--no-new-privs", "chroot", `--userspec=${recipe.user}`, "--groups=", root];
  return [...enter, "/bin/sh", "-c", 'cd "$0" && exec "$@"', recipe.workingFolder, ...command];
}

/** Nothing but what the image sets. */
function environmentOf({ environment }: Recipe): NodeJS.ProcessEnv {
  const values = Object.entries(environment).map(([name, value]) => [name, value.replaceAll("${PATH}", basePath)]);
  return { PATH: basePath, ...Object.fromEntries(values) };
}

function attach(child: ReturnType<typeof spawn>, mounts: Mounts): Running {
  /** The first process of the container, as this machine numbers it. */
  const first = () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim();
  return {
    exec: (command) =>
      runCommand("nsenter", ["--target", first(), "--mount", "--pid", "--net", ...inside(mounts, command)], {
        env: environmentOf(mounts.recipe),
      }),
    stop: () => void process.kill(Number(first()), mounts.recipe.stopSignal as NodeJS.Signals),
  };
}

function hasEach(programs: readonly string[]): boolean {
  return programs.every((name) => spawnSync("sh", ["-c", 'command -v "$0"', name], { stdio: "ignore" }).status === 0);
}

function runCommand(command: string, [first = "", ...rest]: readonly string[], options: ProgramOptions) {
  return runProgram(first, rest, { ...options, node: command, cwd: "/" });
}
