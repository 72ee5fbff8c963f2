import type { ChildProcess } from "node:child_process";

/** A child to start: in its own process group on POSIX, stdout and stderr piped. */
export interface ChildSpec {
  /** A program, or undefined for the shell, whose arguments `args` then are. */
  readonly program: string | undefined;
  readonly args: readonly string[];
  /** How many of `args` are not the user's. */
  readonly ownArgs: number;
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What failures show of it, where that is not the program and its arguments. */
  readonly shown?: string | undefined;
  /** Its standard input; empty where there is none. */
  readonly input?: string | undefined;
}

/** Starts a child; throws or rejects with the system's error (`code` ENOENT, E2BIG, …) when it cannot. */
export type StartChild = (spec: ChildSpec) => ChildProcess | Promise<ChildProcess>;
