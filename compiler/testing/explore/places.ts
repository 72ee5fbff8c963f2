import type { Plan } from "../../nouns/plan.ts";
import type { PlanResource } from "../../nouns/plan-resource.ts";

/** A resource that asks the world, where it is called. */
export interface AskingPlace {
  /** As tests name it: `id`, `caller/id` in a component. */
  readonly place: string;
  /** Place of the component that it belongs to; "" for the workflow. */
  readonly graph: string;
  readonly resource: PlanResource;
}

/** Every resource of a workflow, and of each call of a component, whose executor asks the world. */
export function askingPlaces(plan: Plan): readonly AskingPlace[] {
  const inside = (resources: readonly PlanResource[], graph: string, prefix: string): readonly AskingPlace[] =>
    resources.flatMap((resource) => {
      const { id, action } = resource;
      if (action === undefined) return [];
      const component = plan.components.find(({ place }) => place === action.component);
      if (component === undefined) return [{ place: `${prefix}${id}`, graph, resource }];
      return inside(component.resources, component.place, `${prefix}${id}/`);
    });
  return inside(plan.resources, "", "");
}
