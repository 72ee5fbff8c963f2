import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { reason } from "../../1-load/find-files.ts";
import { type Context, UsageError } from "../shared/context.ts";
import { putInPlace } from "../shared/put-in-place.ts";
import { reportLimit } from "./report-html.ts";

/** Writes a report, whole or not at all, for the user alone. Throws UsageError where the file cannot be written. */
export function writeReport(file: string, html: string, { workingFolder, say }: Context): void {
  try {
    putInPlace([{ path: resolve(workingFolder, file), write: (aside) => writeFileSync(aside, html, { mode: 0o600 }) }]);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${reason(error)}`);
  }
  const size = Buffer.byteLength(html);
  const note = size > reportLimit ? `, with ${Math.ceil(size / 1_000)} kB: the run has very many resources` : "";
  say(`wrote ${file}${note}`);
}
