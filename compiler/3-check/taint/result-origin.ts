import { findExecutor } from "../../executors/list.ts";
import { namesIn } from "../../executors/names-in.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type { PlanResource } from "../../nouns/plan-resource.ts";
import type { PlanValue } from "../../nouns/plan-value.ts";
import type { ResourceSyntax } from "../../nouns/resource-syntax.ts";
import type { Span } from "../../nouns/source.ts";
import type { Path } from "../../tree/value-key.ts";
import type { ComponentCall } from "./component-summary.ts";
import type { Phase } from "./place.ts";
import { schemaTexts } from "./schema.ts";
import type { TaintContext } from "./taint-context.ts";
import { anyText, commonTexts, type TextSet } from "./text-set.ts";

/** Where a result comes from: a source, a component made of resources, or other values of the workflow. */
export type Origin =
  | { readonly kind: "source"; readonly source: string; readonly span: Span; readonly texts: TextSet }
  | { readonly kind: "component"; readonly call: ComponentCall }
  | {
      readonly kind: "values";
      readonly values: readonly { readonly value: PlanValue; readonly path: Path; readonly phase: Phase }[];
    };

/** The origin of the value at `path` of a read result. */
export function resultOrigin(
  { id, field }: Extract<PlanExpression, { kind: "result" }>,
  path: Path,
  context: TaintContext,
): Origin {
  const { graph, plans } = context;
  const resource = graph.resources.get(id);
  const [executor] = resource?.executors ?? [];
  if (resource === undefined) return nothing;
  if (executor === undefined) return responseOrigin(plans.get(id)?.response, path);
  const [component] = namesIn(executor, "component");
  if (component === undefined) {
    const source = `${findExecutor(executor.key)?.result?.source ?? "the result"} of "${id}"`;
    return { kind: "source", source, span: resource.span, texts: resultTexts(plans.get(id), field, path) };
  }
  return componentOrigin(component.value, resource, field === undefined ? path : [field, ...path], context);
}

/** A component made of resources is followed into itself; of a native one, an output with the name of an input is that. */
function componentOrigin(name: string, { id, span }: ResourceSyntax, path: Path, context: TaintContext): Origin {
  const { plans, components, summaries } = context;
  const given = plans.get(id)?.action?.options ?? [];
  const [summary, caller] = [summaries.get(name), plans.get(id)];
  if (summary !== undefined && caller !== undefined) {
    // Of a resource with items the value is the list of what its calls give.
    const inside = caller.items === undefined ? path : path.slice(1);
    return { kind: "component", call: { caller, component: name, summary, given, path: inside } };
  }
  const manifest = components.get(name);
  const output = manifest?.outputs.find((candidate) => candidate.name === path[0]);
  // A field that is there whatever is asked for and has the name of an input gives that input back.
  const isEcho = output?.when === undefined && manifest?.inputs.some((input) => input.name === output?.name);
  if (manifest?.native !== undefined && !isEcho) {
    return { kind: "source", source: `what "${id}" retrieves`, span, texts: anyText };
  }
  const echoed = given.filter(({ key }) => output === undefined || key === output.name);
  const values = (echoed.length > 0 ? echoed : given).map(({ value }) => ({ value, path: [], phase: "run" as const }));
  return { kind: "values", values };
}

/** A value that the run holds against a schema is one of its texts. */
function resultTexts(plan: PlanResource | undefined, field: string | undefined, path: Path): TextSet {
  if (plan === undefined || field !== plan.result.main) return anyText;
  const inside = plan.items === undefined ? path : path.slice(1);
  const schemas = plan.action?.options.flatMap(({ value }) => (value.kind === "schema" ? [value.schema] : [])) ?? [];
  return schemas.map((schema) => schemaTexts(schema, inside)).reduce(commonTexts, anyText);
}

const nothing: Origin = { kind: "values", values: [] };

/** A resource without an executor gives the `success` and `response` of its apiResponse. */
function responseOrigin(
  response: { readonly success: PlanValue; readonly response: PlanValue } | undefined,
  path: Path,
): Origin {
  if (response === undefined) return nothing;
  const [step, ...rest] = path;
  const values = [
    { step: "success", value: response.success },
    { step: "response", value: response.response },
  ];
  const asked = values.filter((part) => step === undefined || step === "*" || step === part.step);
  return { kind: "values", values: asked.map(({ value }) => ({ value, path: rest, phase: "response" as const })) };
}
