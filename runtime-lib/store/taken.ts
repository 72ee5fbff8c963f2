import type { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import type { WorkflowDefinition } from "../run/definition.ts";
import { InvalidInput } from "../run/errors.ts";
import { decode } from "./encode.ts";
import { findRun, type RunRow } from "./find-run.ts";
import { type Flaw, readPlaces, type Usable, usablePlaces } from "./known-places.ts";
import type { Program } from "./run-rows.ts";
import type { Known } from "./stored-journal.ts";

type Inputs = Readonly<Record<string, unknown>>;

/** What a run is given beside its workflow. */
export interface Given extends Omit<Program, "kind" | "path"> {
  readonly inputs: Inputs;
}

/** What a run takes over, with what it is given then. */
export interface Taken {
  readonly known: Known;
  readonly given: Given;
  /** What is taken over and what runs again, for people. */
  readonly notes: readonly string[];
}

/** A new run takes over nothing. */
export function takenFromNothing(given: Given): Taken {
  return { known: { places: new Map(), isOther: false }, given, notes: [] };
}

/**
 * A run goes on: it has its inputs already, and what it has done. Throws InvalidInput where it is given other inputs, or
 * is not one of this workflow's journaled runs.
 */
export function takenFromItself(
  database: DatabaseSync,
  definition: WorkflowDefinition,
  row: RunRow,
  given: Given,
): Taken {
  const { id, workflow, isJournal } = row;
  if (workflow !== definition.name) throw refusal(`the run "${id}" is one of the workflow "${workflow}"`);
  if (isJournal === 0) throw refusal(`the run "${id}" has no journal; --from takes over results of such a run`);
  const inputs = inputsOf(row);
  const differing = Object.keys(given.inputs).find((name) => !isDeepStrictEqual(given.inputs[name], inputs[name]));
  if (differing !== undefined)
    throw refusal(`the run "${id}" was started with another value of the input "${differing}"; leave it out to go on`);
  const { only, file, request } = restoredValue(row.program) as Program;
  const usable = usablePlaces(readPlaces(database, id), definition);
  return {
    known: { places: usable.known, isOther: false },
    given: { inputs, only, file, request },
    notes: [goesOn(row, usable, definition), ...reasons(usable, id)],
  };
}

/** What a recorded run has done that neither is the resource of that id nor depends on it. Throws InvalidInput. */
export function takenFromOther(
  database: DatabaseSync,
  definition: WorkflowDefinition,
  from: { readonly id: string; readonly of: string },
  given: Given,
): Taken {
  const row = findRun(database, from.of, definition.name);
  if (row.workflow !== definition.name) throw refusal(`the run "${row.id}" is one of the workflow "${row.workflow}"`);
  const usable = usablePlaces(readPlaces(database, row.id), definition, fromOnwards(definition, from.id));
  const inputs = { ...inputsOf(row, given.inputs), ...given.inputs };
  const { only, file, request } = restoredValue(row.program) as Program;
  return {
    known: { places: usable.known, isOther: true },
    given: {
      inputs,
      only: given.only ?? only,
      file: given.file ?? file,
      request: given.request ?? request,
    },
    notes: [taken(row, usable, definition), ...reasons(usable, row.id)],
  };
}

/** A resource and all that depends on it. Throws InvalidInput where there is none of that id. */
export function fromOnwards({ resources }: WorkflowDefinition, id: string): ReadonlySet<string> {
  if (!resources.some((resource) => resource.id === id))
    throw refusal(
      `--from takes the id of a resource: ${resources.map((resource) => resource.id).join(", ")}; not "${id}"`,
    );
  const again = new Set([id]);
  for (const resource of resources)
    if (resource.requires.some((required) => again.has(required))) again.add(resource.id);
  return again;
}

/** The inputs that a run was given; of those that are not whole in the store, others must be given. */
function inputsOf({ id, inputs, inputsFlaw }: RunRow, given: Inputs = {}): Inputs {
  if (inputsFlaw === null) return restoredValue(inputs) as Inputs;
  if (Object.keys(given).length > 0) return {};
  throw refusal(`the inputs of the run "${id}" are ${inputsFlaw} in the store; give them anew`);
}

function restoredValue(text: string): unknown {
  return decode(text, (name) => process.env[name] ?? "");
}

function goesOn({ id }: RunRow, { known }: Usable, { resources }: WorkflowDefinition): string {
  const done = resources.filter((resource) => known.has(resource.id)).length;
  return `the run ${id} goes on: ${done} of ${resources.length} resources are done`;
}

function taken({ id }: RunRow, { known }: Usable, { resources }: WorkflowDefinition): string {
  const ids = resources.flatMap((resource) => (known.has(resource.id) ? [resource.id] : []));
  return ids.length === 0 ? `nothing is taken from the run ${id}` : `taken from the run ${id}: ${ids.join(", ")}`;
}

function reasons({ again }: Usable, run: string): readonly string[] {
  return [...again].map(([id, reason]) => `${id} runs again: ${reasonText(reason, run)}`);
}

function reasonText(reason: "changed" | Flaw, run: string): string {
  switch (reason) {
    case "changed":
      return `it, or what it requires, has changed since the run ${run}`;
    case "cut":
      return "only the beginning of its result is recorded";
    case "masked":
      return "its result holds a secret, which is not recorded";
  }
}

function refusal(message: string): InvalidInput {
  return new InvalidInput("preflight", message);
}
