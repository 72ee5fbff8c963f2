import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { reason } from "../../1-load/find-files.ts";
import { type Context, UsageError } from "../shared/context.ts";

/** The text of a file that the command line names. Throws UsageError. */
export function readNamed(file: string, { workingFolder }: Pick<Context, "workingFolder">): string {
  try {
    return readFileSync(resolve(workingFolder, file), "utf8");
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${reason(error)}`);
  }
}
