import { existsSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { displayPath } from "../../1-load/display-path.ts";
import { reason } from "../../1-load/find-files.ts";
import { readText } from "../../1-load/read-file.ts";
import { readYaml } from "../../1-load/read-yaml.ts";
import { collector } from "../../nouns/collector.ts";
import { type Recordings, readRecordings, recordingPath, recordingText } from "../../testing/record/recording-file.ts";
import { plainNode } from "../../tree/plain-data.ts";
import { type Context, UsageError } from "../shared/context.ts";
import { makeFolder } from "../shared/make-folder.ts";
import { putInPlace } from "../shared/put-in-place.ts";

/** The recordings of a file of tests; none where there are none. Throws UsageError where they cannot be read. */
export function loadRecordings(testFile: string, { workingFolder }: Context): Recordings {
  const path = recordingPath(testFile);
  if (!existsSync(path)) return {};
  const shown = displayPath(path, workingFolder);
  const { text, problem } = readText(path);
  const { found, report } = collector();
  const [document] = readYaml({ path: shown, name: basename(path), text }, report).documents;
  if (problem !== undefined || found.length > 0) {
    throw new UsageError(`cannot read ${shown}: ${problem ?? found[0]?.message}; delete it and record again`);
  }
  return readRecordings(document && plainNode(document));
}

/** Writes the recordings of a file of tests. Throws UsageError where they cannot be written. */
export function saveRecordings(testFile: string, recordings: Recordings, { workingFolder }: Context): void {
  const path = recordingPath(testFile);
  if (Object.keys(recordings).length === 0 && !existsSync(path)) return;
  try {
    makeFolder(dirname(path));
    putInPlace([{ path, write: (aside) => writeFileSync(aside, recordingText(recordings)) }]);
  } catch (error) {
    throw new UsageError(`cannot write ${displayPath(path, workingFolder)}: ${reason(error)}`);
  }
}
