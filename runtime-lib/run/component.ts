import { prepareComponentInputs, refuseWrongOutputs } from "./component-values.ts";
import { bareValue, type ComponentDefinition } from "./definition.ts";
import { schedule } from "./scheduler.ts";
import { type Emit, newState, type Run, type StateTypes } from "./state.ts";
import type { Step } from "./step.ts";
import { throughEffects } from "./through-effects.ts";

/**
 * Runs a component made of resources: a graph with inputs, results and names of its own, in the slots of the step that
 * calls it. Its resources are reported as `<caller>/<id>`. Resolves to its value; rejects with class validation for inputs
 * or outputs that do not fit, else with the failure of the resource that failed.
 */
export async function component<Types extends StateTypes, Value>(
  step: Step<Types>,
  definition: ComponentDefinition,
  given: Readonly<Record<string, unknown>>,
): Promise<Value> {
  const inputs = prepareComponentInputs(definition, given);
  const value = await throughEffects(step, { kind: "component", request: inputs }, () =>
    runInside(step, definition, inputs),
  );
  refuseWrongOutputs(definition, value);
  return value as Value;
}

async function runInside(
  step: Step,
  definition: ComponentDefinition,
  inputs: Record<string, unknown>,
): Promise<unknown> {
  const { resources, target } = definition;
  const inner = new InnerRun(step, definition, inputs);
  const unasked = resources.filter(({ onDemand }) => !onDemand);
  await schedule(inner, unasked);
  const resource = resources.find(({ id }) => id === target);
  const results = inner.state.results as Readonly<Record<string, unknown>>;
  return resource === undefined ? null : bareValue(resource, results[target]);
}

/**
 * The run of a component inside another run: a graph, a state and responses of its own, all else is that of the run
 * around it, asked for when it is wanted. Nothing is copied, as a run makes most of what it has when it is first asked.
 */
class InnerRun implements Run {
  readonly resources: Run["resources"];
  readonly state: Run["state"];
  readonly slots: Run["slots"];
  readonly responses: Run["responses"] = new Map();
  readonly request: undefined;
  readonly file: undefined;
  readonly journal: Run["journal"];
  readonly path: string;
  caller: Run["caller"];
  readonly emit: Run["emit"];
  readonly detail: Run["detail"];
  readonly #outer: Run;

  constructor(step: Step, { resources }: ComponentDefinition, inputs: Record<string, unknown>) {
    const { run, label, slots, attempt } = step;
    this.#outer = run;
    this.journal = step.journal;
    // Each attempt of the caller runs it anew.
    this.path = `${step.place}${attempt === 1 ? "" : `!${attempt}`}/`;
    this.resources = resources;
    this.state = newState(resources, inputs);
    this.slots = slots;
    this.emit = below(label, run.emit);
    this.detail = below(label, run.detail);
  }

  get id(): Run["id"] {
    return this.#outer.id;
  }

  get definition(): Run["definition"] {
    return this.#outer.definition;
  }

  get cancellation(): Run["cancellation"] {
    return this.#outer.cancellation;
  }

  get environment(): Run["environment"] {
    return this.#outer.environment;
  }

  get given(): Run["given"] {
    return this.#outer.given;
  }

  get folder(): Run["folder"] {
    return this.#outer.folder;
  }

  get trace(): Run["trace"] {
    return this.#outer.trace;
  }

  get effects(): Run["effects"] {
    return this.#outer.effects;
  }

  get secrets(): Run["secrets"] {
    return this.#outer.secrets;
  }

  get closers(): Run["closers"] {
    return this.#outer.closers;
  }

  get shared(): Run["shared"] {
    return this.#outer.shared;
  }
}

/** Events of resources inside a component name the resource that calls it as well. */
function below(label: string, emit: Emit | undefined): Emit | undefined {
  return emit && ((event, details = {}) => emit(event, { ...details, actionId: `${label}/${details.actionId ?? ""}` }));
}
