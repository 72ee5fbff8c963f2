import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Expression } from "../../compiler/nouns/expression.ts";
import { expressionChildren } from "../../compiler/tree/expression-children.ts";
import { walk } from "../../compiler/tree/walk.ts";
import { parsed, withoutPositions } from "../support/parse.ts";
import { printExpression } from "../support/print-expression.ts";

const corpus = readFileSync(new URL("../conformance/expr-cases.ndjson", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): string => JSON.parse(line).expr);

describe("the reference's corpus", () => {
  it("parses whole", () => {
    expect(corpus).toHaveLength(2962);
    for (const text of corpus) expect(() => parsed(text), text).not.toThrow();
  });

  it("gives nodes whose span, parsed alone, is the node", () => {
    for (const text of corpus) {
      for (const node of nodesOf(parsed(text))) {
        if (!standsAlone(node)) continue;
        const whole = parsed(text.slice(node.start, node.end));
        const again = whole.kind === "unary" && node.kind === "binary" ? whole.operand : whole; // `in` of `not in`
        expect(withoutPositions(again), `${text} at ${node.start}`).toEqual(withoutPositions(node));
      }
    }
  });
});

describe("trees", () => {
  it.each([
    // literals
    ["nil", "nil"],
    ["true", "true"],
    ["false", "false"],
    ["42", "42"],
    ["007", "7"],
    ["1_000_000", "1000000"],
    ["0xFF", "255"],
    ["0X_ff", "255"],
    ["0o17", "15"],
    ["0b1_01", "5"],
    ["0xe+1", "(14 + 1)"],
    ["9007199254740991", "9007199254740991"],
    ["1.5", "1.5"],
    ["1.", "1.0"],
    [".5", "0.5"],
    ["-.5", "(-0.5)"],
    ["1e3", "1000.0"],
    ["1.e2", "100.0"],
    ["1_0.5_0E-1_0", "1.05e-9"],
    ["1..3", "(1 .. 3)"],
    ["1...5", "(1 .. 0.5)"],
    ["1.5..2", "(1.5 .. 2)"],
    // names
    ["naïve", "naïve"],
    ["$env", "$env"],
    ["_x1", "_x1"],
    ["名前", "名前"],
    ["nothing", "nothing"],
    ["in_var", "in_var"],
    ["letter", "letter"],
    ["trueish", "trueish"],
    // members, indexes, slices, calls
    ["a.b.c", "a.b.c"],
    ["a\n  .b", "a.b"],
    ["a.not.matches.in.if.true", "a.not.matches.in.if.true"],
    ["a?.b?.let", "a?.b?.let"],
    ["a[0]", "a[0]"],
    ["a[-1]", "a[(-1)]"],
    ["a?.[i]", "a?.[i]"],
    ["a ?. [i]", "a?.[i]"],
    ["a[1:2]", "a[1:2]"],
    ["a[:2]", "a[:2]"],
    ["a[1:]", "a[1:]"],
    ["a[:]", "a[:]"],
    ["a?.[1:2]", "a[1:2]"],
    ["a[b ? 1 : 2:c]", "a[(b ? 1 : 2):c]"],
    ["f()", "f()"],
    ["f(1, 'x',)", 'f(1, "x")'],
    ["f (1)", "f(1)"],
    ["a.f(1).g()[0].h", "a.f(1).g()[0].h"],
    ["a?.f(1)", "a?.f(1)"],
    ["a.filter(x)", "a.filter(x)"],
    ["'s'.len()", '"s".len()'],
    ["[1][0]", "[1][0]"],
    ["{a: 1}.a", '{"a": 1}.a'],
    ["(1)[0]", "(1)[0]"],
    ["(a ?? b).c", "(a ?? b).c"],
    ["::len(a)", "len(a)"],
    ["::map(a, #)", "map(a, {#})"],
    ["a ? ::f(b) : c", "(a ? f(b) : c)"],
    // arrays and maps
    ["[]", "[]"],
    ["[1, [2], 3,]", "[1, [2], 3]"],
    ["{}", "{}"],
    [
      "{a: 1, 'b': 2, 3: 4, .5: 6, 1_0: 7, (c): 8, (d) + 1: 9,}",
      '{"a": 1, "b": 2, "3": 4, ".5": 6, "1_0": 7, (c): 8, ((d + 1)): 9}',
    ],
    ["{true: 1, nil: 2}", '{"true": 1, "nil": 2}'],
    ["{a: ::f(1)}", '{"a": f(1)}'],
    ["{a: {b: {}}}", '{"a": {"b": {}}}'],
    // operators
    ["a || b && c", "(a or (b and c))"],
    ["a or b and c", "(a or (b and c))"],
    ["!a", "(not a)"],
    ["!!a", "(not (not a))"],
    ["not a in b", "((not a) in b)"],
    ["a in not b", "(a in (not b))"],
    ["a not in b", "(not (a in b))"],
    ["a not  in b", "(not (a in b))"],
    ["a not matches b and c", "((not (a matches b)) and c)"],
    ["a not contains b", "(not (a contains b))"],
    ["a not startsWith b", "(not (a startsWith b))"],
    ["a not endsWith b", "(not (a endsWith b))"],
    ["a + b not in c", "(not ((a + b) in c))"],
    ["a == b not in c", "(not ((a == b) in c))"],
    ["-a ** b", "(-(a ** b))"],
    ["-a * b", "((-a) * b)"],
    ["a ** -b ** c", "(a ** (-(b ** c)))"],
    ["a ^ b ^ c", "(a ** (b ** c))"],
    ["a - b - c", "((a - b) - c)"],
    ["a--b", "(a - (-b))"],
    ["- - a", "(-(-a))"],
    ["+a", "(+a)"],
    ["not -a + b", "((not (-a)) + b)"],
    ["not a * b", "(not (a * b))"],
    ["not a + b", "((not a) + b)"],
    ["a < b < c", "((a < b) and (b < c))"],
    ["a < b <= c > d >= e", "((((a < b) and (b <= c)) and (c > d)) and (d >= e))"],
    ["a < b == c < d", "(((a < b) == c) < d)"],
    ["a < b + 1 < c", "((a < (b + 1)) and ((b + 1) < c))"],
    ["a + b ?? c + d", "((a + (b ?? c)) + d)"],
    ["a ?? b ?? c", "((a ?? b) ?? c)"],
    ["-a ?? b + c", "((-(a ?? b)) + c)"],
    ["a == b ?? c == d", "((a == (b ?? c)) == d)"],
    ["(a ?? b) + c", "((a ?? b) + c)"],
    // pipes
    ["a | f()", "f(a)"],
    ["a | f(b) | g(c)", "g(f(a, b), c)"],
    ["a + b | f()", "f((a + b))"],
    ["-a | f()", "f((-a))"],
    ["a | f() + 1", "(f(a) + 1)"],
    ["a | f() in b", "(f(a) in b)"],
    ["a | f().b[0] | g()", "g(f(a).b[0])"],
    ["a ?? b | f() + c", "(f((a ?? b)) + c)"],
    ["a | f() ?? b", "(f(a) ?? b)"],
    ["a | filter(# > 1) | map({#})", "map(filter(a, {(# > 1)}), {#})"],
    ["a | sum()", "sum(a)"],
    ["a | reduce(#acc + #, 0)", "reduce(a, {(#acc + #)}, 0)"],
    ["a | f() ? b : c", "(f(a) ? b : c)"],
    // conditionals
    ["a ? b : c", "(a ? b : c)"],
    ["a ?: b", "(a ? a : b)"],
    ["a ? : b", "(a ? a : b)"],
    ["a ? b : c ? d : e", "(a ? b : (c ? d : e))"],
    ["a ? b ? c : d : e", "(a ? (b ? c : d) : e)"],
    ["a + 1 ? b : c + 1", "((a + 1) ? b : (c + 1))"],
    ["if a {b} else {c}", "(a ? b : c)"],
    ["if a {b} else if c {d} else {e}", "(a ? b : (c ? d : e))"],
    ["if a {b; c} else {d; e}", "(a ? (b; c) : (d; e))"],
    ["if {a: 1}.a {b} else {c}", '({"a": 1}.a ? b : c)'],
    ["(if a {b} else {c}) + 1", "((a ? b : c) + 1)"],
    ["a ? b : if c {d} else {e} ? f : g", "((a ? b : (c ? d : e)) ? f : g)"],
    // let and sequences
    ["let x = 1; x", "(let x = 1; x)"],
    ["let x = 1; let y = 2; x + y", "(let x = 1; (let y = 2; (x + y)))"],
    ["let x = a ? b : c; x; y", "(let x = (a ? b : c); (x; y))"],
    ["a; b; c", "(a; b; c)"],
    ["a; b;", "(a; b)"],
    ["a;", "a"],
    ["let x = 1; x;", "(let x = 1; x)"],
    ["a; let x = 1; x; y", "(a; (let x = 1; (x; y)))"],
    ["(a; b) + c", "((a; b) + c)"],
    ["f(let x = 1; x, y)", "f((let x = 1; x), y)"],
    ["a ? let x = 1; x : b", "(a ? (let x = 1; x) : b)"],
    // predicates
    ["filter(a, # > 1)", "filter(a, {(# > 1)})"],
    ["filter(a, {# > 1})", "filter(a, {(# > 1)})"],
    ["filter(a, .b)", "filter(a, {#.b})"],
    ["filter(a, {.b?.c})", "filter(a, {#.b?.c})"],
    ["filter(a, .b(1))", "filter(a, {#.b(1)})"],
    ["map(a, #.b)", "map(a, {#.b})"],
    ["map(a, #[0])", "map(a, {#[0]})"],
    ["map(a, {#; #index})", "map(a, {(#; #index)})"],
    ["map(a, let x = #; x * 2)", "map(a, {(let x = #; (x * 2))})"],
    ["map(a, {{b: #}})", 'map(a, {{"b": #}})'],
    ["map(a, filter(#, # > 1))", "map(a, {filter(#, {(# > 1)})})"],
    ["map(a, a | filter(#))", "map(a, {filter(a, {#})})"],
    ["map(a, #in)", "map(a, {#in})"],
    ["sum(a)", "sum(a)"],
    ["count(a,)", "count(a)"],
    ["count(a, #)", "count(a, {#})"],
    ["sortBy(a, .b, 'desc')", 'sortBy(a, {#.b}, "desc")'],
    ["reduce(a, #acc + #, 0,)", "reduce(a, {(#acc + #)}, 0)"],
    [
      "all(a, 1) and any(a, 1) and none(a, 1) and one(a, 1)",
      "(((all(a, {1}) and any(a, {1})) and none(a, {1})) and one(a, {1}))",
    ],
    ["groupBy(find(a, 1), findIndex(a, 1))", "groupBy(find(a, {1}), {findIndex(a, {1})})"],
    ["findLast(a, findLastIndex(a, 1))", "findLast(a, {findLastIndex(a, {1})})"],
    // blanks and comments
    ["\t a\u00a0+\u3000b\r\n", "(a + b)"],
    ["a // comment\n + b // end", "(a + b)"],
    ["/* a */ a /* b * / */ + /**/ b", "(a + b)"],
    ["a /b", "(a / b)"],
  ])("of %s", (text, printed) => {
    const tree = parsed(text);
    expect(printExpression(tree)).toBe(printed);
    expect(withoutPositions(parsed(printed))).toEqual(withoutPositions(tree));
  });
});

