import { describe, expect, it } from "vitest";
import { parseExpression } from "../../compiler/2-parse/expression.ts";
import { problem } from "../support/parse.ts";

const block = "write if <condition> { … } else { … }";
const blank = "delete it, or write a plain space";

describe("mistakes", () => {
  /** The text, the column and the text that the message is about, the message, the advice. */
  const cases: readonly (readonly [string, number, string, string, string | undefined])[] = [
    // nothing
    ["", 1, "", "expected an expression, found nothing", undefined],
    ["  ", 3, "", "expected an expression, found nothing", undefined],
    ["/* only */", 11, "", "expected an expression, found the end of the expression", undefined],
    [";", 1, ";", "expected an expression, found ';'", undefined],
    // an operand is missing
    ["1 +", 4, "", "expected an expression, found the end of the expression", undefined],
    ["+", 2, "", "expected an expression, found the end of the expression", undefined],
    ["not", 4, "", "expected an expression, found the end of the expression", undefined],
    ["a and", 6, "", "expected an expression, found the end of the expression", undefined],
    ["a ||", 5, "", "expected an expression, found the end of the expression", undefined],
    ["a || | b", 6, "|", "expected an expression, found '|'", undefined],
    ["a != ", 6, "", "expected an expression, found the end of the expression", undefined],
    ["a ? ", 5, "", "expected an expression, found the end of the expression", undefined],
    ["a ? : ", 7, "", "expected an expression, found the end of the expression", undefined],
    ["a ? b : ", 9, "", "expected an expression, found the end of the expression", undefined],
    ["(", 2, "", "expected an expression, found the end of the expression", undefined],
    ["()", 2, ")", "expected an expression, found ')'", undefined],
    ["[", 2, "", "expected an expression or ']', found the end of the expression", undefined],
    ["f(", 3, "", "expected an expression or ')', found the end of the expression", undefined],
    ["f(1,", 5, "", "expected an expression or ')', found the end of the expression", undefined],
    ["f(,)", 3, ",", "expected an expression or ')', found ','", undefined],
    ["f(1,,2)", 5, ",", "expected an expression or ')', found ','", undefined],
    ["[,]", 2, ",", "expected an expression or ']', found ','", undefined],
    ["[1,,2]", 4, ",", "expected an expression or ']', found ','", undefined],
    ["{a:}", 4, "}", "expected an expression, found '}'", undefined],
    ["a[", 3, "", "expected an expression, found the end of the expression", undefined],
    ["a[]", 3, "]", "expected an expression, found ']'", undefined],
    ["a[:", 4, "", "expected an expression or ']', found the end of the expression", undefined],
    ["in b", 1, "in", "expected an expression, found 'in'", undefined],
    ["else", 1, "else", "expected an expression, found 'else'", undefined],
    ["a == == b", 6, "==", "expected an expression, found '=='", undefined],
    ["not in b", 5, "in", "expected an expression, found 'in'", undefined],
    ["a in", 5, "", "expected an expression, found the end of the expression", undefined],
    ["@", 1, "@", "expected an expression, found '@'", undefined],
    ["a;;b", 3, ";", "expected an expression, found ';'", undefined],
    ["(a; b;)", 7, ")", "expected an expression, found ')'", undefined],
    ["let x = 1;", 11, "", "expected an expression, found the end of the expression", undefined],
    ["if a {} else {}", 7, "}", "expected an expression, found '}'", undefined],
    ["::5", 3, "5", "expected an expression, found '5'", undefined],
    ["a->b", 3, ">", "expected an expression, found '>'", undefined],
    ["🙂", 1, "🙂", "expected an expression, found '🙂'", undefined],
    // an operator or a closing sign is missing
    ["a b", 3, "b", "expected an operator or the end of the expression, found 'b'", undefined],
    ["a 🙂", 3, "🙂", "expected an operator or the end of the expression, found '🙂'", undefined],
    ["a @ b", 3, "@", "expected an operator or the end of the expression, found '@'", undefined],
    ["a \\ b", 3, "\\", String.raw`expected an operator or the end of the expression, found '\'`, undefined],
    ["1)", 2, ")", "expected an operator or the end of the expression, found ')'", undefined],
    ["1]", 2, "]", "expected an operator or the end of the expression, found ']'", undefined],
    ["1}", 2, "}", "expected an operator or the end of the expression, found '}'", undefined],
    ["a,b", 2, ",", "expected an operator or the end of the expression, found ','", undefined],
    ["a : b", 3, ":", "expected an operator or the end of the expression, found ':'", undefined],
    ['"a" "b"', 5, '"b"', 'expected an operator or the end of the expression, found the string "b"', undefined],
    ["f(1 2)", 5, "2", "expected ',' or ')', found '2'", undefined],
    ["f(1", 4, "", "expected ',' or ')', found the end of the expression", undefined],
    ["f(a: 1)", 4, ":", "expected ',' or ')', found ':'", undefined],
    ["a.b(1 2)", 7, "2", "expected ',' or ')', found '2'", undefined],
    ["[1 2]", 4, "2", "expected ',' or ']', found '2'", undefined],
    ["[1", 3, "", "expected ',' or ']', found the end of the expression", undefined],
    ["(1 2)", 4, "2", "expected ')', found '2'", undefined],
    ["(1", 3, "", "expected ')', found the end of the expression", undefined],
    ["a[1", 4, "", "expected ']', found the end of the expression", undefined],
    ["a[1 2]", 5, "2", "expected ']', found '2'", undefined],
    ["a[1:2:3]", 6, ":", "expected ']', found ':'", undefined],
    ["a[1:2", 6, "", "expected ']', found the end of the expression", undefined],
    ["{a: 1 b: 2}", 7, "b", "expected ',' or '}', found 'b'", undefined],
    ["{a: 1", 6, "", "expected ',' or '}', found the end of the expression", undefined],
    ["a ? b", 6, "", "expected ':', found the end of the expression", undefined],
    ["a ? b c", 7, "c", "expected ':', found 'c'", undefined],
    [
      "a.5",
      2,
      ".5",
      "expected an operator or the end of the expression, found '.5'",
      "write [5] for an item by its number",
    ],
    [
      "1.2.3",
      4,
      ".3",
      "expected an operator or the end of the expression, found '.3'",
      "write [3] for an item by its number",
    ],
    [
      "a(1)(2)",
      5,
      "(",
      "expected an operator or the end of the expression, found '('",
      "a function is called by its name: f(…), a.f(…)",
    ],
    [
      "a[0](1)",
      5,
      "(",
      "expected an operator or the end of the expression, found '('",
      "a function is called by its name: f(…), a.f(…)",
    ],
    [
      "(a)(1)",
      4,
      "(",
      "expected an operator or the end of the expression, found '('",
      "a function is called by its name: f(…), a.f(…)",
    ],
    [
      "1[0]",
      2,
      "[",
      "expected an operator or the end of the expression, found '['",
      "numbers, bools and nil have no members",
    ],
    [
      "true.x",
      5,
      ".",
      "expected an operator or the end of the expression, found '.'",
      "numbers, bools and nil have no members",
    ],
    [
      "nil?.x",
      4,
      "?.",
      "expected an operator or the end of the expression, found '?.'",
      "numbers, bools and nil have no members",
    ],
    [
      "true()",
      5,
      "(",
      "expected an operator or the end of the expression, found '('",
      "a function is called by its name: f(…), a.f(…)",
    ],
    ["function(x) { x }", 13, "{", "expected an operator or the end of the expression, found '{'", undefined],
    ["a ::len(b)", 3, "::", "expected an operator or the end of the expression, found '::'", undefined],
    // names, keys and calls
    ["a.", 3, "", "expected a name, found the end of the expression", undefined],
    ["a?.", 4, "", "expected a name, found the end of the expression", undefined],
    ["a.'b'", 3, "'b'", "expected a name, found the string 'b'", undefined],
    ["a?.5", 4, "5", "expected a name, found '5'", undefined],
    ["a ?.5 : 1", 5, "5", "expected a name, found '5'", undefined],
    ["{a 1}", 4, "1", "expected ':', found '1'", undefined],
    ["{", 2, "", "expected a map key or '}', found the end of the expression", undefined],
    ["{,}", 2, ",", "expected a map key or '}', found ','", undefined],
    ["{in: 1}", 2, "in", "expected a map key or '}', found 'in'", 'put the key in quotes: "in"'],
    ["{a.b: 1}", 3, ".", "expected ':', found '.'", undefined],
    ["{1x: 2}", 2, "1x", "expected a map key or '}', found '1x'", undefined],
    ["{[1]: 2}", 2, "[", "expected a map key or '}', found '['", undefined],
    ['{"a": 1, "a"}', 13, "}", "expected ':', found '}'", undefined],
    ["{a: 1, ...b}", 8, "..", "expected a map key or '}', found '..'", undefined],
    ["a | b", 5, "b", "expected a function call, found 'b'", '"b" is not a function: write a call, such as upper()'],
    ["a |", 4, "", "expected a function call, found the end of the expression", undefined],
    ["a | 5", 5, "5", "expected a function call, found '5'", undefined],
    [
      "a | b | c()",
      5,
      "b",
      "expected a function call, found 'b'",
      '"b" is not a function: write a call, such as upper()',
    ],
    ["::len", 1, "::", "'::' may only stand before a call of a built-in function", "write ::len(…), or len"],
    // keywords
    ["a not b", 7, "b", "expected 'in', 'contains', 'matches', 'startsWith' or 'endsWith', found 'b'", undefined],
    [
      "a not",
      6,
      "",
      "expected 'in', 'contains', 'matches', 'startsWith' or 'endsWith', found the end of the expression",
      undefined,
    ],
    [
      "a not not in b",
      7,
      "not",
      "expected 'in', 'contains', 'matches', 'startsWith' or 'endsWith', found 'not'",
      undefined,
    ],
    [
      "contains(a, b)",
      1,
      "contains",
      "expected an expression, found 'contains'",
      "it goes between the two: write a contains b",
    ],
    [
      "not startsWith (a, b)",
      5,
      "startsWith",
      "expected an expression, found 'startsWith'",
      "it goes between the two: write a startsWith b",
    ],
    ["a contains", 11, "", "expected an expression, found the end of the expression", undefined],
    ["let x 1; x", 7, "1", "expected '=', found '1'", undefined],
    ["let = 1; x", 5, "=", "expected a name, found '='", undefined],
    ["let in = 1; in", 5, "in", "expected a name, found 'in'", undefined],
    ["let x == 1; x", 7, "==", "expected '=', found '=='", undefined],
    ["let x = 1", 10, "", "expected ';', found the end of the expression", undefined],
    ["let x = 1 2; x", 11, "2", "expected ';', found '2'", undefined],
    ["1 + let x = 1; x", 5, "let", "expected an expression, found 'let'", "put it in parentheses: (let …)"],
    ["1 + if a {1} else {2}", 5, "if", "expected an expression, found 'if'", "put it in parentheses: (if …)"],
    ["if a {1}", 9, "", "expected 'else', found the end of the expression", undefined],
    ["if a {1} else", 14, "", "expected 'if' or '{', found the end of the expression", block],
    ["if a {1} else 2", 15, "2", "expected 'if' or '{', found '2'", block],
    ["if a 1 else 2", 6, "1", "expected '{', found '1'", block],
    ["if {1} else {2}", 4, "{", "expected a condition after 'if', found '{'", "write if <condition> { … } else { … }"],
    ["if  {a}", 5, "{", "expected a condition after 'if', found '{'", "write if <condition> { … } else { … }"],
    ["elif {a}", 6, "{", "expected an operator or the end of the expression, found '{'", undefined],
    ["if a {1 2} else {3}", 9, "2", "expected '}', found '2'", undefined],
    ["if a {1} else {2} + 3", 19, "+", "expected an operator or the end of the expression, found '+'", undefined],
    ["if a {1} elseif b {2} else {3}", 10, "elseif", "expected 'else', found 'elseif'", undefined],
    // operators of other languages
    ["a = 1", 3, "=", "'=' is not an operator here", "write =="],
    ["a.b = 1", 5, "=", "'=' is not an operator here", "write =="],
    ["f(a = 1)", 5, "=", "'=' is not an operator here", "write =="],
    ["a === 1", 3, "===", "'===' is not an operator here", "write =="],
    ["a !== 1", 3, "!==", "'!==' is not an operator here", "write !="],
    ["a & b", 3, "&", "'&' is not an operator here", "write &&, or bitand(a, b)"],
    ["a <> b", 3, "<>", "'<>' is not an operator here", "write !="],
    ["a << b", 3, "<<", "'<<' is not an operator here", "write bitshl(a, b)"],
    ["a >> b", 3, ">>", "'>>' is not an operator here", "write bitshr(a, b)"],
    ["a =< b", 3, "=<", "'=<' is not an operator here", "write <="],
    [
      "x => x + 1",
      3,
      "=>",
      "'=>' is not an operator here",
      "write >= to compare; a predicate is written without an arrow, as # > 1",
    ],
    ["a =~ 'x'", 3, "=~", "'=~' is not an operator here", "write matches"],
    ["a !in b", 3, "!", "'!' is not an operator here", "write not, as in a not in b"],
    ["a AND b", 3, "AND", "expected an operator or the end of the expression, found 'AND'", "write and"],
    ["a OR b", 3, "OR", "expected an operator or the end of the expression, found 'OR'", "write or"],
    ["a is b", 3, "is", "expected an operator or the end of the expression, found 'is'", "write =="],
    ["a gt b", 3, "gt", "expected an operator or the end of the expression, found 'gt'", "write >"],
    ["a mod b", 3, "mod", "expected an operator or the end of the expression, found 'mod'", "write %"],
    // what cannot be seen
    [
      "a \u200b+ b",
      3,
      "\u200b",
      "expected an operator or the end of the expression, found the invisible character U+200B",
      blank,
    ],
    ["\ufeffa", 1, "\ufeff", "expected an expression, found the invisible character U+FEFF", blank],
    ["a == \u202eb", 6, "\u202e", "expected an expression, found the invisible character U+202E", blank],
    ["f(a\u00ad)", 4, "\u00ad", "expected ',' or ')', found the invisible character U+00AD", blank],
    [
      "a\x1b[0m",
      2,
      "\x1b",
      "expected an operator or the end of the expression, found the invisible character U+001B",
      blank,
    ],
    // strings
    ["'abc", 1, "'abc", "the string 'abc is never closed", "close it with ' on the same line"],
    ['"abc', 1, '"abc', 'the string "abc is never closed', 'close it with " on the same line'],
    ["`abc", 1, "`abc", "the string `abc is never closed", "close it with `"],
    ["'a\nb'", 1, "'a", "the string 'a is never closed", "close it with ' on the same line"],
    ["don't", 4, "'t", "the string 't is never closed", "close it with ' on the same line"],
    ["a + b'", 6, "'", "the string ' is never closed", "close it with ' on the same line"],
    ['"a', 1, '"a', 'the string "a is never closed', 'close it with " on the same line'],
    [
      String.raw`'a\qb'`,
      3,
      String.raw`\q`,
      String.raw`unknown escape '\q' in a string`,
      String.raw`write \\ for a backslash, or put the string in backticks, where nothing is escaped`,
    ],
    [
      String.raw`'\"'`,
      2,
      String.raw`\"`,
      String.raw`unknown escape '\"' in a string`,
      'only the quote around the string takes a backslash: write " as it is',
    ],
    [
      String.raw`"\'"`,
      2,
      String.raw`\'`,
      String.raw`unknown escape '\'' in a string`,
      "only the quote around the string takes a backslash: write ' as it is",
    ],
    [
      String.raw`'\x1'`,
      2,
      String.raw`\x`,
      String.raw`'\x' needs two hexadecimal digits, as in \x41`,
      String.raw`write \\ for a backslash, or put the string in backticks, where nothing is escaped`,
    ],
    [
      String.raw`'\u12'`,
      2,
      String.raw`\u`,
      String.raw`'\u' needs four hexadecimal digits, or some in braces, as in \u00e9 and \u{1F600}`,
      String.raw`write \\ for a backslash, or put the string in backticks, where nothing is escaped`,
    ],
    [
      String.raw`'\u{110000}'`,
      2,
      String.raw`\u{110000}`,
      String.raw`'\u{110000}' is above the last character, \u{10FFFF}`,
      undefined,
    ],
    [
      String.raw`'\u{}'`,
      2,
      String.raw`\u`,
      String.raw`'\u' needs four hexadecimal digits, or some in braces, as in \u00e9 and \u{1F600}`,
      String.raw`write \\ for a backslash, or put the string in backticks, where nothing is escaped`,
    ],
    [
      String.raw`'\U00110000'`,
      2,
      String.raw`\U00110000`,
      String.raw`'\U00110000' is above the last character, \u{10FFFF}`,
      undefined,
    ],
    [
      String.raw`'\400'`,
      2,
      String.raw`\4`,
      String.raw`'\4' needs three octal digits up to \377`,
      String.raw`write \\ for a backslash, or put the string in backticks, where nothing is escaped`,
    ],
    [
      String.raw`'\ud83d'`,
      1,
      String.raw`'\ud83d'`,
      "the string holds half of a surrogate pair",
      String.raw`write the character as \u{…}`,
    ],
    ["‘x’", 1, "‘", "expected an expression, found '‘'", "write a plain quote: \" or '"],
    ["“x”", 1, "“", "expected an expression, found '“'", "write a plain quote: \" or '"],
    // numbers
    ["1x", 1, "1x", "'1x' is not a number", undefined],
    ["0x", 1, "0x", "'0x' is not a number", undefined],
    ["0xg", 1, "0xg", "'0xg' is not a number", undefined],
    ["0b2", 1, "0b2", "'0b2' is not a number", undefined],
    ["0o8", 1, "0o8", "'0o8' is not a number", undefined],
    ["1e", 1, "1e", "'1e' is not a number", undefined],
    ["1e+", 1, "1e+", "'1e+' is not a number", undefined],
    ["1.foo", 1, "1.foo", "'1.foo' is not a number", undefined],
    ["1..", 4, "", "expected an expression, found the end of the expression", undefined],
    [
      "9007199254740992",
      1,
      "9007199254740992",
      "the integer 9007199254740992 is too large: whole numbers end at 9007199254740991",
      undefined,
    ],
    [
      "-9007199254740993",
      2,
      "9007199254740993",
      "the integer 9007199254740993 is too large: whole numbers end at 9007199254740991",
      undefined,
    ],
    [
      "0xFFFFFFFFFFFFFFFFF",
      1,
      "0xFFFFFFFFFFFFFFFFF",
      "the integer 0xFFFFFFFFFFFFFFFFF is too large: whole numbers end at 9007199254740991",
      undefined,
    ],
    ["1e999", 1, "1e999", "the number 1e999 is too large", undefined],
    // predicates
    ["#", 1, "#", "'#' outside a predicate", "it stands for an item, as in filter(list, # > 1)"],
    ["#acc", 1, "#acc", "'#acc' outside a predicate", "it stands for an item, as in filter(list, # > 1)"],
    [".foo", 1, ".", "'.' outside a predicate", "it stands for an item, as in filter(list, .size > 1)"],
    ["map(a, #) + #", 13, "#", "'#' outside a predicate", "it stands for an item, as in filter(list, # > 1)"],
    ["filter()", 8, ")", "expected an expression, found ')'", undefined],
    ["filter(a)", 9, ")", "filter() needs a predicate", "for example filter(list, # != nil)"],
    ["filter(a, )", 11, ")", "filter() needs a predicate", "for example filter(list, # != nil)"],
    ["x | filter()", 12, ")", "filter() needs a predicate", "for example list | filter(# != nil)"],
    ["filter(a, #, 2)", 14, "2", "filter() takes 2 arguments at most", undefined],
    ["x | filter(#, 1)", 15, "1", "filter() takes 1 argument at most after a pipe", undefined],
    ["x | sortBy(#, 'asc', 3)", 22, "3", "sortBy() takes 2 arguments at most after a pipe", undefined],
    ["sum(a, #, 1)", 11, "1", "sum() takes 2 arguments at most", undefined],
    ["sortBy(a, #, 'asc', 3)", 21, "3", "sortBy() takes 3 arguments at most", undefined],
    ["filter(a, #; #)", 12, ";", "';' in a predicate without braces", "put the predicate in braces: {a; b}"],
    [
      "map(a, {b: #})",
      10,
      ":",
      "expected '}' at the end of the predicate, found ':'",
      "a map has braces of its own: {{name: #}}",
    ],
    ["map(a, {#)", 10, ")", "expected '}', found ')'", undefined],
    ["map(a, {})", 9, "}", "expected an expression, found '}'", undefined],
    ["map(a, ##)", 8, "##", "expected an expression or ')', found '##'", undefined],
    ["f(#)", 3, "#", "'#' outside a predicate", "it stands for an item, as in filter(list, # > 1)"],
    ["map(#, 1)", 5, "#", "'#' outside a predicate", "it stands for an item, as in filter(list, # > 1)"],
    // mixtures of ??
    ["a ?? b + c", 8, "+", "'+' cannot follow '??' without parentheses", "write (a ?? b) + c, or a ?? (b + c)"],
    ["a ?? b && c", 8, "&&", "'&&' cannot follow '??' without parentheses", "write (a ?? b) && c, or a ?? (b && c)"],
    ["a ?? b == c", 8, "==", "'==' cannot follow '??' without parentheses", "write (a ?? b) == c, or a ?? (b == c)"],
    [
      "a ?? b not in c",
      12,
      "in",
      "'not in' cannot follow '??' without parentheses",
      "write (a ?? b) not in c, or a ?? (b not in c)",
    ],
    [
      "1 ** a ?? b ** c",
      13,
      "**",
      "'**' cannot follow '??' without parentheses",
      "write (a ?? b) ** c, or a ?? (b ** c)",
    ],
    // braces and comments
    ["{{a}}", 1, "{{", "'{{' inside an expression", "this is already an expression: write the name alone"],
    ["f({{ a }})", 3, "{{", "'{{' inside an expression", "this is already an expression: write the name alone"],
    [
      "a {{ b",
      3,
      "{{",
      "expected an operator or the end of the expression, found '{{'",
      "this is already an expression: write the name alone",
    ],
    ["a /* b", 3, "/*", "the comment '/*' is never closed", "close it with */"],
    ["/*/", 1, "/*", "the comment '/*' is never closed", "close it with */"],
  ];

  it.each(cases)("in %j", (...[text, column, at, message, help]) => {
    const found = problem(text);
    expect(found.message).toBe(message);
    expect(found.start + 1).toBe(column);
    expect(text.slice(found.start, found.end)).toBe(at);
    expect(found.help).toBe(help);
  });

  it("are placed in the file", () => {
    const place = (offset: number) => 100 + 2 * offset;
    expect(parseExpression("a b", place)).toMatchObject({ start: 104, end: 106 });
    expect(parseExpression("a = b", place)).toMatchObject({ start: 104, end: 106 });
    expect(parseExpression("a\0", place)).toMatchObject({ start: 102, end: 104 });
  });
});

