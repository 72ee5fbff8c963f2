import { describe, expect, test } from "vitest";
import { buildGraph, topologicalOrder } from "../../../compiler/3-check/graph/graph.ts";
import type { ResourceSyntax } from "../../../compiler/nouns/resource-syntax.ts";

describe("the graph", () => {
  const graph = graphOf({
    report: ["parse", "fetch"],
    parse: ["fetch"],
    fetch: [],
    other: [],
    top: ["report", "missing"],
  });

  test("orders resources after all they require, otherwise as written", () => {
    expect(topologicalOrder(graph.resources.keys(), graph)).toEqual(["fetch", "parse", "report", "other", "top"]);
  });

  test("knows what is upstream, directly and through others", () => {
    expect(graph.isUpstream("fetch", "parse")).toBe(true);
    expect(graph.isUpstream("fetch", "top")).toBe(true);
    expect(graph.isUpstream("top", "fetch")).toBe(false);
    expect(graph.isUpstream("other", "top")).toBe(false);
    expect(graph.isUpstream("top", "top")).toBe(false);
  });

  test("leaves out unknown requirements", () => {
    expect(graph.requires("top")).toEqual(["report"]);
  });

  test("orders a chain of 20,000 without a deep stack", () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => `r${index}`);
    const chain = graphOf(
      Object.fromEntries(ids.map((id, index) => [id, index === 0 ? [] : [`r${index - 1}`]]).toReversed()),
    );
    expect(topologicalOrder(chain.resources.keys(), chain)).toEqual(ids);
  });

  test("orders the members of a cycle somehow", () => {
    const cyclic = graphOf({ a: ["b"], b: ["a"], c: ["a"] });
    expect(topologicalOrder(cyclic.resources.keys(), cyclic).toSorted()).toEqual(["a", "b", "c"]);
  });
});

function graphOf(requires: Readonly<Record<string, readonly string[]>>) {
  const source = { path: "w.yaml", name: "w.yaml", text: "" };
  const span = { source, start: 0, end: 0 };
  const resources = Object.entries(requires).map(([id, required]) => ({
    id,
    requires: required.map((value) => ({ value, span })),
    executors: [],
  }));
  return buildGraph(resources as unknown as readonly ResourceSyntax[]);
}
