import type { DBOSClient, WorkflowStatus } from "@dbos-inc/dbos-sdk";
import { columns } from "../command/columns.ts";
import { print } from "../command/terminal.ts";
import { decode } from "../store/encode.ts";
import type { KnownPlace } from "../store/known-places.ts";
import type { Outcome } from "../store/outcome.ts";
import { runOf, withClient } from "./client.ts";
import { type RunArguments, shownGiven } from "./given.ts";
import { readRecorded } from "./recorded-places.ts";
import type { KeptResult } from "./run-recorded.ts";
import { type ShownRun, shownRun, timeText } from "./shown-run.ts";
import { readVerb, type Verb } from "./verb.ts";

const options = {
  format: { values: ["text", "json"], default: "text", description: "how to print it" },
} as const;

/** `show`: a run with what it has recorded, `***` in place of secrets. */
export const showVerb: Verb = {
  name: "show",
  summary: "show a run: what it was given, what it has recorded, how it ended",
  argument: "RUN",
  options,
  act: async (argv, { definition }) => {
    const { values, argument: id } = readVerb({ name: "show", argument: "RUN", options }, argv);
    return withClient(definition, async (client) => {
      const shown = await shownWhole(client, await runOf(client, id));
      return print(values.format === "json" ? JSON.stringify(shown, plain, 2) : showText(shown));
    });
  },
};

/** A run with all that is recorded of it. */
interface WholeRun extends ShownRun {
  readonly inputs: unknown;
  readonly places: readonly ShownPlace[];
  /** Of one that completed. */
  readonly result?: unknown;
}

/** How one place ended. */
interface ShownPlace {
  readonly place: string;
  readonly status: "completed" | "failed" | "skipped";
  readonly startedAt: string | undefined;
  readonly endedAt: string | undefined;
  readonly durationMs: number;
  readonly result?: unknown;
  readonly message?: string;
}

async function shownWhole(client: DBOSClient, run: WorkflowStatus): Promise<WholeRun> {
  const recorded = await readRecorded(run.workflowID, client);
  const [, kept] = (run.input ?? []) as unknown as Partial<RunArguments>;
  const output = run.output as KeptResult | null | undefined;
  return {
    ...shownRun(run),
    inputs: kept === undefined ? {} : shownGiven(kept).inputs,
    places: [...(recorded?.places ?? [])].map(([place, known]) => shownPlace(place, known)),
    ...(output !== null && output !== undefined && { result: (masked(output.result) as { value: unknown }).value }),
  };
}

function shownPlace(place: string, { outcome, result, startedAt, endedAt }: KnownPlace): ShownPlace {
  const { failure, recovered, skipped } = masked(outcome) as Outcome;
  const message = skipped ?? (failure ?? recovered)?.message;
  return {
    place,
    status: failure !== undefined ? "failed" : skipped === undefined ? "completed" : "skipped",
    startedAt: timeText(startedAt),
    endedAt: timeText(endedAt),
    durationMs: endedAt - startedAt,
    ...(result !== null && { result: masked(result) }),
    ...(message !== undefined && { message }),
  };
}

function masked(text: string): unknown {
  return decode(text, () => "***");
}

function plain(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

/** So many characters of a result are shown. */
const mostShown = 60;

function showText(run: WholeRun): string {
  const { id, status, version, worker, attempts, createdAt, startedAt, endedAt, message, failureClass } = run;
  const failure = message === undefined ? undefined : `${message} [${failureClass}]`;
  const facts = {
    run: id,
    status,
    failure,
    version,
    worker,
    attempts,
    created: createdAt,
    started: startedAt,
    ended: endedAt,
  };
  const rows = Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  rows.push(["inputs", cut(run.inputs)]);
  if (run.result !== undefined) rows.push(["result", cut(run.result)]);
  if (run.places.length === 0) return columns(rows);
  const places = run.places.map(({ place, status: end, durationMs, result, message: why }) => [
    ...[place, end, `${durationMs} ms`],
    why ?? cut(result),
  ]);
  return `${columns(rows)}\n\n${columns(places)}`;
}

function cut(value: unknown): string {
  const text = JSON.stringify(value ?? null, plain);
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}
