import type { PlanResource } from "../nouns/plan-resource.ts";

/**
 * The resources in the order in which they can run: each wave needs nothing but those before it. `resources` are in
 * topological order; what is left out of them is waited for by nobody.
 */
export function wavesOf(resources: readonly PlanResource[]): readonly (readonly PlanResource[])[] {
  const levels = new Map<string, number>();
  const waves: PlanResource[][] = [];
  for (const resource of resources) {
    const level = Math.max(0, ...resource.requires.map((id) => (levels.get(id) ?? -1) + 1));
    levels.set(resource.id, level);
    waves[level] = [...(waves[level] ?? []), resource];
  }
  return waves;
}
