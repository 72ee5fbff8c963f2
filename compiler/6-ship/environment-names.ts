import { allResources } from "../describe/effects.ts";
import { executorOf } from "../executors/list.ts";
import type { Executor } from "../nouns/executor.ts";
import type { Plan } from "../nouns/plan.ts";

/** Names of the variables that a workflow reads of the environment that somebody gives it, sorted. */
export function environmentNames(plan: Plan, target: "command" | "mcp" | "dbos"): readonly string[] {
  const names = [
    ...plan.environmentReads,
    ...plan.requiredEnvironment.map(({ name }) => name),
    ...allResources(plan).flatMap((resource) => (resource.action ? passedTo(executorOf(resource)) : [])),
    ...(target === "mcp" ? ["FLOWC_MCP_TOKEN"] : []),
    ...(target === "dbos" ? ["FLOWC_DATABASE_URL"] : []),
  ];
  const passed = names.filter((name) => /^[A-Za-z_]\w*$/.test(name) && !ownVariables.has(name));
  return [...new Set(passed)].sort();
}

function passedTo(executor: Executor | undefined): readonly string[] {
  return (executor?.environment ?? []).flatMap(({ names, passed }) => (passed ? names : []));
}

/** Variables that a container or a unit has of its own: the caller's would be wrong in it. */
const ownVariables = new Set([
  ...["FLOWC_PYTHON", "FLOWC_VENV", "HOME", "HOST", "HOSTNAME", "LOGNAME", "NODE_ENV", "NODE_VERSION", "OLDPWD"],
  ...["PATH", "PORT", "PWD", "SHELL", "SHLVL", "TEMP", "TERM", "TMP", "TMPDIR", "USER", "XDG_CACHE_HOME"],
]);
