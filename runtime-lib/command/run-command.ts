import { both } from "../run/both.ts";
import type { WorkflowDefinition } from "../run/definition.ts";
import { toFlowError } from "../run/errors.ts";
import { closeKept } from "../run/kept.ts";
import type { execute } from "../run/run.ts";
import { StrayErrors } from "../run/stray-errors.ts";
import { openDisplay } from "./display.ts";
import { exitCodeOf } from "./exit-code.ts";
import { holdCompletion } from "./held-completion.ts";
import type { CommandHost } from "./host.ts";
import type { CommandLine } from "./options.ts";
import type { Reporting } from "./reporting.ts";
import { Signals } from "./signals.ts";
import { telemetryOf } from "./telemetry.ts";
import { exitCodes, writeResult } from "./terminal.ts";

/** How a command runs its workflow. */
export interface CommandRun {
  readonly start: typeof execute;
  readonly line: CommandLine;
  readonly reporting: Reporting;
  readonly host: CommandHost;
  /** What cancels the run; undefined: the signals of the process and the host. */
  readonly signals?: RunSignals;
}

/** What may cancel a run. */
export type RunSignals = Pick<Signals, "signal" | "exitCode" | "cancel" | "end">;

/** Runs a workflow once: its result goes to standard output, what people see of it to standard error. */
export async function runCommand(definition: WorkflowDefinition, run: CommandRun): Promise<number> {
  const { start, line, reporting, host } = run;
  const { folder, ciLog, observer } = host;
  const { signals = new Signals(host.signal) } = run;
  const strays = new StrayErrors((failure) => signals.cancel(failure), { showsMessage: true });
  const display =
    line.events.kind === "stderr" ? undefined : openDisplay(definition, { stepOutput: line.stepOutput, folder, ciLog });
  const telemetry = await telemetryOf(definition, host, line.events.kind === "stderr");
  const trace = telemetry?.run(definition);
  const completion = reporting.sink && holdCompletion(reporting.sink);
  const onEvent = both(both(completion?.sink, display?.onEvent), observer?.onEvent);
  const onDetail = both(both(reporting.outputSink, display?.onDetail), observer?.onDetail);
  const outcome = await start(definition, {
    ...line,
    folder,
    signal: signals.signal,
    trace,
    ...(onEvent && { onEvent }),
    ...(onDetail && { onDetail }),
  }).then(
    ({ value }) => ({ value }),
    (thrown: unknown) => ({ error: toFlowError(thrown) }),
  );
  await display?.ended();
  if ("value" in outcome) observer?.completed(outcome.value);
  const error = "error" in outcome ? outcome.error : await writeResult(resultText(outcome.value, line));
  completion?.release(error);
  await reporting.close();
  trace?.end();
  await telemetry?.close();
  signals.end();
  strays.end();
  closeKept();
  await display?.close(error === undefined ? outcome : { error });
  // A signal that comes now finds no run to cancel: its events have said that it is completed.
  return error === undefined ? exitCodes.completed : (signals.exitCode ?? exitCodeOf(error));
}

function resultText(value: unknown, { output }: CommandLine): string {
  return output === "text" && typeof value === "string" ? value : JSON.stringify(value ?? null);
}
