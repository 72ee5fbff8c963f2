import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseExpression } from "../../compiler/2-parse/expression.ts";
import { splitTemplate } from "../../compiler/2-parse/template.ts";
import type { BinaryOperator, Expression, UnaryOperator } from "../../compiler/nouns/expression.ts";
import { expressionChildren } from "../../compiler/tree/expression-children.ts";
import { walk } from "../../compiler/tree/walk.ts";
import { parsed, withoutPositions } from "../support/parse.ts";
import { printExpression } from "../support/print-expression.ts";

const at = { start: 0, end: 0 };
const names = ["a", "b1", "_x", "$env", "größe", "名", "letter", "in_var", "nothing", "iff", "trueish"];
const properties = [...names, "not", "in", "let", "if", "matches", "true", "nil"];
const unaryOperators: readonly UnaryOperator[] = ["not", "-", "+"];
const binaryOperators: readonly BinaryOperator[] = [
  ...(["or", "and", "==", "!=", "<", "<=", ">", ">=", "in", "matches", "contains", "startsWith"] as const),
  ...(["endsWith", "..", "+", "-", "*", "/", "%", "**", "??"] as const),
];

/** Trees of `depth` levels at most, with pointers only where a predicate is around them. */
function trees(depth: number, inPredicate: boolean): fc.Arbitrary<Expression> {
  const atom = atoms(inPredicate);
  if (depth === 0) return atom;
  const tree = trees(depth - 1, inPredicate);
  return fc.oneof(
    { depthIdentifier: "expression", withCrossShrink: true },
    atom,
    ...operations(tree),
    ...accesses(tree),
    ...collections(tree),
    ...statements(tree),
    predicateCalls(tree, trees(depth - 1, true)),
  );
}

function atoms(inPredicate: boolean): fc.Arbitrary<Expression> {
  const pointer = fc.constantFrom("", "acc", "index").map((name) => ({ kind: "pointer" as const, ...at, name }));
  return fc.oneof(
    fc.constant({ kind: "nil" as const, ...at }),
    fc.boolean().map((value) => ({ kind: "bool" as const, ...at, value })),
    fc.nat(Number.MAX_SAFE_INTEGER).map((value) => ({ kind: "int" as const, ...at, value })),
    fc
      .double({ min: 0, noNaN: true, noDefaultInfinity: true })
      .map((value) => ({ kind: "float" as const, ...at, value: Math.abs(value) })),
    strings(),
    fc.constantFrom(...names).map((name) => ({ kind: "identifier" as const, ...at, name })),
    ...(inPredicate ? [pointer] : []),
  );
}

function strings(): fc.Arbitrary<Expression & { kind: "string" }> {
  return fc.string({ unit: "binary", maxLength: 8 }).map((value) => ({ kind: "string", ...at, value }));
}

function operations(tree: fc.Arbitrary<Expression>): fc.Arbitrary<Expression>[] {
  return [
    fc
      .record({ kind: fc.constant("unary" as const), operator: fc.constantFrom(...unaryOperators), operand: tree })
      .map(placed),
    fc
      .record({
        kind: fc.constant("binary" as const),
        operator: fc.constantFrom(...binaryOperators),
        left: tree,
        right: tree,
      })
      .map(placed),
    fc.record({ kind: fc.constant("conditional" as const), test: tree, consequent: tree, alternate: tree }).map(placed),
  ];
}

function accesses(tree: fc.Arbitrary<Expression>): fc.Arbitrary<Expression>[] {
  const bound = fc.option(tree, { nil: null });
  const member = fc
    .record({
      kind: fc.constant("member" as const),
      object: tree,
      property: fc.constantFrom(...properties).map((value): Expression => ({ kind: "string", ...at, value })),
      optional: fc.boolean(),
      computed: fc.constant(false),
    })
    .map(placed);
  const identifier = fc.constantFrom(...names).map((name): Expression => ({ kind: "identifier", ...at, name }));
  const argumentList = fc.array(tree, { maxLength: 3 });
  return [
    member,
    fc
      .record({
        kind: fc.constant("member" as const),
        object: tree,
        property: tree,
        optional: fc.boolean(),
        computed: fc.constant(true),
      })
      .map(placed),
    fc.record({ kind: fc.constant("slice" as const), object: tree, from: bound, to: bound }).map(placed),
    fc
      .record({ kind: fc.constant("call" as const), callee: fc.oneof(identifier, member), arguments: argumentList })
      .map(placed),
  ];
}

