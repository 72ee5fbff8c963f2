import { findExecutor } from "../../executors/list.ts";
import type { PlanExpression, PlanValue } from "../../plan.ts";
import type { Span } from "../../source.ts";
import { literalField } from "../resolve/literal-field.ts";
import type { Path } from "./key.ts";
import type { Phase } from "./place.ts";
import type { World } from "./world.ts";

/** Where a result comes from: from outside, or from other values of the workflow. */
export type Origin =
  | { readonly kind: "outside"; readonly what: string; readonly span: Span }
  | {
      readonly kind: "inside";
      readonly values: readonly { readonly value: PlanValue; readonly path: Path; readonly phase: Phase }[];
    };

/** The origin of the value at `path` of a read result. */
export function resultOrigin(
  { id, field }: Extract<PlanExpression, { kind: "result" }>,
  path: Path,
  { graph, plans, components }: World,
): Origin {
  const resource = graph.resources.get(id);
  const [executor] = resource?.executors ?? [];
  if (resource === undefined) return nothing;
  if (executor === undefined) return responseOrigin(plans.get(id)?.response, path);
  const spec = findExecutor(executor.key);
  if (executor.key !== "component") {
    const what = `${spec?.result?.outside ?? "the result"} of "${id}"`;
    return { kind: "outside", what, span: resource.span };
  }
  const manifest = components.get(literalField(executor, "name") ?? "");
  const output = manifest?.outputs.find(({ name }) => name === (field ?? path[0]));
  // A field that is there whatever is asked for and has the name of an input gives that input back.
  const isEcho = output?.when === undefined && manifest?.inputs.some(({ name }) => name === output?.name);
  if (manifest?.native !== undefined && !isEcho) {
    return { kind: "outside", what: `what "${id}" retrieves`, span: resource.span };
  }
  const given = plans.get(id)?.action?.options ?? [];
  const echoed = given.filter(({ key }) => output === undefined || key === output.name);
  const values = (echoed.length > 0 ? echoed : given).map(({ value }) => ({ value, path: [], phase: "run" as const }));
  return { kind: "inside", values };
}

const nothing: Origin = { kind: "inside", values: [] };

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
  return { kind: "inside", values: asked.map(({ value }) => ({ value, path: rest, phase: "after" as const })) };
}
