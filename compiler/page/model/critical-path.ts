/** What of a step counts for the path. */
export interface TimedStep {
  readonly id: string;
  readonly parent: string | undefined;
  readonly requires: readonly string[];
  /** Undefined for what never began, also where it has an end: it was skipped. */
  readonly startMs: number | undefined;
  readonly endMs: number | undefined;
}

/**
 * The chain of steps that made the run as long as it was: the one that ended last, the one that it waited for, and so on.
 * Parts of components count with their caller.
 */
export function criticalPath(steps: readonly TimedStep[]): {
  readonly path: ReadonlySet<string>;
  readonly ends: ReadonlyMap<string, number>;
} {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const ends = new Map(steps.flatMap(({ id, endMs }) => (endMs === undefined ? [] : [[id, endMs] as const])));
  const path = new Set<string>();
  const outer = steps.filter(({ parent, startMs }) => parent === undefined && startMs !== undefined);
  let next = waitedFor(
    outer.map(({ id }) => id),
    ends,
  );
  while (next !== undefined && !path.has(next)) {
    path.add(next);
    next = waitedFor(byId.get(next)?.requires ?? [], ends);
  }
  // A single step is not a chain.
  return { path: path.size > 1 ? path : new Set(), ends };
}

/** The one of these that ended last; of several, the last named. Undefined where none has ended. */
export function waitedFor(ids: readonly string[], ends: ReadonlyMap<string, number>): string | undefined {
  let found: string | undefined;
  for (const id of ids) {
    const end = ends.get(id);
    if (end !== undefined && end >= (found === undefined ? 0 : (ends.get(found) ?? 0))) found = id;
  }
  return found;
}
