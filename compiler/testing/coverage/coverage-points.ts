import type { Decision } from "../../nouns/decision.ts";
import { LineIndex } from "../../nouns/lines.ts";
import type { Plan } from "../../nouns/plan.ts";
import type { PlanResource } from "../../nouns/plan-resource.ts";
import type { DeclaredRoute } from "../../nouns/settings-syntax.ts";
import type { Source, Span } from "../../nouns/source.ts";
import type { ObservedRuns, ResourceCounts } from "./observed-runs.ts";

/** A place of a workflow, and how often runs went each way from there. */
export interface CoveragePoint {
  readonly source: Source;
  readonly line: number;
  readonly column: number;
  /** Such as `skip` or `resource fetch`. */
  readonly name: string;
  readonly ways: readonly { readonly label: string; readonly count: number }[];
}

/** What the runs of a workflow are counted by. */
export interface Counted {
  readonly plan: Plan;
  readonly routes: readonly DeclaredRoute[];
  readonly decisions: readonly Decision[];
  /** Of the bundle, by the counters of the decisions. */
  readonly counters: ArrayLike<number>;
  readonly runs: ObservedRuns;
}

/** All that tests of a workflow can cover, in the order of its files. */
export function coveragePoints({ plan, routes, decisions, counters, runs }: Counted): readonly CoveragePoint[] {
  const lines = new LineIndex();
  const point = ({ source, start }: Span, name: string, ways: CoveragePoint["ways"]): CoveragePoint => ({
    source,
    ...lines.at(source, start),
    name,
    ways,
  });
  const found = [
    ...routes.map((route) => point(route.path.span, `route ${route.path.value}`, routeWays(route, runs))),
    ...placesOf(plan).flatMap(({ resource, places }) => {
      const counts = summed(places.map((place) => runs.counts(place)));
      return waysOf(resource, counts).map(([name, ways]) => point(resource.span, name, ways));
    }),
    ...decisions.map(({ kind, span, ways }) =>
      point(
        span,
        names[kind],
        ways.map(({ label, counter }) => ({ label, count: timesOf({ kind, ways, label, counter }, counters) })),
      ),
    ),
  ];
  return found.sort(
    (a, b) => a.source.name.localeCompare(b.source.name, "en") || a.line - b.line || a.column - b.column,
  );
}

/** The points of each file, by its path. */
export function byFile(points: readonly CoveragePoint[]): ReadonlyMap<string, readonly CoveragePoint[]> {
  const files = new Map<string, CoveragePoint[]>();
  for (const point of points) {
    const { path } = point.source;
    files.set(path, [...(files.get(path) ?? []), point]);
  }
  return files;
}

const names = { conditional: "condition", default: "??", skip: "skip", check: "check" } as const;

/** Of `??`, the first counter counts both ways. */
function timesOf(
  {
    kind,
    ways,
    label,
    counter,
  }: Pick<Decision, "kind" | "ways"> & { readonly label: string; readonly counter: number },
  counters: ArrayLike<number>,
): number {
  const count = counters[counter] ?? 0;
  if (kind !== "default" || label !== "value") return count;
  return count - (counters[ways[1]?.counter ?? -1] ?? 0);
}

interface Placed {
  readonly resource: PlanResource;
  /** Where it is called from: `caller/id`. */
  readonly places: readonly string[];
}

/** Each resource, those of components too, with all places in which it runs. */
function placesOf(plan: Plan): readonly Placed[] {
  const found = new Map<PlanResource, string[]>();
  const enter = (resources: readonly PlanResource[], prefix: string): void => {
    for (const resource of resources) {
      const place = `${prefix}${resource.id}`;
      found.set(resource, [...(found.get(resource) ?? []), place]);
      const component = plan.components.find(({ place: name }) => name === resource.action?.component);
      if (component !== undefined) enter(component.resources, `${place}/`);
    }
  };
  enter(plan.resources, "");
  return [...found].map(([resource, places]) => ({ resource, places }));
}

function summed(counts: readonly ResourceCounts[]): ResourceCounts {
  const sum = (name: keyof ResourceCounts): number => counts.reduce((total, one) => total + one[name], 0);
  return {
    started: sum("started"),
    completed: sum("completed"),
    failed: sum("failed"),
    noItems: sum("noItems"),
    someItems: sum("someItems"),
    failedItems: sum("failedItems"),
  };
}

type NamedWays = readonly [name: string, ways: CoveragePoint["ways"]];

function waysOf({ id, onError, items }: PlanResource, counts: ResourceCounts): readonly NamedWays[] {
  const { started, completed, failed, noItems, someItems, failedItems } = counts;
  const oneFails = onError === undefined ? [] : [{ label: "one fails", count: failedItems }];
  // A list that is written out is never empty.
  const none = items?.value.kind === "list" ? [] : [{ label: "none", count: noItems }];
  return [
    [`resource ${id}`, [{ label: "runs", count: started }]],
    ...(items === undefined ? [] : [["items", [...none, { label: "some", count: someItems }, ...oneFails]] as const]),
    ...(onError === undefined || items !== undefined
      ? []
      : [
          [
            "onError",
            [
              { label: "fails", count: failed },
              { label: "works", count: completed },
            ],
          ] as const,
        ]),
  ];
}

const allMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function routeWays({ path, methods }: DeclaredRoute, { requests }: ObservedRuns): CoveragePoint["ways"] {
  const named = methods.length === 0 ? allMethods : methods.map(({ value }) => value.toUpperCase());
  const wanted = new RegExp(`^${path.value.split("/").map(segment).join("/")}$`);
  return named.map((method) => ({
    label: method,
    count: requests.filter(
      (request) => request.method.toUpperCase() === method && wanted.test(request.path.split("?")[0] ?? ""),
    ).length,
  }));
}

function segment(part: string): string {
  return part.startsWith(":") ? "[^/]+" : part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
