import type { Data } from "../../nouns/simulation.ts";
import type { Simulated, SimulatedCase, SimulatedFailure } from "../../nouns/test-case.ts";
import { resourceStates } from "../expect/resource-states.ts";
import { World, type WorldTools } from "./world.ts";

/** What is used of a bundle. */
export interface RunnableBundle {
  run(options: object): Promise<unknown>;
}

/** What a simulated run needs beside its case. */
export interface SimulationTools extends WorldTools {
  /** Of the workflow: `info('dir')`. */
  readonly workflowFolder: string;
  /** Milliseconds of real time after which a run counts as one that hangs; default 30 s. */
  readonly longest?: number;
}

/** The id of every simulated run. */
const simulatedRunId = "00000000-0000-4000-8000-000000000000";

const usualLongest = 30_000;

/** Runs a bundle once in a simulated world. Never rejects for what the workflow does. */
export async function simulateCase(
  bundle: RunnableBundle,
  testCase: SimulatedCase,
  tools: SimulationTools,
): Promise<Simulated> {
  const world = new World(testCase, tools);
  const events: Data[] = [];
  const controller = new AbortController();
  const stop = cancelLater(world, testCase, controller);
  const onEvent = (event: Data): void => {
    world.clock?.alive();
    events.push({ ...event });
  };
  try {
    const run = bundle.run({ ...optionsOf(testCase, tools), effects: world, onEvent, signal: controller.signal });
    const outcome = await withinTime(run, world, { events, longest: tools.longest ?? usualLongest });
    const seen = [...events];
    // What still runs for real is ended.
    if ("isLate" in outcome) controller.abort(new Error(outcome.failure.message));
    const { calls, missing, unused } = world;
    return { ...(await outcomeOf(outcome)), events: seen, calls, missing, unused, memory: world.memory?.content ?? {} };
  } finally {
    stop();
    world.end();
  }
}

function optionsOf({ inputs, file, only, request }: SimulatedCase, { workflowFolder }: SimulationTools): object {
  return {
    runId: simulatedRunId,
    folder: workflowFolder,
    ...(inputs && { inputs }),
    ...(file !== undefined && { file }),
    ...(only !== undefined && { only }),
    ...(request && { request, asResponse: true }),
  };
}

type Outcome =
  | { readonly value: unknown }
  | { readonly failure: SimulatedFailure }
  | { readonly failure: SimulatedFailure; readonly isLate: true };

/** The value or the failure of a run; one that hangs fails. */
async function withinTime(
  run: Promise<unknown>,
  { clock }: World,
  { events, longest }: { readonly events: readonly Data[]; readonly longest: number },
): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome>((resolve) => {
    const fail = (message: string) => {
      const failure = {
        class: "timeout",
        message: `${message}; not ended: ${pending(events).join(", ") || "the run"}`,
      };
      resolve({ failure, isLate: true });
    };
    clock?.watch(() => fail("the run hangs: nothing is left that it could wait for"));
    timer = setTimeout(() => fail(`the run still goes on after ${longest / 1000}s of real time`), longest);
  });
  const ended = run.then(
    (value): Outcome => ({ value }),
    (thrown: unknown): Outcome => ({ failure: failureOf(thrown) }),
  );
  const outcome = await Promise.race([ended, late]);
  clearTimeout(timer);
  clock?.end();
  return outcome;
}

/** The resources that have begun and not ended. */
function pending(events: readonly Data[]): readonly string[] {
  const states = [...resourceStates(events)];
  return states.filter(([, { status }]) => status === "started").map(([id]) => `"${id}"`);
}

async function outcomeOf(outcome: Outcome): Promise<Pick<Simulated, "result" | "failure" | "response">> {
  if ("failure" in outcome) return { failure: outcome.failure };
  const { value } = outcome;
  if (!(value instanceof Response)) return { result: value === undefined ? null : JSON.parse(JSON.stringify(value)) };
  const { status, headers } = value;
  const body = parsed(await value.text());
  return { response: { status, headers: Object.fromEntries(headers), body }, ...(value.ok && { result: body }) };
}

function parsed(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function failureOf(thrown: unknown): SimulatedFailure {
  const {
    message,
    failureClass = "tool_runtime",
    details,
  } = thrown as {
    readonly message?: string;
    readonly failureClass?: string;
    readonly details?: { readonly actionId?: string };
  };
  const { actionId } = details ?? {};
  return { message: message ?? String(thrown), class: failureClass, ...(actionId !== undefined && { actionId }) };
}

/** Cancels the run at its time, as a signal would. */
function cancelLater({ clock }: World, { cancelAfter }: SimulatedCase, controller: AbortController): () => void {
  if (cancelAfter === undefined) return () => undefined;
  const start = clock === undefined ? realTimer : clock.start.bind(clock);
  return start(cancelAfter, () => {
    const message = "the run was cancelled by SIGTERM";
    controller.abort(Object.assign(new Error(message), { name: "FlowError", failureClass: "tool_runtime" }));
  });
}

function realTimer(milliseconds: number, expire: () => void): () => void {
  const timer = setTimeout(expire, milliseconds);
  return () => clearTimeout(timer);
}
