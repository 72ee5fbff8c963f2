import { findExecutor } from "../../executors/list.ts";
import type { ResourceSyntax } from "../../nouns/resource-syntax.ts";
import type { Scripts } from "../../nouns/script-file.ts";
import type { SqlAnswers } from "../../nouns/sql.ts";
import type { ComponentSyntax, WorkflowSyntax } from "../../nouns/syntax.ts";
import { posixShells } from "./posix-shells.ts";
import { scriptsIn } from "./scripts-in.ts";

interface Holder {
  readonly workflow: Pick<WorkflowSyntax, "resources" | "shell" | "environment">;
  readonly scripts: Scripts;
  readonly components: ReadonlyMap<string, ComponentSyntax | undefined>;
}

/** What databases did for a workflow and could not do, and which scripts flowc does not read. */
export function withUnread(
  { notDone, asked }: Pick<SqlAnswers, "notDone" | "asked">,
  { workflow, ...parsed }: Omit<Holder, "workflow"> & { readonly workflow: Holder["workflow"] | undefined },
): Pick<SqlAnswers, "notDone" | "asked"> {
  return { notDone: workflow ? [...notDone, ...unreadScripts({ ...parsed, workflow })] : notDone, asked };
}

/** Why scripts of a workflow and its components were not read, a sentence for each kind. */
function unreadScripts(holder: Holder): readonly string[] {
  const holders = [...holdersIn(holder)];
  const shells = new Set(holders.flatMap(otherShells));
  const unknown = new Set(holders.flatMap(({ workflow }) => workflow.resources.filter(isProgramUnknown)));
  const ids = [...new Set([...unknown].map(({ id }) => `"${id}"`))].join(", ");
  return [
    ...(shells.size === 0 ? [] : [`scripts of ${[...shells].sort().join(", ")} were not read: ${known}`]),
    ...(ids === ""
      ? []
      : [`the arguments of ${ids} were not read as scripts: a template says which program they are for`]),
  ];
}

const known = `flowc reads those of ${[...posixShells].join(", ")}`;

function otherShells(holder: Omit<Holder, "components">): readonly string[] {
  const interpreters = scriptsIn(holder, "shell").map(({ interpreter = "sh" }) => interpreter);
  return interpreters.filter((interpreter) => !posixShells.has(interpreter));
}

function* holdersIn({ workflow, scripts, components }: Holder): Generator<Omit<Holder, "components">> {
  yield { workflow, scripts };
  for (const component of components.values()) {
    if (component === undefined) continue;
    const { body, scripts: own, components: inner } = component;
    yield* holdersIn({ workflow: body, scripts: own, components: inner });
  }
}

/** A program with arguments, of which only a run knows what it is. */
function isProgramUnknown({ broken, executors: [executor] }: ResourceSyntax): boolean {
  if (executor === undefined || broken) return false;
  const specs = Object.entries(findExecutor(executor.key)?.fields ?? {});
  const hasArguments = specs.some(([key, { given }]) => given === "arguments" && executor.fields.has(key));
  const program = specs.flatMap(([key, { sink }]) => (sink === "shell" ? (executor.fields.get(key) ?? []) : []))[0];
  if (program === undefined || !hasArguments) return false;
  if (program.kind === "expression") return true;
  return program.kind === "template" && !program.parts.some((part) => typeof part === "string" && /\s/.test(part));
}
