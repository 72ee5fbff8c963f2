import type { RequestPlan, ResourceDefinition, WorkflowDefinition } from "./definition.ts";
import { InvalidInput } from "./errors.ts";

/** What one run executes, and whose result is its result. */
export interface Execution {
  readonly resources: readonly ResourceDefinition[];
  readonly answer: string;
  /** True where none of the resources waits for anything. */
  readonly inOrder: boolean;
}

/** The whole workflow. */
export function wholeExecution(definition: WorkflowDefinition): Execution {
  return {
    resources: definition.resources.filter(({ onDemand }) => !onDemand),
    answer: definition.target,
    inOrder: false,
  };
}

/** One resource and all that it needs. Throws InvalidInput where there is none of that id. */
export function onlyExecution(definition: WorkflowDefinition, id: string): Execution {
  const { resources } = definition;
  const needed = new Set([id]);
  // In topological order, so that whoever needs something has been met before it.
  for (const resource of resources.toReversed()) {
    if (needed.has(resource.id)) for (const required of resource.requires) needed.add(required);
  }
  if (!resources.some((resource) => resource.id === id)) {
    const known = resources.map((resource) => resource.id).join(", ");
    throw new InvalidInput("preflight", `--only takes the id of a resource: ${known}; not "${id}"`);
  }
  return { resources: resources.filter((resource) => needed.has(resource.id)), answer: id, inOrder: false };
}

/** What a request of this route and method executes. */
export function requestExecution(definition: WorkflowDefinition, plan: RequestPlan): Execution {
  const needed = new Set(plan.resources);
  return {
    resources: definition.resources.filter(({ id }) => needed.has(id)),
    answer: plan.answer,
    inOrder: plan.inOrder,
  };
}
