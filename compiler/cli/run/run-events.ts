import { closeSync, openSync } from "node:fs";
import type { FailureClass } from "../../../runtime-lib/run/errors.ts";
import { eventWriter } from "../../../runtime-lib/run/events.ts";
import { emitter } from "../../../runtime-lib/run/state.ts";
import { reason } from "../../1-load/find-files.ts";
import type { Output } from "../shared/context.ts";

/** Why a run ended before there was a bundle to run. */
export interface Failure {
  /** Of the workflow, as far as it is known. */
  readonly name: string;
  readonly message: string;
  readonly failureClass: FailureClass;
}

/** Writes the one `workflow.failed` of such a run where `--events` or `--events=FILE` asks for it. */
export async function emitFailure(
  { name, message, failureClass }: Failure,
  argv: readonly string[],
  { say }: Output,
): Promise<void> {
  const file = argv
    .map((argument) => /^--events(?:-file)?=(.*)$/s.exec(argument)?.[1])
    .find((path) => path !== undefined);
  if (file === undefined && !argv.includes("--events")) return;
  let descriptor = 2;
  try {
    if (file !== undefined) descriptor = openSync(file, "w", 0o600);
  } catch (error) {
    return say(`error: cannot write the events file ${file}: ${reason(error)}`);
  }
  const writer = eventWriter(descriptor);
  emitter(name, () => crypto.randomUUID(), writer.sink)?.("workflow.failed", { message, failureClass });
  const lost = await writer.flush();
  if (file === undefined) return;
  closeSync(descriptor);
  if (lost !== undefined) say(`error: ${lost.message} [${lost.failureClass}]`);
}
