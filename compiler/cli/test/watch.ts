import { dirname, resolve } from "node:path";
import { Signals } from "../../../runtime-lib/command/signals.ts";
import { type Context, UsageError } from "../shared/context.ts";
import { type ReadTestFile, readTests, testPaths } from "../shared/read-tests.ts";
import { readWorkflow } from "../shared/read-workflow.ts";
import { watchFolders } from "../shared/watch-folders.ts";

/** Runs all tests now, and after each change those whose file or workflow has changed. Resolves to 0 with the first signal. */
export async function watchTests(
  given: readonly string[],
  run: (files: readonly ReadTestFile[]) => Promise<unknown>,
  context: Context,
): Promise<number> {
  const signals = new Signals();
  const before = new Map<string, string>();
  const runChanged = async (): Promise<void> => {
    try {
      const files = testPaths(given, context).map((path) => readTests(path, context));
      const changed = files.filter((file) => before.get(file.path) !== stateOf(file, context));
      for (const file of changed) before.set(file.path, stateOf(file, context));
      // Silent otherwise: what is said may itself be written to a file in these folders.
      if (changed.length === 0) return;
      await run(changed);
    } catch (error) {
      // A file may be gone for a moment.
      if (!(error instanceof UsageError)) throw error;
      context.say(`error: ${error.message}`);
    }
    context.say("waiting for a change");
  };
  let running = Promise.resolve();
  const runNext = (): Promise<void> => {
    running = running.then(runChanged);
    return running;
  };
  const watcher = await watchFolders(foldersOf(given, context), () => void runNext());
  await runNext();
  await signals.received;
  await watcher.close();
  await running;
  signals.end();
  return 0;
}

/** Those of the arguments, and those of the workflows that are tested from elsewhere. */
function foldersOf(given: readonly string[], context: Context): readonly string[] {
  const files = testPaths(given, context).map((path) => readTests(path, context));
  const workflows = files.flatMap(({ workflow }) => workflow ?? []);
  return [...new Set([...given.map((path) => resolve(context.workingFolder, path)), ...workflows])];
}

/** What a file of tests and its workflow hold. */
function stateOf({ path, source, workflow }: ReadTestFile, context: Context): string {
  const hash = workflow === undefined ? "" : readWorkflow(workflow, context).hash;
  return `${dirname(path)}\0${hash}\0${source.text}`;
}
