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
  const at = argv.indexOf("--events-file");
  const file = at === -1 ? undefined : argv[at + 1];
  if (file === undefined && !argv.includes("--events")) return;
  const descriptor = file === undefined ? 2 : openSync(file, "w", 0o600);
  const writer = eventWriter(descriptor);
  emitter(name, crypto.randomUUID(), writer.sink)?.("workflow.failed", { message, failureClass });
  await writer.flush();
  if (file !== undefined) closeSync(descriptor);
}
