import type { Span } from "../../source.ts";
import { addRequires } from "../add-requires.ts";
import type { Graph } from "../graph.ts";
import type { Read } from "../resolve/context.ts";
import type { Rule, RuleContext } from "./rule.ts";

/** A `requires` entry that is not there, and the first read that needs it. */
interface Gap {
  readonly reader: string;
  readonly required: string;
  readonly read: Read;
}

/**
 * A value is read from a resource that need not have ended: it is not upstream of the reader. Told once for each entry
 * that is missing, at the first read, and not again for those downstream of where it is missing.
 */
export const missingRequires: Rule = (context) => {
  const { graph, reads } = context;
  const gaps = new Map<string, Gap>();
  for (const read of reads.toSorted(inDocumentOrder)) {
    if (graph.resources.get(read.reader)?.broken) continue;
    const required = missingFor(read, context, (other) => gaps.has(`${read.reader} ${other}`));
    if (required === undefined) continue;
    const key = `${read.reader} ${required}`;
    const known = gaps.get(key);
    if (!graph.resources.has(read.reader)) reportSettings(read, required, context);
    else if (known === undefined || (known.read.kind === "stored" && read.kind === "result"))
      gaps.set(key, { reader: read.reader, required, read });
  }
  for (const gap of gaps.values()) {
    // Two that read each other cannot be mended by an entry more.
    const isMutual = gaps.has(`${gap.required} ${gap.reader}`) || graph.isUpstream(gap.reader, gap.required);
    if (!follows(gap, gaps, graph)) reportGap(gap, !isMutual, context);
  }
};

/** True where an entry that another gap needs would close this one too: upstream of the reader, or from further down. */
function follows({ reader, required }: Gap, gaps: ReadonlyMap<string, Gap>, graph: Graph): boolean {
  const above = [...graph.closure(reader)].filter((id) => id !== reader);
  const beside = [...gaps.values()].filter((other) => other.reader === reader);
  return (
    above.some((id) => gaps.has(`${id} ${required}`)) ||
    beside.some((other) => graph.isUpstream(required, other.required) && !graph.isUpstream(other.required, required))
  );
}

/** The resource that the reader lacks in its `requires`; one that it lacks anyway, where that will do. */
function missingFor(
  read: Read,
  { graph, names, report }: RuleContext,
  lacks: (id: string) => boolean,
): string | undefined {
  const { reader, name, span } = read;
  if (read.kind === "result") {
    if (name !== reader) return graph.isUpstream(name, reader) ? undefined : name;
    if (!read.ownResultIsThere) report("missing-requires", span, `"${name}" reads its own result before it has one`);
    return undefined;
  }
  const setters = (names.get(name) ?? []).map(({ resource }) => resource);
  if (setters.some((resource) => resource === reader || graph.isUpstream(resource, reader))) return undefined;
  return setters.find(lacks) ?? setters[0];
}

function reportGap({ reader, required, read }: Gap, isFixable: boolean, { graph, names, report }: RuleContext): void {
  const { name, span } = read;
  const resource = graph.resources.get(reader);
  const help = `add "${required}" to the requires of "${reader}"`;
  const fix = isFixable && resource !== undefined ? addRequires(resource, required) : undefined;
  if (read.kind === "result") {
    report("missing-requires", span, `"${reader}" reads "${name}", but does not require it`, { help, fix });
    return;
  }
  const setters = names.get(name) ?? [];
  const notes = setters.map((setter) => ({ message: `"${setter.resource}" stores "${name}"`, span: setter.span }));
  const message = `"${reader}" reads the name "${name}", but does not require a resource that stores it`;
  report("missing-requires", span, message, { notes, help, fix });
}

function reportSettings({ name, span }: Read, required: string, { report }: RuleContext): void {
  const message = `the settings cannot read "${name}": they are read before "${required}" runs`;
  report("missing-requires", span, message);
}

function inDocumentOrder({ span: first }: { span: Span }, { span: second }: { span: Span }): number {
  const [a, b] = [first.source.path, second.source.path];
  return a === b ? first.start - second.start : a < b ? -1 : 1;
}
