import { prepareComponentInputs, refuseWrongOutputs } from "./component-values.ts";
import { bareValue, type ComponentDefinition } from "./definition.ts";
import { newState, type Run, type StateTypes } from "./run-state.ts";
import { schedule } from "./scheduler.ts";
import type { Step } from "./step.ts";

/**
 * Runs a component made of resources: a graph with inputs, results and names of its own, in the slots of the step that
 * calls it. Its resources are told as `<caller>/<id>`. Resolves to its value; rejects with class validation for inputs
 * or outputs that do not fit, else with the failure of the resource that failed.
 */
export async function component<Types extends StateTypes, Value>(
  step: Step<Types>,
  definition: ComponentDefinition,
  given: Readonly<Record<string, unknown>>,
): Promise<Value> {
  const { resources, target } = definition;
  const inner = innerRun(step, definition, prepareComponentInputs(definition, given));
  const unasked = resources.filter(({ onDemand }) => !onDemand);
  await schedule(inner, unasked);
  const resource = resources.find(({ id }) => id === target);
  const results = inner.state.results as Readonly<Record<string, unknown>>;
  const value = resource === undefined ? null : bareValue(resource, results[target]);
  refuseWrongOutputs(definition, value);
  return value as Value;
}

function innerRun<Types extends StateTypes>(
  step: Step<Types>,
  { resources }: ComponentDefinition,
  inputs: Record<string, unknown>,
): Run {
  const { run, label, slots } = step;
  const { emit } = run;
  return {
    ...run,
    get id() {
      return run.id;
    },
    resources,
    state: newState(resources, inputs),
    request: undefined,
    file: undefined,
    responses: new Map(),
    slots,
    caller: undefined,
    emit:
      emit && ((event, details = {}) => emit(event, { ...details, actionId: `${label}/${details.actionId ?? ""}` })),
  };
}
