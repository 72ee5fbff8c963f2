import { buildGraph } from "../../compiler/3-check/graph/graph.ts";
import type { ResourceSyntax } from "../../compiler/nouns/resource-syntax.ts";
import { type Case, type EntrySite, rawText } from "./case.ts";
import { isPlainMap } from "./document-mutators.ts";
import { reads } from "./expression-mutators.ts";
import { type Mutation, type Mutator, mutation, typo } from "./mutation.ts";

/** Mistakes in ids, requires and the target. */
export const graphMutators: readonly Mutator[] = [
  {
    kind: "typo in requires",
    fixable: true,
    mutations: (clean, random) =>
      requireEntries(clean).flatMap(({ value, span }) => {
        const wrong = typo(value, ids(clean), random);
        return wrong === undefined ? [] : [mutation(span.source, { ...span, text: wrong }, ["unknown-dependency"])];
      }),
  },
  {
    kind: "unknown dependency added",
    mutations: (clean) =>
      requireEntries(clean).flatMap(({ span }) => {
        if (!isInFlow(span.source.text, span.start)) return [];
        const edit = { start: span.end, end: span.end, text: ", no-such-step" };
        return [mutation(span.source, edit, ["unknown-dependency"], span.start)];
      }),
  },
  {
    kind: "typo in the target",
    fixable: true,
    mutations: (clean, random) => {
      const { target } = clean.workflow;
      const wrong = target && typo(target.value, ids(clean), random);
      if (target === undefined || wrong === undefined) return [];
      return [mutation(target.span.source, { ...target.span, text: wrong }, ["unknown-target"])];
    },
  },
  {
    kind: "dropped requires",
    fixable: true,
    mutations: (clean) =>
      clean.workflow.resources.flatMap((resource) =>
        resource.requires.flatMap((_, index) => drop(clean, resource, index)),
      ),
  },
  {
    kind: "cycle",
    mutations: (clean) =>
      requireEntries(clean).flatMap(({ value, owner }) => {
        const upstream = clean.workflow.resources.find(({ id }) => id === value);
        const entry = clean.entries.find(({ entry: { value: node } }) => node.span === upstream?.span);
        if (upstream === undefined || upstream.requires.length > 0 || entry === undefined) return [];
        if (entry.source.text[entry.map.span.start] === "{" || entry.path.includes("metadata")) return [];
        const line = `\n${" ".repeat(columnOf(entry))}requires: [${owner.id}]`;
        const end = entry.source.text.indexOf("\n", upstream.span.end);
        const change = mutation(
          entry.source,
          { start: end, end, text: line },
          ["dependency-cycle"],
          upstream.span.start,
        );
        const inFile = [upstream.span, owner.span].filter(({ source }) => source === entry.source);
        return [{ ...change, at: inFile.map(({ start }) => start) }];
      }),
  },
  {
    kind: "resource requires itself",
    mutations: (clean) =>
      requireEntries(clean).flatMap(({ span, owner }) => {
        if (!isInFlow(span.source.text, span.start)) return [];
        const edit = { start: span.end, end: span.end, text: `, ${owner.id}` };
        const change = mutation(span.source, edit, ["dependency-cycle"], span.start);
        return [change];
      }),
  },
  {
    kind: "duplicated actionId",
    mutations: (clean) =>
      clean.entries.flatMap((site) => {
        const { source, map, entry } = site;
        if (entry.key !== "actionId" || site.path.includes("metadata") || source.text[map.span.start] === "{")
          return [];
        const start = source.text.lastIndexOf("\n", map.span.start) + 1;
        const block = source.text.slice(start, map.span.end).replace(/\n*$/, "\n");
        if (/[&*]\w/.test(block) || /<<:/.test(block) || map.entries[0] !== entry) return [];
        const inline = site.path.includes("resources");
        const text = inline ? block : `${block}---\n`;
        const edit = { start, end: start, text };
        return [mutation(source, edit, ["duplicate-action"], entry.keySpan.start + 1)];
      }),
  },
  {
    kind: "a second executor",
    mutations: (clean) =>
      clean.entries.flatMap((site) => {
        const { source, map, entry } = site;
        const second = others[entry.key];
        const inBlock = isPlainMap(rawText(source, map.span)) && map.entries.some(({ key }) => key === "actionId");
        if (second === undefined || !inBlock) return [];
        const { start } = entry.keySpan;
        const text = `${second}\n${" ".repeat(columnOf(site))}`;
        return [mutation(source, { start, end: start, text }, ["many-executors"], start + 1)];
      }),
  },
];

const others: Readonly<Record<string, string>> = {
  exec: "component: { name: memory, with: { action: retrieve, key: k } }",
  component: "exec: { command: echo, timeout: 5s }",
};

interface RequireEntry {
  readonly value: string;
  readonly span: ResourceSyntax["span"];
  readonly owner: ResourceSyntax;
}

function requireEntries({ workflow }: Case): readonly RequireEntry[] {
  return workflow.resources.flatMap((owner) => owner.requires.map((entry) => ({ ...entry, owner })));
}

function ids({ workflow }: Case): readonly string[] {
  return workflow.resources.map(({ id }) => id);
}

function columnOf({ source, entry }: EntrySite): number {
  return entry.keySpan.start - source.text.lastIndexOf("\n", entry.keySpan.start) - 1;
}

function isInFlow(text: string, offset: number): boolean {
  const line = text.slice(text.lastIndexOf("\n", offset) + 1, offset);
  return /\[[^\]]*$/.test(line);
}

/** Drops an entry that nothing else stands in for, where the resource reads what it gives. */
function drop(clean: Case, resource: ResourceSyntax, index: number): readonly Mutation[] {
  const dropped = resource.requires[index];
  if (dropped === undefined || !isInFlow(dropped.span.source.text, dropped.span.start)) return [];
  const left = resource.requires.filter((entry) => entry !== dropped);
  const graph = buildGraph(
    clean.workflow.resources.map((other) => (other === resource ? { ...other, requires: left } : other)),
  );
  const lost = (name: string) =>
    [...buildGraph(clean.workflow.resources).closure(resource.id)].includes(name) &&
    !graph.closure(resource.id).has(name);
  const at = reads(clean, resource).filter(({ id }) => lost(id));
  if (at.length === 0 || new Set(at.map(({ id }) => id)).size > 1) return [];
  const { text } = dropped.span.source;
  const alone = resource.requires.length === 1;
  const edit = alone
    ? { start: text.lastIndexOf("requires", dropped.span.start), end: text.indexOf("]", dropped.span.end) + 1 }
    : { start: dropped.span.start, end: dropped.span.end };
  const rest = rawText(dropped.span.source, { start: edit.end, end: edit.end + 2 });
  const before = rawText(dropped.span.source, { start: edit.start - 2, end: edit.start });
  const range = alone
    ? { start: text.lastIndexOf("\n", edit.start), end: edit.end }
    : rest === ", "
      ? { start: edit.start, end: edit.end + 2 }
      : before === ", "
        ? { start: edit.start - 2, end: edit.end }
        : undefined;
  if (range === undefined) return [];
  const change = mutation(dropped.span.source, { ...range, text: "" }, ["missing-requires"]);
  return [{ ...change, at: at.map(({ offset }) => offset) }];
}
