import type { Languages } from "../../languages/languages.ts";
import type { ComponentManifest } from "../../nouns/component.ts";
import type { PlanConnection } from "../../nouns/plan.ts";
import type { PlanResource } from "../../nouns/plan-resource.ts";
import type { PlanEntry } from "../../nouns/plan-value.ts";
import type { InputSyntax } from "../../nouns/resource-syntax.ts";
import type { WorkflowSyntax } from "../../nouns/syntax.ts";
import type { Path } from "../../tree/value-key.ts";
import type { Graph } from "../graph/graph.ts";
import { toolsOf } from "../graph/tools.ts";
import type { ComponentSummary } from "./component-summary.ts";
import { Guards } from "./guards.ts";
import { schemaTexts } from "./schema.ts";
import { Stores } from "./stores.ts";
import { allTexts, anyText, type TextSet } from "./text-set.ts";

/** All that is known of a workflow when values are followed through it. */
export interface TaintContext {
  readonly workflow: WorkflowSyntax;
  readonly graph: Graph;
  readonly plans: ReadonlyMap<string, PlanResource>;
  readonly components: ReadonlyMap<string, ComponentManifest>;
  /** Of components made of resources, by the names that resources call them by. */
  readonly summaries: ReadonlyMap<string, ComponentSummary>;
  readonly languages: Languages;
  /** What all commands of the workflow have in their environment. */
  readonly environment: readonly PlanEntry[];
  readonly connections: readonly PlanConnection[];
  readonly inputs: ReadonlyMap<string, InputSyntax>;
  /** Inputs of whose schemas nothing is known, as they do not hold together. */
  readonly unreadInputs: ReadonlySet<string>;
  readonly stores: Stores;
  readonly guards: Guards;
  /** What a model can give a tool as the value at `path` of an argument. */
  readonly argumentTexts: (resource: string, name: string, path: Path) => TextSet;
}

/** What it is made from. */
export type TaintInput = Pick<
  TaintContext,
  | "workflow"
  | "graph"
  | "plans"
  | "components"
  | "summaries"
  | "languages"
  | "environment"
  | "connections"
  | "unreadInputs"
>;

/** Gathers who stores what and which conditions hold where. */
export function taintContextOf(input: TaintInput): TaintContext {
  const { workflow, graph, plans } = input;
  const stores = new Stores(plans.values(), graph);
  const guards = new Guards({ plans, graph, stores, routes: workflow.routes });
  const inputs = new Map((workflow.inputs ?? []).map((declared) => [declared.name, declared]));
  const tools = workflow.resources.flatMap(toolsOf);
  const argumentTexts = (resource: string, name: string, path: Path) => {
    const schemas = tools.filter(({ script }) => script.value === resource).flatMap(({ parameters }) => parameters);
    const given = schemas.filter((parameter) => parameter.name.value === name);
    return given.length === 0 ? anyText : allTexts(...given.map(({ schema }) => schemaTexts(schema, path)));
  };
  return { ...input, inputs, stores, guards, argumentTexts };
}
