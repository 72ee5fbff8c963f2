import type { RequestPlan, ResourceDefinition, WorkflowDefinition } from "./definition.ts";

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

/** What a request of this route and method executes. */
export function requestExecution(definition: WorkflowDefinition, plan: RequestPlan): Execution {
  const needed = new Set(plan.resources);
  return {
    resources: definition.resources.filter(({ id }) => needed.has(id)),
    answer: plan.answer,
    inOrder: plan.inOrder,
  };
}
