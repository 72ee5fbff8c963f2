import type { Executor } from "../nouns/executor.ts";
import type { PlanResource } from "../nouns/plan-resource.ts";
import type { Simulation } from "../nouns/simulation.ts";
import { chat } from "./chat/chat.ts";
import { component } from "./component/component.ts";
import { exec } from "./exec/exec.ts";
import { httpClient } from "./http-client/http-client.ts";
import { python } from "./python/python.ts";
import { sql } from "./sql/sql.ts";

/** Every executor, in the order in which messages name them. */
export const executors: readonly Executor[] = [exec, chat, httpClient, python, sql, component];

const byKey = new Map(executors.map((executor) => [executor.key, executor]));
const byResourceType = new Map(executors.map((executor) => [executor.resourceType, executor]));

/** The executor that a resource of the plan runs; undefined for one without. */
export function executorOf({ resourceType }: Pick<PlanResource, "resourceType">): Executor | undefined {
  return byResourceType.get(resourceType);
}

const simulations = new Map(
  executors.flatMap((executor) => (executor.simulations ?? []).map((one) => [one.kind, one] as const)),
);

/** How calls of this kind are answered in tests. */
export function simulationOf(kind: string): Simulation | undefined {
  return simulations.get(kind);
}

/** The executor whose block has this key. */
export function findExecutor(key: string): Executor | undefined {
  return byKey.get(key);
}
