import type { DatabaseSync } from "node:sqlite";
import type { WorkflowDefinition } from "../run/definition.ts";

/** Why what is recorded cannot be read back as it was. */
export type Flaw = "cut" | "masked";

/** A place that a run has recorded; the texts are those of encode.ts. */
export interface KnownPlace {
  /** The fingerprint of its resource. */
  readonly print: string;
  readonly outcome: string;
  readonly result: string | null;
  readonly flaw: Flaw | null;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** What a run can take over of a recorded one, and which resources run again, with the reason. */
export interface Usable {
  readonly known: ReadonlyMap<string, KnownPlace>;
  readonly again: ReadonlyMap<string, "changed" | Flaw>;
}

/** All places of a run. */
export function readPlaces(database: DatabaseSync, run: string): ReadonlyMap<string, KnownPlace> {
  const rows = database
    .prepare(
      `SELECT place, print, outcome, result, flaw, started_at AS startedAt, ended_at AS endedAt
       FROM places WHERE run = ? ORDER BY ended_at`,
    )
    .all(run) as unknown as readonly (KnownPlace & { readonly place: string })[];
  return new Map(rows.map(({ place, ...known }) => [place, known]));
}

/**
 * Of these places those that need not run again: whole, of resources that do what they did then, as all upstream of them
 * does, and not among those that are left out. What failed is forgotten, with its attempts.
 */
export function usablePlaces(
  places: ReadonlyMap<string, KnownPlace>,
  { prints = {} }: Pick<WorkflowDefinition, "prints">,
  leftOut: ReadonlySet<string> = new Set(),
): Usable {
  const known = new Map<string, KnownPlace>();
  const again = new Map<string, "changed" | Flaw>();
  const failed = failedPlaces(places);
  for (const [place, one] of places) {
    const id = resourceOf(place);
    if (leftOut.has(id) || failed.has(place) || failed.has(placeOfAttempt(place))) continue;
    const reason = one.print === prints[id] ? one.flaw : "changed";
    if (reason === null) known.set(place, one);
    else if (place === id) again.set(id, reason);
  }
  return { known, again };
}

/** Places that failed for good. */
function failedPlaces(places: ReadonlyMap<string, KnownPlace>): ReadonlySet<string> {
  const failed = [...places].filter(([place, { outcome }]) => placeOfAttempt(place) === place && hasFailed(outcome));
  return new Set(failed.map(([place]) => place));
}

/** The resource of the workflow that a place belongs to. */
export function resourceOf(place: string): string {
  return /^[^/[!]*/.exec(place)?.[0] ?? "";
}

/** `fetch` of `fetch!2`; any other place is its own. */
export function placeOfAttempt(place: string): string {
  return place.replace(/!\d+$/, "");
}

function hasFailed(outcome: string): boolean {
  return (JSON.parse(outcome) as { readonly failure?: unknown }).failure !== undefined;
}
