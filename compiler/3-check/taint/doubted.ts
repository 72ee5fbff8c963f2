import type { Node } from "../../nouns/node.ts";
import type { Span } from "../../nouns/source.ts";
import { readsOf } from "../../tree/value-key.ts";
import { reachOf } from "../graph/poison.ts";
import type { RuleContext } from "../rules/rule.ts";
import type { Taint } from "./taint.ts";

type Doubted = (resource: string, taint: Taint) => boolean;

/** True where something that could not be read may hold the text on its way: it may name it, or what carries it. */
export function doubted({
  graph,
  names,
  poison,
  workflow,
}: Pick<RuleContext, "graph" | "names" | "poison" | "workflow">): Doubted {
  const carriers = [...names.keys(), ...graph.resources.keys()];
  const doubts = poison.guards.map(({ resource, at }) => {
    const text = at && textAround(at, workflow.documents);
    const isOfAll = text === undefined || carriers.some((name) => isNamed(name, text));
    return { reaches: reachOf(new Set([resource]), graph), text: isOfAll ? undefined : text };
  });
  return (resource, { key }) =>
    doubts.some(({ reaches, text }) => {
      if (!reaches(resource)) return false;
      if (text === undefined || key === undefined) return true;
      const read = readsOf(key).flatMap((root) => ("name" in root ? [root.name] : []));
      return [...read, ...key.path].some((name) => isNamed(name, text));
    });
}

/** True where the text has the name as a word of its own, or where the name is none. */
function isNamed(name: string, text: string): boolean {
  if (!/^\w+$/.test(name)) return name === "*" ? false : text.includes(name);
  return new RegExp(`\\b${name}\\b`).test(text);
}

/** The text of the scalar that a place stands in. */
function textAround(at: Span, documents: readonly Node[]): string | undefined {
  const holder = documents.find((document) => isIn(at, document));
  if (holder === undefined || holder.kind === "scalar") return holder && String(holder.value);
  return textAround(at, holder.kind === "sequence" ? holder.items : holder.entries.map(({ value }) => value));
}

function isIn(at: Span, { span: { source, start, end } }: Node): boolean {
  return source === at.source && start <= at.start && at.end <= end;
}
