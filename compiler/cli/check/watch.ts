import { resolve } from "node:path";
import { Signals } from "../../../runtime-lib/command/signals.ts";
import { type Context, UsageError } from "../shared/context.ts";
import { watchFolders } from "../shared/watch-folders.ts";

/** Checks now and after each change of the files. Resolves to 0 with the first signal. */
export async function watchAndCheck(
  paths: readonly string[],
  check: () => Promise<number>,
  { workingFolder, say }: Context,
): Promise<number> {
  const signals = new Signals();
  let checking = Promise.resolve();
  const checkNext = (): Promise<void> => {
    checking = checking.then(async () => {
      try {
        await check();
      } catch (error) {
        // A file may be gone for a moment.
        if (!(error instanceof UsageError)) throw error;
        say(`error: ${error.message}`);
      }
      say("waiting for a change");
    });
    return checking;
  };
  const watcher = await watchFolders(
    paths.map((path) => resolve(workingFolder, path)),
    () => void checkNext(),
  );
  await checkNext();
  await signals.received;
  await watcher.close();
  await checking;
  signals.end();
  return 0;
}
