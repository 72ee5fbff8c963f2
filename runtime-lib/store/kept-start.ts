import { recordedIn } from "../command/keep-options.ts";
import type { KeptStart } from "../command/run-store.ts";
import { both } from "../run/both.ts";
import type { WorkflowDefinition } from "../run/definition.ts";
import { toFlowError } from "../run/errors.ts";
import { type execute, type RunOptions, refused } from "../run/run.ts";
import { type KeptRun, keepRun } from "./keep-run.ts";
import { programOf } from "./recording.ts";

/** The same start for a run that is kept in a store, as the command line or `settings.history` says. */
export function keptStart(start: typeof execute, { keep = recordedIn(), workflow, say }: KeptStart): typeof execute {
  return async (definition, options = {}) => {
    const { only, file, request, inputs = {} } = options;
    const given = { inputs, only, file, request };
    const program = programOf(workflow);
    let kept: KeptRun;
    try {
      kept = keepRun(definition, { keep, program, given });
    } catch (thrown) {
      throw refused(definition, options, thrown);
    }
    for (const note of kept.notes) say(note);
    return run(kept, { start, definition, options, say });
  };
}

interface Start {
  readonly start: typeof execute;
  readonly definition: WorkflowDefinition;
  readonly options: RunOptions;
  readonly say: (text: string) => void;
}

async function run(kept: KeptRun, { start, definition, options, say }: Start): ReturnType<typeof execute> {
  const { id: runId, journal, given, completed } = kept;
  const { sink } = kept;
  const sinks = sink && { onEvent: both(options.onEvent, sink), onDetail: both(options.onDetail, sink) };
  const end = async (outcome: Parameters<KeptRun["end"]>[0]): Promise<void> => {
    const lost = await kept.end(outcome);
    if (lost !== undefined) say(`the run is not kept whole: ${lost.message}`);
  };
  if (completed !== undefined) {
    await end(completed);
    return { value: completed.value, apiResponse: undefined };
  }
  const ended = await start(definition, { ...options, ...given, ...sinks, runId, journal }).then(
    (result) => ({ result }),
    (thrown: unknown) => ({ error: toFlowError(thrown) }),
  );
  await end("result" in ended ? ended.result : ended);
  if ("result" in ended) return ended.result;
  throw ended.error;
}
