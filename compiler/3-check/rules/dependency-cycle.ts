import type { Span } from "../../nouns/source.ts";
import type { Graph } from "../graph/graph.ts";
import { isGuarded } from "../graph/is-guarded.ts";
import { toolsOf } from "../graph/tools.ts";
import type { Rule, RuleContext } from "./rule.ts";

/** Resources that wait for each other; each cycle is reported once, from its earliest resource, with every edge a note. */
export const dependencyCycle: Rule = ({ graph, poison, report }) => {
  const blocked = new Set(graph.resources.keys());
  for (;;) {
    removeFree(blocked, graph);
    const start = blocked.values().next().value;
    if (start === undefined) return;
    const cycle = earliestFirst(cycleFrom(start, blocked, graph), graph);
    reportCycle(cycle, graph, report);
    const mayHold = cycle.some((id) => isGuarded(graph.resources.get(id)));
    for (const id of cycle) {
      poison.unread.add(id);
      if (mayHold) poison.guards.push({ resource: id, at: undefined });
    }
    for (const id of cycle) blocked.delete(id);
  }
};

function reportCycle(cycle: readonly string[], graph: Graph, report: RuleContext["report"]): void {
  const [first = "", second] = cycle;
  const notes = cycle.flatMap((id, index) => edgeNote(id, cycle[(index + 1) % cycle.length] ?? id, graph));
  const [own] = notes;
  const at = graph.resources.get(first)?.span;
  // An edge that only a misspelled id stands for proves nothing.
  if (own === undefined || at === undefined || notes.length < cycle.length) return;
  if (second === undefined) {
    report("dependency-cycle", own.span, itself(first, graph), { help: "remove it from the list" });
    return;
  }
  const path = [...cycle, first].map((id) => `"${id}"`).join(" → ");
  report("dependency-cycle", at, `these resources wait for each other: ${path}`, { notes });
}

function itself(id: string, graph: Graph): string {
  return graph.requires(id).includes(id) ? `"${id}" requires itself` : `"${id}" offers itself as a tool`;
}

/** Where one resource of a cycle waits for the next: it requires it, or its model may call it. */
function edgeNote(id: string, next: string, graph: Graph): readonly { message: string; span: Span }[] {
  const resource = graph.resources.get(id);
  const required = resource?.requires.find(({ value }) => value === next);
  if (required !== undefined) return [{ message: `"${id}" requires "${next}"`, span: required.span }];
  const tool = resource && toolsOf(resource).find(({ script }) => script.value === next);
  return tool === undefined ? [] : [{ message: `"${id}" offers "${next}" as a tool`, span: tool.script.span }];
}

/** Drops every id that waits for no blocked one (Kahn's algorithm), in time linear in the edges. */
function removeFree(blocked: Set<string>, graph: Graph): void {
  const waiting = new Map<string, number>();
  const dependents = new Map<string, string[]>();
  for (const id of blocked) {
    const open = graph.needs(id).filter((required) => blocked.has(required));
    waiting.set(id, open.length);
    for (const required of open) {
      const known = dependents.get(required);
      if (known === undefined) dependents.set(required, [id]);
      else known.push(id);
    }
  }
  const free = [...blocked].filter((id) => waiting.get(id) === 0);
  for (const id of free) {
    blocked.delete(id);
    for (const dependent of dependents.get(id) ?? []) {
      const left = (waiting.get(dependent) ?? 0) - 1;
      waiting.set(dependent, left);
      if (left === 0) free.push(dependent);
    }
  }
}

function cycleFrom(start: string, blocked: ReadonlySet<string>, graph: Graph): readonly string[] {
  const path = [start];
  const position = new Map([[start, 0]]);
  for (let id = start; ; ) {
    const next = graph.needs(id).find((required) => blocked.has(required)) ?? start;
    const seen = position.get(next);
    if (seen !== undefined) return path.slice(seen);
    position.set(next, path.length);
    path.push(next);
    id = next;
  }
}

function earliestFirst(cycle: readonly string[], graph: Graph): readonly string[] {
  const order = [...graph.resources.keys()].filter((id) => cycle.includes(id));
  const start = cycle.indexOf(order[0] ?? "");
  return [...cycle.slice(start), ...cycle.slice(0, start)];
}
