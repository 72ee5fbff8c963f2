import type { WorkflowDefinition } from "../run/definition.ts";
import type { EventDetails, EventKind, FlowEvent } from "../run/events.ts";
import { decode } from "../store/encode.ts";
import type { KnownPlace } from "../store/known-places.ts";
import type { Outcome } from "../store/outcome.ts";

/** Of which workflow and run. */
export interface EventSource {
  readonly definition: Pick<WorkflowDefinition, "name" | "resources" | "components">;
  readonly runId: string;
}

/** An event of a run, rebuilt from what was recorded. `at` is in milliseconds since 1970. */
export function eventOf(
  { definition, runId }: EventSource,
  event: EventKind,
  at: number,
  details: EventDetails = {},
): FlowEvent {
  return { event, workflowId: definition.name, runId, emittedAt: new Date(at).toISOString(), ...details };
}

/** The events of one place: its start and its end, or an attempt that failed; none for an item, which has none of its own. */
export function placeEvents(source: EventSource, place: string, known: KnownPlace): readonly FlowEvent[] {
  const { path, id, item, attempt } = partsOf(place);
  if (item !== undefined && attempt === undefined) return [];
  const outcome = decode(known.outcome, () => "***") as Outcome;
  const resourceType = typeOf(source.definition, path, id);
  const fields = { actionId: `${path}${id}`, ...(resourceType !== undefined && { resourceType }) };
  if (attempt !== undefined) {
    const details = { ...fields, ...failureFields(outcome), attempt, ...(item !== undefined && { item }) };
    return [eventOf(source, "resource.retrying", known.endedAt, details)];
  }
  if (outcome.skipped !== undefined)
    return [eventOf(source, "resource.skipped", known.endedAt, { ...fields, message: outcome.skipped })];
  const { usage, items } = outcome;
  const hasFailed = (outcome.failure ?? outcome.recovered) !== undefined;
  const end = {
    ...fields,
    ...failureFields(outcome),
    durationMs: known.endedAt - known.startedAt,
    ...(usage && !hasFailed && { usage }),
    ...(items && { items }),
  };
  return [
    eventOf(source, "resource.started", known.startedAt, fields),
    eventOf(source, hasFailed ? "resource.failed" : "resource.completed", known.endedAt, end),
  ];
}

interface PlaceParts {
  /** In front of the id where it is inside a component, without attempts: `caller/`. */
  readonly path: string;
  readonly id: string;
  readonly item: number | undefined;
  /** Of an attempt that failed and was followed by another. */
  readonly attempt: number | undefined;
}

/** `caller!1/fetch[3]!2`: the second attempt of an item of a resource inside a component that runs again. */
function partsOf(place: string): PlaceParts {
  const [, path = "", id = "", item, attempt] = /^(.*\/)?([^[!]*)(?:\[(\d+)\])?(?:!(\d+))?$/.exec(place) ?? [];
  const number = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));
  return { path: path.replaceAll(/!\d+(?=\/)/g, ""), id, item: number(item), attempt: number(attempt) };
}

/** The type of a resource; inside components only where all that have one of this id agree. */
function typeOf(
  { resources, components = [] }: EventSource["definition"],
  path: string,
  id: string,
): string | undefined {
  const all = path === "" ? resources : components.flatMap((component) => component.resources);
  const types = new Set(all.filter((resource) => resource.id === id).map(({ type }) => type));
  return types.size === 1 ? [...types][0] : undefined;
}

function failureFields({ failure, recovered }: Outcome): EventDetails {
  const shown = failure ?? recovered;
  if (shown === undefined) return {};
  const { exitCode, signal, command, tail, place } = shown.details;
  return {
    ...{ message: shown.message, failureClass: shown.failureClass },
    ...(failure === undefined && { recovered: true }),
    ...(place !== undefined && { place }),
    ...(typeof exitCode === "number" && { exitCode }),
    ...(signal !== undefined && { signal }),
    ...(command !== undefined && { command }),
    ...(tail !== undefined && { tail }),
  };
}
