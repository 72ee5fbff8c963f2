import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { anyType } from "../../nouns/value-type.ts";
import type { ComponentSummary } from "./component-summary.ts";
import { placeIn } from "./place.ts";
import type { TaintContext } from "./taint-context.ts";
import type { Tracer } from "./tracer.ts";

/** The summary of the component that these resources make; its value is that of its target. */
export function targetSummary({ workflow, graph }: TaintContext, tracer: Tracer): ComponentSummary {
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
