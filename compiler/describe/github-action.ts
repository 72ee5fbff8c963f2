import type { Plan } from "../nouns/plan.ts";
import type { PlanExpression } from "../nouns/plan-expression.ts";
import type { ResultShape } from "../nouns/plan-resource.ts";
import { expressionsIn } from "../tree/plan-expressions.ts";
import { readsFile } from "./effects.ts";

/** What a workflow is as an action of GitHub beside its inputs. */
export interface ActionShape {
  /** Fields of the result that are outputs of their own. `within`: the key of the result that holds them. */
  readonly outputs: { readonly within?: "response"; readonly names: readonly string[] };
  /** The input that names the file of `get('file')`; undefined where no expression reads it. */
  readonly fileInput: string | undefined;
}

/** What GitHub takes as the name of an input or output (metadata syntax, `inputs.<input_id>`). */
export const actionId = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** The shape of a workflow as an action, from the static type of its target and from what its expressions read. */
export function actionShape(plan: Plan): ActionShape {
  const target = plan.resources.find(({ id }) => id === plan.target);
  const response = target?.response?.response;
  const fields = response?.kind === "map" ? response.entries.map(({ key }) => key) : [];
  const outputs =
    target?.response === undefined
      ? { names: fieldsOf(target?.result) }
      : { within: "response" as const, names: fields };
  const hasFileInput = plan.inputs.some(({ name }) => name.toLowerCase() === "file");
  const asksForFile = !hasFileInput && readsFile(plan.resources);
  return { outputs: { ...outputs, names: unlike(outputs.names) }, fileInput: asksForFile ? "file" : undefined };
}

/** Where an input is declared, else where it is first read. */
export function placeOfInput(plan: Plan, name: string): PlanExpression["span"] {
  const declared = plan.inputs.find((input) => input.name === name)?.described?.span;
  const read = expressionsIn(plan.resources).find(
    (expression) => expression.kind === "input" && expression.name === name,
  );
  return declared ?? read?.span ?? { source: plan.source, start: 0, end: 0 };
}

/** Of the value that a run gives where the target has no response of its own. */
function fieldsOf(result: ResultShape | undefined): readonly string[] {
  if (result === undefined || result.fallback || result.each !== undefined) return [];
  const { type, main } = result;
  const bare = main === undefined ? type : type.kind === "map" ? type.fields?.[main] : undefined;
  return bare?.kind === "map" ? Object.keys(bare.fields ?? {}) : [];
}

/** Names that can be outputs; GitHub ignores case. `result` is the whole. */
function unlike(names: readonly string[]): readonly string[] {
  const taken = new Set(["result"]);
  return names.filter((name) => {
    const isNew = actionId.test(name) && !taken.has(name.toLowerCase());
    taken.add(name.toLowerCase());
    return isNew;
  });
}
