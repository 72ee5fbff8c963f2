import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSources } from "../../compiler/1-load/read-sources.ts";
import { checkWorkflowWith } from "../../compiler/compile.ts";
import type { Expression } from "../../compiler/nouns/expression.ts";
import type { Plan } from "../../compiler/nouns/plan.ts";
import type { PlanExpression } from "../../compiler/nouns/plan-expression.ts";
import { expressionChildren } from "../../compiler/tree/expression-children.ts";
import { expressionsIn } from "../../compiler/tree/plan-expressions.ts";
import { walk } from "../../compiler/tree/walk.ts";
import { root } from "../support/flowc.ts";
import { languages } from "../support/grammars.ts";
import { parsed } from "../support/parse.ts";

const folders = ["examples", "test/fixtures/ok"].flatMap((parent) =>
  readdirSync(join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(root, parent, name)),
);
const plans = folders.flatMap((folder) => planOf(folder) ?? []);

describe("the expressions of a plan", () => {
  test("are all that stand anywhere in its resources", () => {
    expect(plans.length).toBeGreaterThan(40);
    for (const { resources } of plans) {
      const typed = new Set(expressionsIn(resources));
      expect([...typed].map(spanText).sort()).toEqual([...untyped(resources)].map(spanText).sort());
    }
  });
});

describe("an expression", () => {
  test.each([
    ["a + b * 2", ["a", "b * 2"]],
    ["f(a, b)", ["f", "a", "b"]],
    ["{x: 1, y: [a]}", ["x", "1", "y", "[a]"]],
    ["a ? b : c", ["a", "b", "c"]],
    ["let x = a; x[1:2]", ["a", "x[1:2]"]],
  ])("%s has the children that stand in it, in their order", (text, expected) => {
    const node = parsed(text);
    expect(expressionChildren(node).map((child) => textOf(child, text))).toEqual(expected);
  });

  test("comes before what is inside it, in the order of the source", () => {
    const text = "a + f(b.c, -d)";
    const all = [...walk([parsed(text)], expressionChildren)].map((node) => textOf(node, text));
    expect(all).toEqual([text, "a", "f(b.c, -d)", "f", "b.c", "b", "c", "-d", "d"]);
  });
});

function planOf(folder: string): Plan | undefined {
  const sources = readSources(folder, root);
  return sources.kind === "problem" ? undefined : checkWorkflowWith(languages, sources, join(root, "dist")).plan;
}

/** What a walk that knows nothing of the types finds. */
function untyped(part: unknown, found = new Set<PlanExpression>()): ReadonlySet<PlanExpression> {
  if (typeof part !== "object" || part === null) return found;
  if ("kind" in part && "type" in part && "span" in part) found.add(part as PlanExpression);
  for (const [key, value] of Object.entries(part)) {
    if (key !== "span" && key !== "type" && key !== "result" && key !== "schema") untyped(value, found);
  }
  return found;
}

function spanText({ kind, span }: PlanExpression): string {
  return `${kind} ${span.source.path} ${span.start} ${span.end}`;
}

function textOf({ start, end }: Expression, text: string): string {
  return text.slice(start, end);
}
