import type { Span } from "../../nouns/source.ts";
import { addRequires } from "../graph/add-requires.ts";
import type { Graph } from "../graph/graph.ts";
import { isGuarded } from "../graph/is-guarded.ts";
import { isEarlier, type Moment } from "../graph/moment.ts";
import type { Setter } from "../graph/names.ts";
import type { Read } from "../resolve/context.ts";
import type { Rule, RuleContext } from "./rule.ts";

/** A `requires` entry that is not there, and the first read that needs it. */
interface Gap {
  readonly reader: string;
  readonly required: string;
  readonly read: Read;
}

/**
 * A value is read from a resource that need not have ended: it is not upstream of the reader. Reported once for each entry
 * that is missing, at the first read, and not again for those downstream of where it is missing.
 */
export const missingRequires: Rule = (context) => {
  const { graph, reads } = context;
  const gaps = new Map<string, Gap>();
  const whole = reads.filter(({ reader }) => !graph.resources.get(reader)?.broken);
  for (const read of withoutEarly(whole.toSorted(inDocumentOrder), context)) {
    const required = missingFor(read, context, (other) => gaps.has(`${read.reader} ${other}`));
    if (required === undefined) continue;
    const key = `${read.reader} ${required}`;
    const known = gaps.get(key);
    if (!graph.resources.has(read.reader)) reportSettings(read, required, context);
    else if (known === undefined || (known.read.kind === "stored" && read.kind === "result"))
      gaps.set(key, { reader: read.reader, required, read });
  }
  for (const gap of gaps.values()) {
    // Two that read each other cannot be fixed by one more entry.
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
  { graph, names, poison, report, workflow }: RuleContext,
  lacks: (id: string) => boolean,
): string | undefined {
  const { reader, name, span } = read;
  if (read.kind === "result") {
    if (name !== reader) return graph.isUpstream(name, reader) ? undefined : name;
    if (!read.ownResultIsThere) {
      poison.unread.add(reader);
      const isInput = workflow.inputs?.some((input) => input.name === name) === true;
      const help = isInput ? `"${name}" is an input too: input('${name}') reads that` : undefined;
      report("missing-requires", span, `"${name}" reads its own result before it has one`, { help });
    }
    return undefined;
  }
  const setters = (names.get(name) ?? []).map(({ resource }) => resource);
  if (setters.some((resource) => resource === reader || graph.isUpstream(resource, reader))) return undefined;
  return setters.find(lacks) ?? setters[0];
}

/** The reads without those of names that nothing can have stored yet, which are reported, once a name and reader. */
function withoutEarly(reads: readonly Read[], context: RuleContext): readonly Read[] {
  const reported = new Set<string>();
  return reads.filter((read) => {
    const setter = earlySetter(read, context);
    const key = `${read.reader} ${read.name}`;
    if (setter !== undefined && !reported.has(key)) reportTooEarly(read, setter, context);
    if (setter !== undefined) reported.add(key);
    return setter === undefined;
  });
}

/** Of a name that nothing can have stored when it is read: where the reader itself stores it later. */
function earlySetter(read: Read, { names, graph, arguments: called }: RuleContext): Setter | undefined {
  const { kind, reader, name, moment } = read;
  // A resource that a chat calls may be called again.
  if (kind !== "stored" || moment === undefined || called.has(reader)) return undefined;
  const setters = names.get(name) ?? [];
  const hasItems = graph.resources.get(reader)?.items !== undefined;
  const mayHaveStored = (setter: Setter) =>
    setter.resource === reader ? isOver(setter, moment, hasItems) : graph.isUpstream(setter.resource, reader);
  return setters.some(mayHaveStored) ? undefined : setters.find(({ resource }) => resource === reader);
}

/**
 * In an expression that does more than `set`, a part of it may be evaluated after another, or again; and an item may
 * have failed before another one.
 */
function isOver({ moment, whole }: Setter, now: Moment, hasItems: boolean): boolean {
  if (hasItems && moment.part === "onError") return now.part !== "before" && now.part !== "conditions";
  return isEarlier(moment, now) || (!whole && moment.part === now.part && moment.index === now.index);
}

function reportTooEarly({ reader, name, span }: Read, setter: Setter, { poison, report }: RuleContext): void {
  const notes = [{ message: `"${reader}" stores "${name}" ${whenStored[setter.moment.part]}`, span: setter.span }];
  const message = `"${reader}" reads the name "${name}" before anything could have stored it`;
  poison.unread.add(reader);
  report("missing-requires", span, message, { notes });
}

const whenStored: Readonly<Partial<Record<Moment["part"], string>>> = {
  before: "here, after all that stands above it",
  after: "here, after its executor",
  onError: "here, after its executor has failed",
};

function reportGap({ reader, required, read }: Gap, isFixable: boolean, context: RuleContext): void {
  const { graph, names, poison, report } = context;
  poison.unread.add(reader);
  if ([...graph.closure(required)].some((id) => isGuarded(graph.resources.get(id))))
    poison.guards.push({ resource: reader, at: undefined });
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
  // Of several resources that store it, which one is meant is for the author to say.
  report("missing-requires", span, message, { notes, help, fix: setters.length === 1 ? fix : undefined });
}

function reportSettings({ name, span }: Read, required: string, { poison, report }: RuleContext): void {
  const message = `the settings cannot read "${name}": they are read before "${required}" runs`;
  poison.unread.add(undefined);
  report("missing-requires", span, message);
}

function inDocumentOrder({ span: first }: { span: Span }, { span: second }: { span: Span }): number {
  const [a, b] = [first.source.path, second.source.path];
  return a === b ? first.start - second.start : a < b ? -1 : 1;
}