function collections(tree: fc.Arbitrary<Expression>): fc.Arbitrary<Expression>[] {
  const pair = fc.record({ key: fc.oneof(strings(), tree), value: tree }).map((found) => ({ ...found, ...at }));
  return [
    fc.record({ kind: fc.constant("array" as const), elements: fc.array(tree, { maxLength: 3 }) }).map(placed),
    fc.record({ kind: fc.constant("map" as const), pairs: fc.array(pair, { maxLength: 3 }) }).map(placed),
  ];
}

function statements(tree: fc.Arbitrary<Expression>): fc.Arbitrary<Expression>[] {
  return [
    fc
      .record({
        kind: fc.constant("let" as const),
        variable: fc.constantFrom(...names).map((name) => ({ name, ...at })),
        value: tree,
        body: tree,
      })
      .map(placed),
    fc
      .record({ kind: fc.constant("sequence" as const), expressions: fc.array(tree, { minLength: 2, maxLength: 3 }) })
      .map(placed),
  ];
}

function predicateCalls(tree: fc.Arbitrary<Expression>, body: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> {
  const callee = fc.constantFrom("filter", "map", "all", "count", "groupBy", "sortBy", "reduce");
  return fc.tuple(callee, tree, body).map(([name, input, inside]) => ({
    kind: "call",
    ...at,
    callee: { kind: "identifier", ...at, name },
    arguments: [input, { kind: "predicate", ...at, body: inside }],
  }));
}

function placed<Node extends object>(node: Node): Node & { start: number; end: number } {
  return { ...node, ...at };
}

describe("any tree", () => {
  it("is what is parsed of its text", () => {
    fc.assert(
      fc.property(trees(3, false), (tree) => {
        expect(withoutPositions(parsed(printExpression(tree)))).toEqual(withoutPositions(tree));
      }),
      { numRuns: 1000 },
    );
  });
});

describe("any text", () => {
  const corpus = readFileSync(new URL("../conformance/expr-cases.ndjson", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line): string => JSON.parse(line).expr);
  const fragments = [
    ..."()[]{}.,;:?!#|&=<>+-*/%^'\"`\\ \n0x1e_a$é\0\ud800",
    "not ",
    " in ",
    "??",
    "?.",
    "::",
    "let x = ",
    "if ",
    "else ",
    "{{",
    "}}",
    "filter(",
    "//",
    "/*",
    "nil",
  ];
  const edit = fc.record({
    where: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.nat(4),
    inserted: fc.oneof(
      {
        weight: 9,
        arbitrary: fc.array(fc.constantFrom(...fragments), { maxLength: 3 }).map((found) => found.join("")),
      },
      { weight: 1, arbitrary: fc.constantFrom(...corpus).map((other) => `(${other})`) },
    ),
  });

  it("near the corpus parses or has a problem, inside the text and at once", () => {
    let slowest = 0;
    fc.assert(
      fc.property(fc.constantFrom(...corpus), fc.array(edit, { minLength: 1, maxLength: 4 }), (text, edits) => {
        const mutated = edits.reduce((current, { where, removed, inserted }) => {
          const index = Math.floor(where * current.length);
          return current.slice(0, index) + inserted + current.slice(index + removed);
        }, text);
        const started = performance.now();
        const result = parseExpression(mutated, (offset) => offset);
        slowest = Math.max(slowest, performance.now() - started);
        for (const { start, end } of result.kind === "problem" ? [result] : nodesOf(result.expression)) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(mutated.length);
        }
      }),
      { numRuns: 20_000 },
    );
    expect(slowest).toBeLessThan(1000);
  });

  it("is split into pieces that cover it", () => {
    const text = fc.array(fc.constantFrom("{{", "}}", "{", "}", "'", '"', "`", "\\", "\n", " ", "a", "not"), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(text, (parts) => {
        const whole = parts.join("");
        const pieces = splitTemplate(whole);
        const shown = pieces.map(({ kind, start, end }) =>
          kind === "expression" ? `{{${whole.slice(start, end)}}}` : whole.slice(start, end),
        );
        expect(shown.join("")).toBe(whole);
      }),
      { numRuns: 5000 },
    );
  });
});

function nodesOf(root: Expression): Expression[] {
  return [...walk([root], expressionChildren)];
}
