import { createHash } from "node:crypto";
import type { Plan } from "../nouns/plan.ts";
import type { PlanResource } from "../nouns/plan-resource.ts";

/**
 * By id, a hash over what a resource does, and all upstream of it, with the components, databases and environment that
 * they use: where it is the same, a recorded result is still right. Where something stands in its file does not count.
 */
export function fingerprintsOf(plan: Plan, compilerVersion: string): Readonly<Record<string, string>> {
  const { connections, environment, components, resources } = plan;
  const shared = hashOf({ compilerVersion, connections, environment, components });
  const made = new Map<string, string>();
  // In topological order; what a model may call for counts as upstream of every chat that has tools.
  for (const resource of resources.filter(({ onDemand }) => onDemand))
    made.set(resource.id, printOf(resource, made, shared));
  const tools = [...made.values()];
  for (const resource of resources) {
    if (!resource.onDemand)
      made.set(resource.id, printOf(resource, made, hasTools(resource) ? [shared, tools] : shared));
  }
  return Object.fromEntries(resources.map(({ id }) => [id, made.get(id) ?? ""]));
}

/** A hash over all that a workflow does: where it is another, so is the version that its runs belong to. */
export function planHashOf(plan: Plan, compilerVersion: string): string {
  const { sourceHash: _, ...rest } = plan;
  return hashOf({ compilerVersion, rest });
}

function printOf(resource: PlanResource, made: ReadonlyMap<string, string>, shared: unknown): string {
  return hashOf({ resource, upstream: resource.requires.map((id) => made.get(id)), shared });
}

function hasTools({ action }: PlanResource): boolean {
  return action?.options.some(({ key }) => key === "tools") === true;
}

function hashOf(value: unknown): string {
  const text = JSON.stringify(value, (key, inner: unknown) => (key === "span" || key === "source" ? undefined : inner));
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}
