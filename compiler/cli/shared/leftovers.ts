import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** A day: then no build is at work any more, on whatever machine it was. */
const oldMs = 24 * 3_600_000;
const ownName = /^\..+\.(\d+)\.flowc-tmp$/;

/** Where a build writes a file of this name until all of it is written. */
export function temporaryName(name: string): string {
  return `.${name}.${process.pid}.flowc-tmp`;
}

/** Removes what builds that were killed have left in a folder. Nothing else has such names; what cannot go stays. */
export function sweepLeftovers(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const pid = ownName.exec(name)?.[1];
      if (pid !== undefined && isLeft(join(folder, name), Number(pid))) rmSync(join(folder, name), { force: true });
    }
  } catch {
    // a folder of somebody else, in which one may write and no more
  }
}

/** Removes folders `<prefix><pid>-…` of programs that were killed. What cannot go, such as other people's, stays. */
export function sweepFolders(place: string, prefix: string): void {
  try {
    for (const name of readdirSync(place)) {
      const [, pid] = name.startsWith(prefix) ? (/^(\d+)-/.exec(name.slice(prefix.length)) ?? []) : [];
      if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(place, name), { recursive: true, force: true });
    }
  } catch {
    // somebody else's
  }
}

function isLeft(path: string, pid: number): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true && (!isAlive(pid) || Date.now() - stat.ctimeMs > oldMs);
}

/** Whether there is a process of that number, be it somebody else's. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
