import type { Readable, Writable } from "node:stream";

/** esbuild defines: the version in package.json, and a hash over the built compiler. */
declare const FLOWC_VERSION: string;
declare const FLOWC_BUILD: string;

/** What a command works with: all that it sees of the process it runs in. */
export interface Context extends Output {
  /** Folder of the installed compiler: it holds runtime/ and components/. */
  readonly packageFolder: string;
  readonly workingFolder: string;
  readonly version: string;
  /** Changes whenever the compiler does; a part of every cache key. */
  readonly build: string;
  /** Where bundles of `run` and V8's compiled code are kept; undefined where there is no place for it. */
  readonly cacheFolder: string | undefined;
  readonly environment: Environment;
  /** Standard input; opened when it is first read. */
  readonly stdin: Readable & MaybeTerminal;
  /** Standard error, for who asks questions there; everything else is said. */
  readonly stderr: Writable & MaybeTerminal;
}

/** Where a command writes. */
export interface Output {
  /** Writes to standard output and waits until all of it is written, or the reader is gone. Rejects with LostOutput. */
  readonly print: (text: string) => Promise<void>;
  /** Writes to standard error: all of it is written when this returns, or the reader is gone. Throws LostOutput. */
  readonly say: (text: string) => void;
}

/** Variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A stream that says whether it is a terminal. */
export interface MaybeTerminal {
  readonly isTTY?: boolean | undefined;
}

/** One command: arguments after its name in, exit code out. */
export type Command = (argv: readonly string[], context: Context) => Promise<number>;

/** A mistake of the user on the command line: one sentence, exit code 2. */
export class UsageError extends Error {}

/** What a command found or made could not be written: exit code 1. That a reader has gone is its own choice. */
export class LostOutput extends Error {}

/** Whether standard error takes colour: a terminal, unless NO_COLOR; FORCE_COLOR decides otherwise. */
export function wantsColor({ environment, stderr }: Pick<Context, "environment" | "stderr">): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return (NO_COLOR === undefined || NO_COLOR === "") && TERM !== "dumb" && stderr.isTTY === true;
}

/** The versions that the build wrote into the compiler; running from source has none. */
export function versions(): Pick<Context, "version" | "build"> {
  return typeof FLOWC_VERSION === "undefined"
    ? { version: "0.0.0", build: "source" }
    : { version: FLOWC_VERSION, build: FLOWC_BUILD };
}