describe("strings", () => {
  it.each([
    [`'a"b'`, 'a"b'],
    [`"a'b"`, "a'b"],
    [String.raw`'\''`, "'"],
    [String.raw`"\""`, '"'],
    [String.raw`"\a\b\f\n\r\t\v\\"`, "\x07\b\f\n\r\t\v\\"],
    [String.raw`"\x41\u00e9\U0001F600\u{1F600}\u{61}\101\000"`, "Aé😀😀aA\0"],
    [String.raw`"\ud83d\ude00"`, "😀"],
    [`"é😀"`, "é😀"],
    ["'a\rb'", "a\nb"],
    ["``", ""],
    ["`a\nb\\n`", "a\nb\\n"],
    ["`a``b`", "a`b"],
    ["````", "`"],
  ])("%s", (text, value) => {
    expect(parsed(text)).toMatchObject({ kind: "string", start: 0, end: text.length, value });
  });
});

describe("units of strings", () => {
  it.each([
    [String.raw`'a\\d'`, [1, 2, 4, 5]],
    [String.raw`"\x41😀\u{1F600}"`, [1, 5, 6, 7, 7, 16]],
    ["`a``b`", [1, 2, 4, 5]],
  ])("of %s have the places where they are written", (text, offsets) => {
    expect(parsed(text)).toMatchObject({ offsets });
  });

  it("need none where the text is the value", () => {
    expect(parsed("'abc'")).not.toHaveProperty("offsets");
    expect(parsed("`abc`")).not.toHaveProperty("offsets");
  });
});

