import type { PlanExpression } from "../../nouns/plan.ts";
import { anyType } from "../../nouns/value-type.ts";
import type { ComponentFlow } from "./component-flow.ts";
import { placeIn } from "./place.ts";
import type { Tracer } from "./tracer.ts";
import type { World } from "./world.ts";

/** The flow of the component that these resources make; its value is that of its target. */
export function targetFlow({ workflow, graph }: World, tracer: Tracer): ComponentFlow {
  const resource = graph.resources.get(workflow.target?.value ?? "");
  if (resource === undefined) return () => [];
  const { id, span: at } = resource;
  const node: PlanExpression = {
    kind: "result",
    id,
    field: undefined,
    optional: false,
    sure: false,
    span: at,
    type: anyType,
  };
  return (path) => tracer.trace(node, path, placeIn(id, "after"));
}
