import { field, mapField } from "../../2-parse/fields.ts";
import type { TextStyle } from "../../6-ship/yaml-text.ts";
import type { Edit } from "../../nouns/diagnostic.ts";
import type { MapNode, Node } from "../../nouns/node.ts";
import type { Data } from "../../nouns/simulation.ts";

import type { Simulated, TestSyntax } from "../../nouns/test-case.ts";
import { nodesIn } from "../../tree/nodes.ts";
import { plainNode } from "../../tree/plain-data.ts";
import type { Evaluate } from "../expect/matchers.ts";
import { resourceStates } from "../expect/resource-states.ts";
import { placeWithoutItems } from "../simulate/given-answers.ts";
import { nodeEdits } from "./node-edits.ts";
import { updatedValue } from "./updated-value.ts";
import type { Collection } from "./written-place.ts";

/** The changes to a file that make a test expect what became of its run. A test that does not end as expected keeps that. */
export function updateExpectations(test: TestSyntax, outcome: Simulated, evaluate: Evaluate): readonly Edit[] {
  const expect = mapField(test.node, "expect");
  if (expect === undefined) return [];
  const style = styleOf(expect);
  const edit: MakeEdit = (node, actual, { parent = expect, open = false }) =>
    node === undefined || actual === undefined
      ? []
      : nodeEdits(node, updatedValue(plainNode(node), actual, evaluate, open), parent, style);
  const { result, response, events, memory } = outcome;
  const states = resourceStates(events);
  const resources = mapField(expect, "resources");
  const calls = mapField(expect, "calls");
  return [
    ...edit(field(expect, "result"), result, {}),
    ...edit(field(expect, "status"), response?.status, {}),
    ...edit(field(expect, "body"), response?.body, {}),
    ...edit(field(expect, "headers"), response?.headers, { open: true }),
    ...edit(field(expect, "memory"), memory, { open: true }),
    ...(resources?.entries ?? []).flatMap(({ key, value }) => {
      const state = states.get(key);
      return value.kind === "scalar"
        ? edit(value, state?.status ?? "absent", { parent: resources })
        : edit(value, state, { parent: resources, open: true });
    }),
    ...(calls?.entries ?? []).flatMap(({ key, value }) =>
      callEdits({ node: value, parent: calls }, callsAt(outcome, key), edit),
    ),
  ];
}

interface Place {
  /** Default: what is expected as a whole. */
  readonly parent?: Collection | undefined;
  /** As compared: fields that are not named may be there. */
  readonly open?: boolean;
}

type MakeEdit = (node: Node | undefined, actual: unknown, place: Place) => readonly Edit[];

function callEdits(
  { node, parent }: { readonly node: Node; readonly parent: MapNode | undefined },
  calls: readonly Data[],
  edit: MakeEdit,
): readonly Edit[] {
  if (node.kind === "scalar") return edit(node, calls.length, { parent });
  if (node.kind === "map") return calls.length === 1 ? edit(node, calls[0], { parent, open: true }) : [];
  if (node.items.length !== calls.length) return [];
  return node.items.flatMap((item, index) => edit(item, calls[index], { parent: node, open: true }));
}

function callsAt({ calls }: Simulated, place: string): readonly Data[] {
  return calls.filter((call) => placeWithoutItems(call.place) === placeWithoutItems(place)).map(({ asked }) => asked);
}

/** The style of the texts that are expected already: plain, unless all are in quotes. */
function styleOf(expect: Node): TextStyle {
  const texts = [...nodesIn([expect])].filter((node) => node.kind === "scalar" && typeof node.value === "string");
  const firsts = texts.map(({ span: { source, start } }) => source.text[start] ?? "");
  if (firsts.length === 0 || firsts.some((first) => first !== '"' && first !== "'")) return "PLAIN";
  return firsts[0] === '"' ? "QUOTE_DOUBLE" : "QUOTE_SINGLE";
}