describe("precedence", () => {
  const levels: readonly (readonly [number, readonly string[]])[] = [
    [10, ["or", "||"]],
    [15, ["and", "&&"]],
    [
      20,
      [
        "==",
        "!=",
        "<",
        "<=",
        ">",
        ">=",
        "in",
        "matches",
        "contains",
        "startsWith",
        "endsWith",
        "not in",
        "not matches",
      ],
    ],
    [25, [".."]],
    [30, ["+", "-"]],
    [60, ["*", "/", "%"]],
    [100, ["**", "^"]],
    [500, ["??"]],
  ];
  const operators = levels.flatMap(([precedence, names]) => names.map((name) => ({ precedence, name })));
  const spelling: Readonly<Record<string, string>> = { "||": "or", "&&": "and", "^": "**" };

  it("of every pair of binary operators", () => {
    for (const first of operators) {
      for (const second of operators) {
        const text = `a ${first.name} b ${second.name} c`;
        if (first.name === "??" && second.name !== "??") {
          expect(() => parsed(text)).toThrow("cannot follow '??' without parentheses");
          continue;
        }
        expect(printExpression(parsed(text)), text).toBe(expectedPair(first, second));
      }
    }
  });

  it("of every prefix operator before every binary operator", () => {
    for (const [sign, precedence] of [
      ["not ", 50],
      ["!", 50],
      ["-", 90],
      ["+", 90],
    ] as const) {
      const prefix = sign === "!" ? "not " : sign;
      for (const operator of operators) {
        const inside = operator.precedence >= precedence;
        const expected = inside
          ? `(${prefix}${infix("a", operator.name, "b")})`
          : infix(`(${prefix}a)`, operator.name, "b");
        expect(printExpression(parsed(`${sign}a ${operator.name} b`)), `${sign}a ${operator.name} b`).toBe(expected);
        const right = `${sign}b ** c`;
        expect(printExpression(parsed(`a ${operator.name} ${right}`))).toBe(
          infix("a", operator.name, `(${prefix}(b ** c))`),
        );
      }
    }
  });

  function expectedPair(
    first: { precedence: number; name: string },
    second: { precedence: number; name: string },
  ): string {
    const isOrdering = (name: string) => /^[<>]=?$/.test(name);
    if (isOrdering(first.name) && isOrdering(second.name)) return `((a ${first.name} b) and (b ${second.name} c))`;
    const isRight = first.precedence === second.precedence && first.precedence === 100;
    if (second.precedence > first.precedence || isRight) return infix("a", first.name, infix("b", second.name, "c"));
    return infix(infix("a", first.name, "b"), second.name, "c");
  }

  function infix(left: string, name: string, right: string): string {
    if (name.startsWith("not ")) return `(not (${left} ${name.slice(4)} ${right}))`;
    return `(${left} ${spelling[name] ?? name} ${right})`;
  }
});

