import type { Executor } from "../executor.ts";
import { chat } from "./chat.ts";
import { component } from "./component.ts";
import { exec } from "./exec.ts";
import { httpClient } from "./http-client.ts";
import { python } from "./python.ts";
import { sql } from "./sql.ts";

/** Every executor, in the order in which messages name them. */
export const executors: readonly Executor[] = [exec, component, chat, httpClient, python, sql];

const byKey = new Map(executors.map((executor) => [executor.key, executor]));

/** The executor whose block has this key. */
export function findExecutor(key: string): Executor | undefined {
  return byKey.get(key);
}
