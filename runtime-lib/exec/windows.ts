import type { ChildProcess } from "node:child_process";
import { execa } from "execa";
import type { ChildSpec } from "./child.ts";

/**
 * Starts a child through execa, which knows PATHEXT, `.cmd` shims, shebangs and cmd.exe's quoting. Output, limits,
 * timeout and kill are left to exec.ts. Rejects with the system's error. The only importer of execa.
 */
export async function startWithExeca({ program, args, cwd, env, input }: ChildSpec): Promise<ChildProcess> {
  const subprocess = execa(program ?? "sh", args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: process.platform === "win32" ? mergeCase(env) : env,
    extendEnv: false,
    stdin: input === undefined ? "ignore" : "pipe",
    stdout: "pipe",
    stderr: "pipe",
    buffer: false,
    reject: false,
    cleanup: false,
    detached: process.platform !== "win32",
  });
  const child = subprocess.nodeChildProcess;
  if (child.pid === undefined) {
    const result = await subprocess;
    throw result.cause ?? result;
  }
  return child;
}

/** Windows names have no case, but `{ Path, PATH }` reaches spawn as two, and the alphabet decides: the later one wins. */
function mergeCase(env: ChildSpec["env"]): ChildSpec["env"] {
  const names = new Map<string, string>();
  for (const name of Object.keys(env)) names.set(name.toUpperCase(), name);
  return Object.fromEntries([...names.values()].map((name) => [name, env[name]]));
}
