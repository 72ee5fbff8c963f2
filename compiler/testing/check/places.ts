import { executorOf } from "../../executors/list.ts";
import type { Plan, PlanComponent } from "../../nouns/plan.ts";
import type { PlanResource } from "../../nouns/plan-resource.ts";
import type { Simulation } from "../../nouns/simulation.ts";

/** A resource as tests name it. */
export interface TestPlace {
  readonly resource: PlanResource;
  /** How its calls are answered; undefined for a resource that asks nothing. */
  readonly simulation: Simulation | undefined;
}

/** Every resource of a workflow by the place of its calls: `id`, and `caller/id` in components. */
export function testPlaces({ resources, components }: Plan): ReadonlyMap<string, TestPlace> {
  const places = new Map<string, TestPlace>();
  const byPlace = new Map(components.map((component) => [component.place, component]));
  const add = (all: readonly PlanResource[], path: string): void => {
    for (const resource of all) {
      places.set(path + resource.id, { resource, simulation: simulationFor(resource) });
      const inner = calledComponent(resource, byPlace);
      if (inner !== undefined) add(inner.resources, `${path}${resource.id}/`);
    }
  };
  add(resources, "");
  return places;
}

function calledComponent(
  { action }: PlanResource,
  byPlace: ReadonlyMap<string, PlanComponent>,
): PlanComponent | undefined {
  return action?.component === undefined ? undefined : byPlace.get(action.component);
}

function simulationFor(resource: PlanResource): Simulation | undefined {
  const { action } = resource;
  if (action === undefined) return undefined;
  const all = (executorOf(resource)?.simulations ?? []).filter(({ partOf }) => partOf === undefined);
  return all.find(({ kind }) => kind === action.runtime) ?? all[0];
}
