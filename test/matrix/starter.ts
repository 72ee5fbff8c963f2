import { type ChildProcess, execFile } from "node:child_process";
import { chmodSync } from "node:fs";
import type { Outcome } from "../support/flowc.ts";
import { temporaryFolder } from "../support/flowc.ts";

/** Where a program starts, and what it sees. */
export interface Start {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Called at once with its process. */
  readonly started?: (child: ChildProcess) => void;
}

/** Starts a program as somebody for whom a folder without write permission is read-only, and waits for its end. */
export type Starter = (program: string, args: readonly string[], start: Start) => Promise<Outcome>;

/** Permissions do not hold for root: it runs the program as nobody, or where nobody cannot reach it, without that power. */
const starters: readonly Starter[] =
  process.getuid?.() === 0
    ? [
        (program, args, start) => execute(program, args, { ...start, uid: 65534, gid: 65534 }),
        (program, args, start) =>
          execute("/usr/bin/setpriv", ["--bounding-set=-dac_override,-dac_read_search", program, ...args], start),
      ]
    : [execute];

const tryToWrite = `
try {
  process.getBuiltinModule("fs").writeFileSync("probe", "");
} catch ({ code }) {
  process.exit(["EACCES", "EPERM", "EROFS"].includes(code) ? 0 : 1);
}
process.exit(1);
`;

/** The first way to start this Node that cannot write to a read-only folder; undefined where the machine has none. */
export async function findStarter(node: string): Promise<Starter | undefined> {
  using folder = temporaryFolder();
  chmodSync(folder.path, 0o555);
  for (const starter of starters) {
    const { code } = await starter(node, ["-e", tryToWrite], { cwd: folder.path, env: {} });
    if (code === 0) return starter;
  }
  return undefined;
}

function execute(
  program: string,
  args: readonly string[],
  options: Start & { readonly uid?: number; readonly gid?: number },
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { ...options, timeout: 60_000 }, (error, stdout, stderr) => {
      const told = error === null || error.code === child.exitCode ? stderr : `${stderr}${error.message}`;
      resolve({ stdout, stderr: told, code: child.exitCode, signal: child.signalCode });
    });
    child.stdin?.on("error", () => undefined).end();
    options.started?.(child);
  });
}
