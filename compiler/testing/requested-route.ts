import type { Plan, PlanRequest } from "../nouns/plan.ts";
import type { CaseRequest } from "../nouns/test-case.ts";

/** The route and method of a workflow that take a request; undefined where none do. */
export function requestedRoute({ requests }: Plan, { method, path }: CaseRequest): PlanRequest | undefined {
  const [asked = ""] = path.split("?");
  return requests.find((one) => one.method === method && matches(one.path, asked));
}

function matches(route: string, path: string): boolean {
  const [wanted, found] = [route.split("/"), path.split("/")];
  return wanted.length === found.length && wanted.every((part, index) => part.startsWith(":") || part === found[index]);
}
