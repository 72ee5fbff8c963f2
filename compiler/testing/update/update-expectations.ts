import { field } from "../../2-parse/fields.ts";
import { yamlText } from "../../6-ship/yaml-text.ts";
import type { Edit } from "../../nouns/diagnostic.ts";
import type { Node } from "../../nouns/node.ts";
import type { Data } from "../../nouns/simulation.ts";
import type { Simulated, TestSyntax } from "../../nouns/test-case.ts";
import { asMap, plainNode } from "../../tree/plain-data.ts";
import type { Evaluate } from "../expect/matchers.ts";
import { resourceStates } from "../expect/resource-states.ts";
import { placeWithoutItems } from "../simulate/given-answers.ts";
import { updatedValue } from "./updated-value.ts";

/** The changes to a file that make a test expect what became of its run. A test that does not end as expected keeps that. */
export function updateExpectations(test: TestSyntax, outcome: Simulated, evaluate: Evaluate): readonly Edit[] {
  const expect = field(test.node, "expect");
  const edit = (node: Node | undefined, actual: unknown, open = false): readonly Edit[] => {
    if (node === undefined || actual === undefined) return [];
    const before = plainNode(node);
    const after = updatedValue(before, actual, evaluate, open);
    return after === before ? [] : [{ span: node.span, text: written(after, node) }];
  };
  const { result, response, events, memory } = outcome;
  const states = resourceStates(events);
  return [
    ...edit(field(expect, "result"), result),
    ...edit(field(expect, "status"), response?.status),
    ...edit(field(expect, "body"), response?.body),
    ...edit(field(expect, "headers"), response?.headers, true),
    ...edit(field(expect, "memory"), memory, true),
    ...entriesOf(field(expect, "resources")).flatMap(([id, node]) => {
      const state = states.get(id);
      return node.kind === "scalar" ? edit(node, state?.status ?? "absent") : edit(node, state, true);
    }),
    ...entriesOf(field(expect, "calls")).flatMap(([place, node]) => callEdits(node, callsAt(outcome, place), edit)),
  ];
}

type MakeEdit = (node: Node | undefined, actual: unknown, open?: boolean) => readonly Edit[];

function callEdits(node: Node, calls: readonly Data[], edit: MakeEdit): readonly Edit[] {
  if (node.kind === "scalar") return edit(node, calls.length);
  if (node.kind === "map") return calls.length === 1 ? edit(node, calls[0], true) : [];
  return node.items.length === calls.length ? node.items.flatMap((item, index) => edit(item, calls[index], true)) : [];
}

function callsAt({ calls }: Simulated, place: string): readonly Data[] {
  return calls.filter((call) => placeWithoutItems(call.place) === placeWithoutItems(place)).map(({ asked }) => asked);
}

function entriesOf(node: Node | undefined): readonly (readonly [string, Node])[] {
  return node?.kind === "map" ? node.entries.map(({ key, value }) => [key, value] as const) : [];
}

/** In the place of a node: maps and lists that were written in lines stay so. */
function written(value: unknown, node: Node): string {
  const { source, start, end } = node.span;
  const isBlock = node.kind !== "scalar" && !/[[{]/.test(source.text[start] ?? "");
  if (!isBlock || asMap(value) === undefined || Object.keys(value as object).length === 0) return JSON.stringify(value);
  const column = start - (source.text.lastIndexOf("\n", start - 1) + 1);
  const [space = ""] = /\s*$/.exec(source.text.slice(start, end)) ?? [];
  const lines = yamlText(value as object)
    .trimEnd()
    .split("\n");
  return lines.join(`\n${" ".repeat(column)}`) + space;
}