describe("spans", () => {
  it.each([
    ["a + b * c", ["binary a + b * c", "identifier a", "binary b * c", "identifier b", "identifier c"]],
    [" ( a + b ) * c ", ["binary ( a + b ) * c", "binary ( a + b )", "identifier a", "identifier b", "identifier c"]],
    [
      "not a not in b",
      ["unary not a not in b", "binary not a not in b", "unary not a", "identifier a", "identifier b"],
    ],
    [
      "a . b ( 1 ) [ 2 ] ",
      ["member a . b ( 1 ) [ 2 ]", "call a . b ( 1 )", "member a . b", "identifier a", "string b", "int 1", "int 2"],
    ],
    ["a [ 1 : ]", ["slice a [ 1 : ]", "identifier a", "int 1"]],
    [
      "a | f(b) | g()",
      ["call a | f(b) | g()", "identifier g", "call a | f(b)", "identifier f", "identifier a", "identifier b"],
    ],
    ["::f(a)", ["call ::f(a)", "identifier f", "identifier a"]],
    [
      "map(a, { .b })",
      [
        "call map(a, { .b })",
        "identifier map",
        "identifier a",
        "predicate { .b }",
        "member .b",
        "pointer .",
        "string b",
      ],
    ],
    [
      "map(a, #acc + 1)",
      [
        "call map(a, #acc + 1)",
        "identifier map",
        "identifier a",
        "predicate #acc + 1",
        "binary #acc + 1",
        "pointer #acc",
        "int 1",
      ],
    ],
    ["if a { b } else { c } ", ["conditional if a { b } else { c }", "identifier a", "identifier b", "identifier c"]],
    ["a ? 'b' : \"c\" ", ["conditional a ? 'b' : \"c\"", "identifier a", "string 'b'", 'string "c"']],
    ["let x = 1 ; x ; y ", ["let let x = 1 ; x ; y", "int 1", "sequence x ; y", "identifier x", "identifier y"]],
    ["{ a : 1 , (b) : `c` }", ["map { a : 1 , (b) : `c` }", "string a", "int 1", "identifier (b)", "string `c`"]],
    ["[ 1.5 , nil , true ] ", ["array [ 1.5 , nil , true ]", "float 1.5", "nil nil", "bool true"]],
    [
      "a < b < c",
      [
        "binary a < b < c",
        "binary a < b",
        "identifier a",
        "identifier b",
        "binary b < c",
        "identifier b",
        "identifier c",
      ],
    ],
  ])("of %s", (text, expected) => {
    const shown = nodesOf(parsed(text)).map((node) => `${node.kind} ${text.slice(node.start, node.end)}`);
    expect(shown).toEqual(expected);
  });

  it("tell what stands in parentheses from the parentheses", () => {
    expect(parsed("((a))")).toMatchObject({ start: 0, end: 5, inner: { start: 2, end: 3 } });
    expect(parsed("(a) + b")).toMatchObject({ start: 0, left: { start: 0, end: 3, inner: { start: 1, end: 2 } } });
    expect(parsed("a + b")).not.toHaveProperty("inner");
  });

  it("know a piped call and the name that a let declares", () => {
    expect(parsed("a | f()")).toMatchObject({ piped: true, callee: { start: 4, end: 5 } });
    expect(parsed("f(a)")).not.toHaveProperty("piped");
    expect(parsed("let  x = 1; x")).toMatchObject({ variable: { name: "x", start: 5, end: 6 } });
  });

  it("pass through `place`, also where it is not a shift", () => {
    expect(parsed("a + b", (offset) => 100 + 2 * offset)).toEqual({
      kind: "binary",
      start: 100,
      end: 110,
      operator: "+",
      left: { kind: "identifier", start: 100, end: 102, name: "a" },
      right: { kind: "identifier", start: 108, end: 110, name: "b" },
    });
  });
});

function nodesOf(root: Expression): Expression[] {
  return [...walk([root], expressionChildren)];
}

/** Not a predicate or what needs one around it, nor the name of a member or the key of a map. */
function standsAlone(node: Expression): boolean {
  return !JSON.stringify(node).includes('"pointer"') && node.kind !== "string" && node.kind !== "predicate";
}