describe("texts that are not expressions", () => {
  it.each([
    ["a\0b", 2, "the expression holds a NUL character"],
    ["'\ud800'", 2, "the expression holds half of a surrogate pair"],
    ["a".repeat(65_537), 1, "the expression is longer than 65536 characters"],
    [`${"(".repeat(201)}a${")".repeat(201)}`, 201, "the expression is nested too deeply: more than 200 brackets"],
    ["[{(".repeat(3_333), 201, "the expression is nested too deeply: more than 200 brackets"],
  ])("%#", (text, column, message) => {
    const found = problem(text);
    expect(found.message).toBe(message);
    expect(found.start + 1).toBe(column);
  });

  it("are not those with many brackets in strings, or with 200 nested brackets", () => {
    expect(parseExpression(`'${"(".repeat(500)}'`, (offset) => offset).kind).toBe("expression");
    expect(parseExpression(`${"[".repeat(200)}${"]".repeat(200)}`, (offset) => offset).kind).toBe("expression");
  });
});

describe("long chains", () => {
  const times = 10_000;
  const chains: Readonly<Record<string, string>> = {
    brackets: "(".repeat(times),
    "not operators": `${"not ".repeat(times)}a`,
    "open not operators": "not ".repeat(times),
    signs: `${"- ".repeat(times)}a`,
    "signs without blanks": `${"-".repeat(60_000)}a`,
    conditionals: `${"a?b:".repeat(times)}a`,
    "open conditionals": "a?".repeat(times),
    "elvis operators": `${"a?:".repeat(times)}a`,
    members: `a${".b".repeat(times)}`,
    indexes: `a${"[0]".repeat(times)}`,
    calls: `a${".b()".repeat(times)}`,
    sums: `a${"+a".repeat(times)}`,
    powers: `a${"**a".repeat(times)}`,
    comparisons: `a${"<a".repeat(times)}`,
    pipes: `a${"|f()".repeat(times)}`,
    coalescing: `a${"??a".repeat(times)}`,
    lets: `${"let x=1;".repeat(8_000)}x`,
    "else if": `${"if a{1}else ".repeat(5_000)}{2}`,
    "elvis in brackets": `${"(".repeat(150)}a${" ?: b)".repeat(150)}`,
    "comparisons in brackets": `${"a<(".repeat(150)}a${")<a".repeat(150)}`,
    quotes: "'".repeat(60_000),
    "escaped quotes": "'\\".repeat(30_000),
    "open comments": "/*".repeat(30_000),
  };

  it.each(Object.entries(chains))("of %s do not overflow the stack", (_name, text) => {
    expect(problem(text).message).not.toBe("");
  });

  it.each([
    ["a sequence", "a;".repeat(times)],
    ["a list", `[${"1,".repeat(times)}]`],
    ["comments", `${"/**/".repeat(times)}a`],
    ["a chain of 900", `a${"+a".repeat(900)}`],
    ["conditionals, 900 of them", `${"a?b:".repeat(900)}a`],
    ["else if, 900 times", `${"if a{1}else ".repeat(900)}{2}`],
    ["prefixes, 900 of them", `${"-".repeat(900)}a`],
  ])("are fine as %s", (_name, text) => {
    expect(parseExpression(text, (offset) => offset).kind).toBe("expression");
  });

  const openings = [
    "f(",
    "f(x,",
    "filter(x,",
    "filter(x,{",
    "reduce(x,#,",
    "x|f(",
    "x|map(",
    "a.b(",
    "a[",
    "a?.[",
    "a[:",
    "[",
    "{a:",
    "{(",
    "(",
    "if (",
    "if a {",
    "a ? (",
  ];

  it.each(openings)("of %s take linear time to fail", (opening) => {
    const started = performance.now();
    problem(opening.repeat(100));
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
