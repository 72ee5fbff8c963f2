import type { DevRoute } from "../../dev-data.ts";
import { formValues, parametersOf, requestText } from "../../model/form-values.ts";

/** Names of the fields of a request that are not parameters of its path, and could not be. */
export const queryField = "?";
export const bodyField = "{";

/** The request that a form asks for, its body as inputs, and what is wrong with the form. */
export function requestOf({ method, path }: DevRoute, filled: ReadonlyMap<string, string>) {
  const parameters = parametersOf(path).map((name) => ({ name, required: true, schema: {} }));
  const body = { name: bodyField, required: false, schema: { type: "object" } };
  const { inputs, problems } = formValues([...parameters, body], filled);
  return {
    inputs: (inputs[bodyField] ?? {}) as Readonly<Record<string, unknown>>,
    problems,
    request: requestText({ method, path }, filled, filled.get(queryField) ?? ""),
  };
}
