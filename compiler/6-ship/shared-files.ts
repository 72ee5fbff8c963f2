import { executorOf } from "../executors/list.ts";
import { type Diagnostic, diagnostic } from "../nouns/diagnostic.ts";
import type { FileUse } from "../nouns/file-use.ts";
import type { Plan } from "../nouns/plan.ts";

/** Paths that one resource writes and another reads: a machine that goes on with the run may have no such file, or another. */
export function sharedFileProblems(plan: Plan): readonly Diagnostic[] {
  const written = plan.fileUses.filter(({ access }) => access === "write");
  const found = new Map<string, Diagnostic>();
  for (const use of [...plan.fileUses.filter(({ access }) => access === "read"), ...filesGiven(plan)]) {
    const { path, resource } = use;
    const writer = written.find((one) => one.path === path && one.resource !== resource);
    // What a resource writes itself, it may read.
    if (writer === undefined || written.some((one) => one.path === path && one.resource === resource)) continue;
    const key = `${resource} ${path}`;
    if (!found.has(key)) found.set(key, problem(use, writer));
  }
  return [...found.values()];
}

function problem({ resource, path, span }: FileUse, writer: FileUse): Diagnostic {
  const message = `"${resource}" reads the file "${path}", which "${writer.resource}" may write on another machine`;
  const help = `print the content in "${writer.resource}", and read it as get('${writer.resource}')`;
  return diagnostic("not-shared", span, message, {
    help,
    notes: [{ message: "it is written here", span: writer.span }],
  });
}

/** Files that executors are given by their paths, such as those of a chat. */
function filesGiven({ resources }: Plan): readonly FileUse[] {
  return resources.flatMap((resource) => {
    const { action, id, span } = resource;
    const files = (action && executorOf(resource)?.effects?.(action)?.files) ?? [];
    return files.map((path) => ({ resource: id, access: "read" as const, path: path.replace(/^(?:\.\/)+/, ""), span }));
  });
}
