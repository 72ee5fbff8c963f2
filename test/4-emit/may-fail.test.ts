import { describe, expect, test } from "vitest";
import { mayFail } from "../../compiler/4-emit/may-fail.ts";
import { compileExpression } from "../../compiler/compile-expression.ts";

// Whether an expression is marked with its place is known from its tree. Here that is held against the code: what may fail
// calls the runtime library, or a loop of the module, and nothing else does.

const refusing = /\bflow\.(?!(?:text|json|defaultTo|typeName|equal|pattern)\()/;

const scope = {
  count: 3,
  ratio: 1.5,
  name: "text",
  flag: true,
  list: [1, 2],
  row: { id: 1, title: "t", inner: { size: 2 }, empty: null },
  something: null,
};

const operands = [...Object.keys(scope), "2", "0", '"a"', "nil", "row.id", "row.title", "row.empty", "something.x"];
const operators = [
  ...["+", "-", "*", "/", "%", "**", "==", "!=", "<", ">=", "and", "or", "??", "in", "contains", "startsWith", ".."],
  ...["matches"],
];

/** What the tree says, and what the code does; undefined for what the checker refuses. */
function found(text: string): { readonly tree: boolean; readonly code: boolean; readonly body: string } | undefined {
  const compiled = compileExpression(text, scope);
  if (compiled.kind === "problems") return undefined;
  const { body, expression } = compiled;
  return { tree: mayFail(expression), code: refusing.test(body), body };
}

function expectAgreed(texts: readonly string[]): void {
  const results = texts.flatMap((text) => found(text) ?? []);
  expect(results.length).toBeGreaterThan(10);
  expect(results.filter(({ tree, code }) => tree !== code).map(({ tree, body }) => ({ tree, body }))).toEqual([]);
}

describe("an expression is known to be able to fail exactly where its code can", () => {
  test.each(operators)("for operands of %s", (operator) => {
    expectAgreed(operands.flatMap((left) => operands.map((right) => `${left} ${operator} ${right}`)));
  });

  test("for reads, calls and choices", () => {
    expectAgreed([
      ...operands,
      ...operands.flatMap((operand) => [`not ${operand}`, `-${operand}`, `${operand} ? 1 : 2`, `[${operand}]`]),
      ...operands.flatMap((operand) => [
        `string(${operand})`,
        `len(${operand})`,
        `upper(${operand})`,
        `{a: ${operand}}`,
      ]),
      ...operands.flatMap((operand) => [`${operand}.x`, `${operand}?.x`, `${operand}["x"]`, `${operand}[0]`]),
      ...["row.inner.size", "row.inner?.size", "row.unknown", "row?.unknown?.x", "{a: 1}.a", "list[1:]", "list[-1]"],
      ...["filter(list, # > 1)", "sum(map(list, #))", "let x = something; x", "let x = something; x.y"],
      ...["count in [1, 2]", 'name in ["a", "b"]', "row.id in [1, 2]", "something in [1]", "7 % 5", "not true"],
    ]);
  });
});
