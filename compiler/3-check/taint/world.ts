import type { ComponentManifest } from "../../nouns/component.ts";
import type { PlanResource } from "../../nouns/plan.ts";
import type { InputSyntax, WorkflowSyntax } from "../../nouns/syntax.ts";
import type { Graph } from "../graph/graph.ts";
import type { ComponentFlow } from "./component-flow.ts";
import { Guards } from "./guards.ts";
import { Stores } from "./stores.ts";

/** All that is known of a workflow when values are followed through it. */
export interface World {
  readonly workflow: WorkflowSyntax;
  readonly graph: Graph;
  readonly plans: ReadonlyMap<string, PlanResource>;
  readonly components: ReadonlyMap<string, ComponentManifest>;
  /** What the values of components made of resources hold, by the names that resources call them by. */
  readonly flows: ReadonlyMap<string, ComponentFlow>;
  readonly inputs: ReadonlyMap<string, InputSyntax>;
  readonly stores: Stores;
  readonly guards: Guards;
}

/** What a world is made from. */
export type WorldInput = Pick<World, "workflow" | "graph" | "plans" | "components" | "flows">;

/** Gathers who stores what and which conditions hold where. */
export function worldOf(input: WorldInput): World {
  const { workflow, graph, plans } = input;
  const stores = new Stores(plans.values(), graph);
  const guards = new Guards({ plans, graph, stores, routes: workflow.routes });
  const inputs = new Map((workflow.inputs ?? []).map((declared) => [declared.name, declared]));
  return { ...input, inputs, stores, guards };
}
