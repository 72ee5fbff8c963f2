import { nearest } from "../../nearest.ts";
import type { Read } from "../resolve/context.ts";
import type { Rule, RuleContext } from "./rule.ts";

/** A value is read from a resource that need not have ended: it is not upstream of the reader. */
export const missingRequires: Rule = (context) => {
  for (const read of context.reads) {
    if (context.graph.resources.get(read.reader)?.broken) continue;
    if (read.kind === "result") checkResult(read, context);
    else checkStored(read, context);
  }
};

function checkResult(read: Read, { graph, report }: RuleContext): void {
  const { reader, name, span } = read;
  if (name === reader) {
    if (!read.ownResultIsThere) report("missing-requires", span, `"${name}" reads its own result before it has one`);
    return;
  }
  if (graph.isUpstream(name, reader) || misspelled(name, reader, graph)) return;
  const help = `add "${name}" to the requires of "${reader}"`;
  report("missing-requires", span, `"${reader}" reads "${name}", but does not require it`, { help });
}

function checkStored(read: Read, { graph, names, report }: RuleContext): void {
  const { reader, name, span } = read;
  const setters = names.get(name) ?? [];
  if (setters.some(({ resource }) => resource === reader || graph.isUpstream(resource, reader))) return;
  const [first] = setters;
  if (first === undefined || misspelled(first.resource, reader, graph)) return;
  const notes = setters.map((setter) => ({ message: `"${setter.resource}" stores "${name}"`, span: setter.span }));
  const help = `add "${first.resource}" to the requires of "${reader}"`;
  report(
    "missing-requires",
    span,
    `"${reader}" reads the name "${name}", but does not require a resource that stores it`,
    { notes, help },
  );
}

/** True where a misspelled `requires` entry, reported on its own, is the cause: one mistake, one error. */
function misspelled(name: string, reader: string, graph: RuleContext["graph"]): boolean {
  const required = graph.resources.get(reader)?.requires ?? [];
  return required.some(({ value }) => !graph.resources.has(value) && nearest(value, [name]) === name);
}
