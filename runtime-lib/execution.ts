import type { RequestPlan, ResourceDefinition, WorkflowDefinition } from "./definition.ts";
import { InvalidInput } from "./errors.ts";
import type { RunRequest } from "./run-state.ts";

/** What one run executes, and whose result is its result. */
export interface Execution {
  readonly resources: readonly ResourceDefinition[];
  readonly answer: string;
  /** True where none of the resources waits for anything. */
  readonly inOrder: boolean;
}

/** The whole workflow, or what its build decided for this request. Throws InvalidInput where no route takes it. */
export function executionOf(definition: WorkflowDefinition, request: RunRequest | undefined): Execution {
  if (!definition.server || request === undefined) {
    return {
      resources: definition.resources.filter(({ onDemand }) => !onDemand),
      answer: definition.target,
      inOrder: false,
    };
  }
  const plans = (definition.requests ?? []).filter(({ path }) => matchPath(path, request.path) !== undefined);
  if (plans.length === 0) throw new InvalidInput("validation", `no route ${request.path} in this workflow`);
  const plan = plans.find(({ method }) => method === request.method);
  if (plan !== undefined) return requestExecution(definition, plan);
  throw new InvalidInput("validation", `the route ${request.path} does not take ${request.method}`);
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

/** The parameters of a declared path such as `/users/:id` in a request's path; undefined where it does not match. */
export function matchPath(declared: string, path: string): Readonly<Record<string, string>> | undefined {
  const names = declared.split("/");
  const segments = path.split("/");
  if (names.length !== segments.length) return undefined;
  const parameters: Record<string, string> = Object.create(null);
  for (const [index, name] of names.entries()) {
    const segment = segments[index] ?? "";
    if (name.startsWith(":") && segment !== "") parameters[name.slice(1)] = decodeSegment(segment);
    else if (name !== segment) return undefined;
  }
  return parameters;
}

/** Percent-decoded; as it is where it is not valid. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
