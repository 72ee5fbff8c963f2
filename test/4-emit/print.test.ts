import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { print } from "../../compiler/4-emit/print.ts";
import {
  array,
  binary,
  call,
  chain,
  coalesce,
  code,
  conditional,
  type Expression,
  identifier,
  literal,
  member,
  object,
  sequence,
  statement,
  unary,
} from "../../compiler/nouns/typescript.ts";
import { needlessParentheses, treeOf, treeOfText } from "../support/expression-tree.ts";

const [a, b, c, d] = [identifier`a`, identifier`b`, identifier`c`, identifier`d`];

describe("parentheses", () => {
  test.each<readonly [Expression, string]>([
    [binary(binary(a, "+", b), "*", c), "(a + b) * c"],
    [binary(binary(a, "*", b), "+", c), "a * b + c"],
    [binary(a, "-", binary(b, "-", c)), "a - (b - c)"],
    [binary(binary(a, "-", b), "-", c), "a - b - c"],
    [binary(binary(a, "**", b), "**", c), "(a ** b) ** c"],
    [binary(a, "**", binary(b, "**", c)), "a ** b ** c"],
    [binary(unary("-", a), "**", b), "(-a) ** b"],
    [binary(literal(-1), "**", b), "(-1) ** b"],
    [unary("-", unary("-", a)), "-(-a)"],
    [unary("-", literal(-1)), "-(-1)"],
    [unary("!", binary(a, "===", b)), "!(a === b)"],
    [chain("||", [chain("&&", [a, b]), c]), "a && b || c"],
    [chain("&&", [chain("||", [a, b]), c]), "(a || b) && c"],
    [coalesce(chain("||", [a, b]), c), "(a || b) ?? c"],
    [chain("||", [coalesce(a, b), c]), "(a ?? b) || c"],
    [coalesce(a, binary(b, "===", c)), "a ?? b === c"],
    [conditional(conditional(a, b, c), a, conditional(b, c, d)), "(a ? b : c) ? a : b ? c : d"],
    [conditional(coalesce(a, b), binary(c, "=", d), d), "a ?? b ? c = d : d"],
    [member(literal(1), "x"), "(1).x"],
    [member(unary("await", a), "x"), "(await a).x"],
    [member(conditional(a, b, c), "x", "?."), "(a ? b : c)?.x"],
    [call(member(array([a]), "includes"), [binary(b, "=", c)]), "[a].includes(b = c)"],
    [sequence([binary(a, "=", b), c]), "(a = b, c)"],
    [{ kind: "arrow", head: code`() =>`, body: object([["a", a]]) }, "() => ({ a: a })"],
    [{ kind: "arrow", head: code`() =>`, body: member(object([["a", a]]), "a") }, "() => ({ a: a }.a)"],
    [binary({ kind: "as", value: a, type: code`number` }, "<", b), "(a as number) < b"],
    [call(a, [{ kind: "as", value: binary(a, "+", b), type: code`number` }]), "a(a + b as number)"],
  ])("%#: %o", (node, text) => {
    expect(print(node)).toBe(text);
  });

  test("a statement that starts with a brace is not a block", () => {
    expect(print(statement(object([["a", a]])))).toBe("({ a: a });");
  });

  // https://github.com/microsoft/TypeScript/issues/36662
  test.each<readonly [Expression, string]>([
    [array([binary(a, "<", b), binary(c, ">", conditional(d, a, b))]), "[(a < b), c > (d ? a : b)]"],
    [call(a, [unary("!", b), binary(a, "<", b), binary(c, ">", sequence([a, b]))]), "a(!b, (a < b), c > (a, b))"],
    [array([binary(a, "<", b), binary(c, ">", d)]), "[a < b, c > d]"],
    [binary(binary(a, "<", b), ">", sequence([c, d])), "(a < b) > (c, d)"],
  ])("what is compared is never read as types: %#", (node, text) => {
    expect(print(node)).toBe(text);
    expect(treeOfText(text)).toEqual(treeOf(node));
  });
});

// Trees of all kinds of expressions, as emitters could build them.
const { tree } = fc.letrec<{ tree: Expression; place: Expression }>((tie) => {
  const leaf = fc.oneof(
    fc.constantFrom<Expression>(a, b, c, d),
    fc.constantFrom<unknown>(0, 1, 2.5, -1, 1e21, true, null, undefined, "", "x", "`${").map(literal),
  );
  const deep = tie("tree");
  const many = fc.array(deep, { maxLength: 3 });
  const key = fc.constantFrom<string | number>("x", "a b", "__proto__", "class", 0);
  const operators = [
    ...["**", "*", "/", "%", "+", "-", "<", "<=", ">", ">=", "===", "!==", "!=", "&&", "||"],
  ] as const satisfies readonly string[];
  return {
    place: fc.oneof(
      fc.constantFrom<Expression>(a, b),
      fc.tuple(deep, key).map(([of, name]) => member(of, name)),
    ),
    tree: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      leaf,
      fc
        .tuple(deep, fc.constantFrom(...operators), deep)
        .map(([left, operator, right]) => binary(left, operator, right)),
      fc.tuple(tie("place"), deep).map(([place, value]) => binary(place, "=", value)),
      fc.tuple(deep, deep).map(([left, right]) => coalesce(left, right)),
      fc
        .tuple(fc.constantFrom("!", "-", "typeof", "await"), deep)
        .map(([operator, operand]) => unary(operator, operand)),
      fc.tuple(deep, deep, deep).map(([test, yes, no]) => conditional(test, yes, no)),
      fc.tuple(deep, key, fc.constantFrom(".", "?.")).map(([of, name, access]) => member(of, name, access)),
      deep.map((value): Expression => ({ kind: "nonNull", value })),
      deep.map((value): Expression => ({ kind: "as", value, type: code`T` })),
      fc.tuple(deep, many).map(([callee, given]) => call(callee, given)),
      fc.tuple(deep, deep, many).map(([first, second, rest]) => sequence([first, second, ...rest])),
      many.map(array),
      fc
        .array(fc.tuple(fc.oneof(fc.constantFrom("x", "a b", "__proto__"), deep), deep), { maxLength: 2 })
        .map((entries) => object(entries)),
      fc
        .array(fc.oneof(fc.constantFrom("", "x", "${`"), deep), { maxLength: 3 })
        .map((parts): Expression => ({ kind: "template", parts })),
      deep.map((body): Expression => ({ kind: "arrow", head: code`async () =>`, body })),
    ),
  };
});

/** Comparisons of comparisons that are right, and that TypeScript's parser alone takes for types: `(a < (b > (c)))`. */
const unreadable = /< \(.* > \(/;

test("any tree is read back from its text, and no parentheses could go", () => {
  fc.assert(
    fc.property(tree, (node) => {
      const text = print(node);
      fc.pre(!unreadable.test(text));
      expect(treeOfText(text), text).toEqual(treeOf(node));
      expect(needlessParentheses(text), text).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
