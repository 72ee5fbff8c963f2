import { executorOf } from "../executors/list.ts";
import type { Effects } from "../nouns/executor.ts";
import type { Plan } from "../nouns/plan.ts";
import type { PlanResource } from "../nouns/plan-resource.ts";
import { expressionsIn } from "../tree/plan-expressions.ts";

/** What the workflow may touch, as far as its text shows. */
export function effectsOf(plan: Plan): Readonly<Record<string, readonly string[]>> {
  const resources = allResources(plan);
  const all = resources.flatMap((resource) => {
    const { action } = resource;
    return (action && executorOf(resource)?.effects?.(action)) ?? [];
  });
  const of = (kind: keyof Effects, ...more: readonly string[]): readonly string[] =>
    [...new Set([...all.flatMap((effects) => effects[kind] ?? []), ...more])].sort();
  const hosts = of("hosts");
  const models = of("models");
  const files = of("files", ...(readsFile(resources) ? ["dynamic"] : []));
  const databases = plan.connections.map(({ name }) => name).sort();
  return {
    commands: of("commands"),
    environment: of("environment", ...plan.environmentReads),
    memory: of("memory"),
    ...(hosts.length === 0 ? {} : { hosts }),
    ...(models.length === 0 ? {} : { models }),
    ...(files.length === 0 ? {} : { files }),
    ...(databases.length === 0 ? {} : { databases }),
  };
}

/** Whether an expression of these resources reads the file that a run is given. */
export function readsFile(resources: readonly PlanResource[]): boolean {
  return expressionsIn(resources).some(({ kind }) => kind === "file");
}

/** The resources of the workflow and of the components that it uses. */
export function allResources({ resources, components }: Plan): readonly PlanResource[] {
  return [...resources, ...components.flatMap((component) => component.resources)];
}
