import type { Languages } from "../../languages/languages.ts";
import type { ComponentManifest } from "../../nouns/component.ts";
import type { PlanResource } from "../../nouns/plan.ts";
import type { InputSyntax, WorkflowSyntax } from "../../nouns/syntax.ts";
import type { Graph } from "../graph/graph.ts";
import type { ComponentSummary } from "./component-summary.ts";
import { Guards } from "./guards.ts";
import { Stores } from "./stores.ts";

/** All that is known of a workflow when values are followed through it. */
export interface TaintContext {
  readonly workflow: WorkflowSyntax;
  readonly graph: Graph;
  readonly plans: ReadonlyMap<string, PlanResource>;
  readonly components: ReadonlyMap<string, ComponentManifest>;
  /** Of components made of resources, by the names that resources call them by. */
  readonly summaries: ReadonlyMap<string, ComponentSummary>;
  readonly languages: Languages;
  readonly inputs: ReadonlyMap<string, InputSyntax>;
  readonly stores: Stores;
  readonly guards: Guards;
}

/** What it is made from. */
export type TaintInput = Pick<TaintContext, "workflow" | "graph" | "plans" | "components" | "summaries" | "languages">;

/** Gathers who stores what and which conditions hold where. */
export function taintContextOf(input: TaintInput): TaintContext {
  const { workflow, graph, plans } = input;
  const stores = new Stores(plans.values(), graph);
  const guards = new Guards({ plans, graph, stores, routes: workflow.routes });
  const inputs = new Map((workflow.inputs ?? []).map((declared) => [declared.name, declared]));
  return { ...input, inputs, stores, guards };
}
