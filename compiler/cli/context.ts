import { writeAll } from "../../runtime-lib/write.ts";

/** esbuild defines: the version in package.json, and a hash over the built compiler. */
declare const FLOWC_VERSION: string;
declare const FLOWC_BUILD: string;

/** What a command works with. */
export interface Context {
  /** Folder of the installed compiler: it holds runtime/ and components/. */
  readonly packageFolder: string;
  readonly workingFolder: string;
  readonly version: string;
  /** Changes whenever the compiler does; a part of every cache key. */
  readonly build: string;
  /** Where bundles of `run` and V8's compiled code are kept. */
  readonly cacheFolder: string;
}

/** A mistake of the user on the command line: one sentence, exit code 2. */
export class UsageError extends Error {}

/** Writes to standard error. */
export function say(text: string): void {
  process.stderr.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** Writes to standard output and waits until all of it is written, or the reader is gone. */
export async function print(text: string): Promise<void> {
  await writeAll(1, Buffer.from(text.endsWith("\n") ? text : `${text}\n`));
}

/** Whether standard error takes colour: a terminal, unless NO_COLOR; FORCE_COLOR decides otherwise. */
export function wantsColor(): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return (NO_COLOR === undefined || NO_COLOR === "") && TERM !== "dumb" && process.stderr.isTTY === true;
}

/** The versions that the build wrote into the compiler; running from source has none. */
export function versions(): Pick<Context, "version" | "build"> {
  return typeof FLOWC_VERSION === "undefined"
    ? { version: "0.0.0", build: "source" }
    : { version: FLOWC_VERSION, build: FLOWC_BUILD };
}
