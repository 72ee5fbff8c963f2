import { type ChildProcess, spawn } from "node:child_process";

/**
 * A shell that outlives this process by a moment. It reads the process groups that run, one a line, with a minus those
 * that have ended. The end of its input is the end of this process, be it by SIGKILL: then it kills the groups that are
 * left and, on Linux, all that carry a task id of this process ($1), round by round until there is nobody. A variable a
 * group: a list would be walked for each that ends, and a run may have thousands.
 */
const script = `
while read -r line; do
  case $line in
    -*) unset "group\${line#-}" ;;
    *) eval "group$line=1" ;;
  esac
done
running=$(set | sed -n 's/^group\\([0-9]*\\)=.*/\\1/p')
[ -n "$running" ] || exit
for group in $running; do kill -9 "-$group"; done
for round in 1 2 3; do
  found=
  for file in /proc/[0-9]*/environ; do
    tr '\\0' '\\n' <"$file" | grep -qF "/$1." || continue
    pid=\${file#/proc/}
    kill -9 "\${pid%/environ}" && found=1
  done
  [ -n "$found" ] || exit
done
`;

/** Process-wide, as what it watches over is. */
const state = {
  shell: undefined as ChildProcess | undefined,
  /** Groups that the shell does not know yet: since the last look, and from before it. */
  young: new Set<number>(),
  older: new Set<number>(),
  timer: undefined as NodeJS.Timeout | undefined,
};

/** Milliseconds that a group lives at least before the shell gets its number: short commands cost nothing. */
const YOUNG_MS = 25;

/** From soon until `unwatch` the process group dies with this process. `prefix` begins all task ids of this process. */
export function watch(group: number, prefix: string): void {
  state.young.add(group);
  state.timer ??= lookLater(prefix);
}

/** The process group has ended, or has been signalled to. */
export function unwatch(group: number): void {
  if (!state.young.delete(group) && !state.older.delete(group)) state.shell?.stdin?.write(`-${group}\n`);
}

function lookLater(prefix: string): NodeJS.Timeout {
  return setTimeout(announce, YOUNG_MS, prefix).unref();
}

function announce(prefix: string): void {
  if (state.older.size > 0) {
    state.shell ??= start(prefix);
    state.shell.stdin?.write(`${[...state.older].join("\n")}\n`);
  }
  state.older = state.young;
  state.young = new Set();
  state.timer = state.older.size > 0 ? lookLater(prefix) : undefined;
}

/** In a session of its own, so that no signal to this one's group ends it; it keeps neither a folder nor this process. */
function start(prefix: string): ChildProcess {
  const { PATH = "/usr/bin:/bin" } = process.env;
  const shell = spawn("/bin/sh", ["-c", script, "flowc-watchdog", prefix], {
    cwd: "/",
    env: { PATH },
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Where it does not start, or somebody ends it, children live on after a SIGKILL: no more than that.
  shell.on("error", () => undefined).unref();
  // Where it could not be started, as files have run out, it has no streams.
  const stdin = shell.stdin ?? undefined;
  stdin?.on("error", () => undefined);
  if (stdin !== undefined && "unref" in stdin) (stdin as { unref(): void }).unref();
  return shell;
}
