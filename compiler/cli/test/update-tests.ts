import { readFileSync, writeFileSync } from "node:fs";
import { reason } from "../../1-load/find-files.ts";
import type { Edit } from "../../nouns/diagnostic.ts";
import type { Evaluate } from "../../testing/expect/matchers.ts";
import type { FileResult } from "../../testing/test-result.ts";
import { updateExpectations } from "../../testing/update/update-expectations.ts";
import { UsageError } from "../shared/context.ts";
import { putInPlace } from "../shared/put-in-place.ts";
import type { ReadTestFile } from "../shared/read-tests.ts";

/** Rewrites what the failed tests of a file expect. True where that changed the file. */
export function updateTests({ path, source }: ReadTestFile, { results }: FileResult, evaluate: Evaluate): boolean {
  const edits = results.flatMap(({ test, outcome, passed }) =>
    passed || outcome === undefined || outcome.missing.length > 0 ? [] : updateExpectations(test, outcome, evaluate),
  );
  if (edits.length === 0) return false;
  const backwards = withoutOverlaps(edits).toSorted(
    // What is put in where something is taken out comes first there.
    (first, second) => second.span.start - first.span.start || second.span.end - first.span.end,
  );
  const text = backwards.reduce(
    (result, { span, text: by }) => result.slice(0, span.start) + by + result.slice(span.end),
    source.text,
  );
  try {
    if (readFileSync(path, "utf8").replace(/^\ufeff/, "") !== source.text)
      throw new UsageError(`cannot write ${source.path}: it has changed since it was read`);
    putInPlace([{ path, write: (aside) => writeFileSync(aside, text) }]);
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`cannot write ${source.path}: ${reason(error)}`);
  }
  return true;
}

/** Two tests may share a value by an alias: the first to change it does. */
function withoutOverlaps(edits: readonly Edit[]): readonly Edit[] {
  const taken: Edit[] = [];
  for (const edit of edits) {
    const overlaps = ({ span }: Edit): boolean => span.start < edit.span.end && edit.span.start < span.end;
    if (!taken.some(overlaps)) taken.push(edit);
  }
  return taken;
}
