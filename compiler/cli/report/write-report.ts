import { accessSync, constants, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { reason } from "../../1-load/find-files.ts";
import { type Context, UsageError } from "../shared/context.ts";
import { putInPlace } from "../shared/put-in-place.ts";
import { reportLimit } from "./report-html.ts";

/** Writes a report, whole or not at all, for the user alone. Throws UsageError where the file cannot be written. */
export function writeReport(file: string, html: string, { workingFolder, say }: Context): void {
  const path = resolve(workingFolder, file);
  orRefuse(file, () => putInPlace([{ path, write: (aside) => writeFileSync(aside, html, { mode: 0o600 }) }]));
  const size = Buffer.byteLength(html);
  const note = size > reportLimit ? `, with ${Math.ceil(size / 1_000)} kB: the run has very many resources` : "";
  say(`wrote ${file}${note}`);
}

/** Throws UsageError where a report could not be written, as far as that can be known before the run. */
export function checkReportPlace(file: string, { workingFolder }: Context): void {
  orRefuse(file, () => accessSync(dirname(resolve(workingFolder, file)), constants.W_OK));
}

function orRefuse(file: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${reason(error)}`);
  }
}
