import type { Plan } from "../../nouns/plan.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type { PlanResource } from "../../nouns/plan-resource.ts";
import type { PlanValue } from "../../nouns/plan-value.ts";
import { expressionRoots } from "../../tree/plan-expressions.ts";
import { Expected } from "./expected.ts";
import { type Graph, readExpression } from "./read-expression.ts";

/** What a workflow expects of what comes from outside, by what it is. */
export interface Expectations {
  /** A field of a result, or the whole; `graph` is the place of a component, "" for the workflow. */
  result(graph: string, id: string, field: string | undefined): Expected;
  input(name: string): Expected;
  request(part: "body" | "query" | "headers"): Expected;
  environment(name: string): Expected;
  file(): Expected;
}

/** Follows values from where they come in to what expressions do with them. */
export function readExpectations(plan: Plan): Expectations {
  const known = new Map<string, Expected>();
  const at = (key: string): Expected => {
    const found = known.get(key) ?? new Expected();
    known.set(key, found);
    return found;
  };
  const graphs = [
    { place: "", resources: plan.resources },
    ...plan.components.toReversed().map(({ place, resources }) => ({ place, resources })),
  ];
  for (const { place, resources } of graphs) linkComponents(plan, { place, resources }, known, at);
  for (const { place, resources } of graphs) {
    for (const resource of resources) {
      const graph = graphOf(place, resource, known, at);
      for (const root of expressionRoots([resource])) readExpression(root, graph);
      passInputs(resource, graph, known);
    }
  }
  return {
    result: (graph, id, field) => at(resultKey(graph, id, field)),
    input: (name) => at(`/input/${name}`),
    request: (part) => at(`request/${part}`),
    environment: (name) => at(`environment/${name}`),
    file: () => at("file"),
  };
}

type At = (key: string) => Expected;
type Known = Map<string, Expected>;

function resultKey(graph: string, id: string, field: string | undefined): string {
  return `${graph}/result/${id}/${field ?? ""}`;
}

/** The result of a call is that of the component's target. */
function linkComponents(plan: Plan, { place, resources }: Place, known: Known, at: At): void {
  for (const { id, action } of resources) {
    const component = plan.components.find((candidate) => candidate.place === action?.component);
    const target = component?.resources.find((resource) => resource.id === component.target);
    if (component === undefined || target === undefined) continue;
    known.set(resultKey(place, id, undefined), at(resultKey(component.place, target.id, target.result.main)));
  }
}

interface Place {
  readonly place: string;
  readonly resources: readonly PlanResource[];
}

function graphOf(place: string, { items }: PlanResource, known: Known, at: At): Graph {
  const graph: Graph = {
    result: (id, field) => at(resultKey(place, id, field)),
    named: (kind, name) => at(kind === "environment" ? `environment/${name}` : `${place}/${kind}/${name}`),
    request: (part) => at(part === "file" ? "file" : `request/${part}`),
    store: (name, value) => void known.set(`${place}/stored/${name}`, value),
    variables: new Map(),
  };
  if (items === undefined) return graph;
  const list = items.value.kind === "expression" ? readExpression(items.value.expression, graph) : undefined;
  return { ...graph, variables: new Map([["item", list?.elements() ?? new Expected()]]) };
}

/** What a component does with its inputs, is done with what its caller gives. */
function passInputs({ action }: PlanResource, graph: Graph, known: Known): void {
  if (action?.component === undefined) return;
  for (const { key, value } of action.options) {
    const given = wholeExpression(value);
    const expected = given && readExpression(given, graph);
    if (expected !== undefined) known.set(`${action.component}/input/${key}`, expected);
  }
}

function wholeExpression(value: PlanValue): PlanExpression | undefined {
  return value.kind === "expression" ? value.expression : undefined;
}
