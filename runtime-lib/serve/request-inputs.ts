import type { WorkflowDefinition } from "../run/definition.ts";
import { InvalidInput } from "../run/errors.ts";
import { fromCommandLine } from "../run/inputs.ts";
import type { RunRequest } from "../run/state.ts";
import { Bare, isMap, typeOf } from "../run/values.ts";

/** What a run must know of a request beside the request. */
interface RequestKind {
  /** True where its path or query has parameters. */
  readonly hasParameters: boolean;
  /** True where the fields of the body are text, whatever they stand for. */
  readonly isForm: boolean;
  /** True where fields of the body are read: it must be a map then, if there is one. */
  readonly readsFields: boolean;
}

/**
 * The inputs of a request: the fields of its body go over the parameters of path and query, what is not declared is left
 * to `get('body')`. Text is read as the type that the input's schema says. Throws InvalidInput where fields are read of a
 * body that has none.
 */
export function requestInputs(
  definition: WorkflowDefinition,
  request: Pick<RunRequest, "query" | "body">,
  { hasParameters, isForm, readsFields }: RequestKind,
): Record<string, unknown> {
  const { body } = request;
  if (readsFields && body !== undefined && !isMap(body)) {
    throw new InvalidInput("validation", `the body must be a JSON object, found ${typeOf(body)}`);
  }
  const inputs: Record<string, unknown> = new Bare();
  const take = (name: string, value: unknown): void => {
    if (!definition.closedInputs || definition.inputs.some((input) => input.name === name)) inputs[name] = value;
  };
  if (hasParameters) {
    const { query = {} } = request;
    for (const name of Object.keys(query)) take(name, fromCommandLine(definition, name, query[name] ?? ""));
  }
  if (isMap(body)) {
    for (const name of Object.keys(body)) {
      const value = body[name];
      take(name, isForm && typeof value === "string" ? fromCommandLine(definition, name, value) : value);
    }
  }
  return inputs;
}
