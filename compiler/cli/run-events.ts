import { closeSync, openSync } from "node:fs";
import type { FailureClass } from "../../runtime-lib/errors.ts";
import { eventWriter } from "../../runtime-lib/events.ts";
import { emitter } from "../../runtime-lib/run-state.ts";

/** Why a run ended before there was a bundle to run. */
export interface Failure {
  /** Of the workflow, as far as it is known. */
  readonly name: string;
  readonly message: string;
  readonly failureClass: FailureClass;
}

/** Writes the one `workflow.failed` of such a run where `--events` or `--events=FILE` asks for it. */
export async function emitFailure({ name, message, failureClass }: Failure, argv: readonly string[]): Promise<void> {
  const file = argv
    .map((argument) => /^--events(?:-file)?=(.*)$/s.exec(argument)?.[1])
    .find((path) => path !== undefined);
  if (file === undefined && !argv.includes("--events")) return;
  const descriptor = file === undefined ? 2 : openSync(file, "w", 0o600);
  const writer = eventWriter(descriptor);
  emitter(name, crypto.randomUUID(), writer.sink)?.("workflow.failed", { message, failureClass });
  await writer.flush();
  if (file !== undefined) closeSync(descriptor);
}
