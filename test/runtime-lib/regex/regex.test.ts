import { spawnSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Automaton } from "../../../runtime-lib/regex/automaton.ts";
import { has } from "../../../runtime-lib/regex/char-set.ts";
import { fold } from "../../../runtime-lib/regex/fold.ts";
import { parsePattern } from "../../../runtime-lib/regex/parse.ts";
import { matches, pattern, translatePattern } from "../../../runtime-lib/regex/regex.ts";
import { nodeProgram } from "../../support/nodes.ts";

type Row = readonly [source: string, found: readonly string[], notFound: readonly string[]];

// Go's answers, from https://pkg.go.dev/regexp/syntax and https://github.com/google/re2/wiki/Syntax.
const rows: readonly Row[] = [
  // Unanchored search, alternatives, groups
  ["", ["", "a"], []],
  ["b", ["abc", "b"], ["", "ac", "B"]],
  ["a|b", ["xa", "bx"], ["c", ""]],
  ["a|", ["", "b"], []],
  ["^(?:ab|cd)$", ["ab", "cd"], ["abcd", "a"]],
  ["^(a)(b)?$", ["a", "ab"], ["b", "abb"]],
  ["^(?P<year>\\d{4})-(?<month>\\d\\d)$", ["2024-05"], ["24-05", "2024-5"]],
  ["^(?P<a1>x)(?P<_>y)(?P<1>z)$", ["xyz"], ["xy"]],
  ["()", ["", "a"], []],
  ["^(|a)+$", ["", "aaa"], ["b"]],
  ["^(a|b|)c$", ["c", "ac"], ["abc"]],
  // Repetition
  ["^a*$", ["", "aaa"], ["ab"]],
  ["^a+?$", ["a", "aa"], [""]],
  ["^a??b$", ["b", "ab"], ["aab"]],
  ["^a{3}$", ["aaa"], ["aa", "aaaa"]],
  ["^a{2,}$", ["aa", "aaaaa"], ["a"]],
  ["^a{2,4}?$", ["aa", "aaa", "aaaa"], ["a", "aaaaa"]],
  ["^a{0}b$", ["b"], ["ab"]],
  ["^a{0,1}$", ["", "a"], ["aa"]],
  ["^(?:ab){2}$", ["abab"], ["ab"]],
  ["^a{20,40}$", ["a".repeat(20), "a".repeat(40)], ["a".repeat(19), "a".repeat(41)]],
  ["^(?:a{10}b){3}$", [`${"a".repeat(10)}b`.repeat(3)], [`${"a".repeat(9)}b`.repeat(3)]],
  ["^[a-z]{1,63}$", ["a".repeat(63)], ["a".repeat(64), ""]],
  ["^a{1000}$", ["a".repeat(1000)], ["a".repeat(999), "a".repeat(1001)]],
  ["^a{,2}$", ["a{,2}"], ["a", "aa"]],
  ["a{", ["a{"], ["a"]],
  ["a{x}", ["a{x}"], ["ax"]],
  ["a{1", ["a{1"], ["a1"]],
  ["a{01}", ["a{01}"], ["a"]],
  ["a{1,x}", ["a{1,x}"], ["a"]],
  ["^{$", ["{"], [""]],
  ["}", ["}"], ["{"]],
  ["]", ["]"], ["["]],
  ["^(?:a*)*$", ["", "aaaa"], ["b"]],
  ["^(?:a*)+b$", ["b", "aab"], ["a"]],
  ["^(?:a|b)*?c$", ["c", "abc"], ["ab"]],
  ["^a(?i)*$", ["", "aa"], ["A"]],
  ["^*a", ["a", "ba"], ["b"]],
  ["^$*", ["", "a"], []],
  ["(?:\\b)*a", ["a", "ba"], ["b"]],
  // Flags
  ["(?i)abc", ["ABC", "aBc"], ["ab"]],
  ["a(?i)b", ["ab", "aB"], ["Ab"]],
  ["a(?i:b)c", ["abc", "aBc"], ["abC", "Abc"]],
  ["^(?:a(?i)b)c$", ["abc", "aBc"], ["aBC"]],
  ["^a(?i)b|c$", ["aB", "C"], ["Ab"]],
  ["(?i)a(?-i)b", ["Ab", "ab"], ["aB"]],
  ["(?i)a(?-i:b)C", ["Abc", "abC"], ["aBC"]],
  ["(?i-s).", ["a"], ["\n"]],
  ["(?ims-ims)a.b", ["a b"], ["A b", "a\nb"]],
  ["(?U)a+?b", ["ab", "aab"], ["b"]],
  ["(?)a", ["a"], ["A"]],
  ["(?i)[a-f]+$", ["ABC"], ["xyz"]],
  ["^(?i)[^a-f]$", ["g", "G"], ["A", "a"]],
  ["^(?i)k$", ["k", "K", "\u212a"], ["x"]],
  ["^(?i)s$", ["s", "S", "\u017f"], ["ß"]],
  ["^(?i)\\w$", ["a", "\u017f", "\u212a"], ["ä"]],
  ["^(?i)\\W$", ["ä"], ["a", "\u017f"]],
  ["^(?i)i$", ["i", "I"], ["ı", "İ"]],
  ["^(?i)ß$", ["ß", "ẞ"], ["ss", "SS"]],
  ["^(?i)straße$", ["STRAẞE", "Straße"], ["STRASSE"]],
  ["^(?i)σ$", ["σ", "ς", "Σ"], ["s"]],
  ["^(?i)ÄÖ$", ["äö", "ÄÖ"], ["ao"]],
  ["^(?i)ж$", ["Ж"], ["З"]],
  ["^(?i)dž$", ["DŽ", "Dž", "dž"], ["dz"]],
  ["^(?i)\\x{10428}$", ["\u{10400}", "\u{10428}"], ["\u{10401}"]],
  ["^(?i)\\p{Lu}$", ["A", "a", "ä"], ["1", "中"]],
  ["^(?i)[[:upper:]]$", ["a", "A"], ["1"]],
  ["^(?i)\\Qa.b\\E$", ["A.B"], ["axb"]],
  // Text and line anchors
  ["^a$", ["a"], ["a\n", "\na", "ba"]],
  ["\\Aa\\z", ["a"], ["a\n"]],
  ["(?m)^b$", ["a\nb\nc", "b"], ["a\rb\rc", "a\u2028b", "ab"]],
  ["(?m)^$", ["", "a\n", "\n\na"], ["a"]],
  ["(?m)\\Ab", ["b\na"], ["a\nb"]],
  ["(?m)a\\z", ["b\na"], ["a\nb"]],
  ["(?m:^b)", ["a\nb"], ["ab"]],
  ["(?m:a$)b?$", ["a"], ["a\nc"]],
  ["(?m)a$\\n^b", ["a\nb"], ["ab"]],
  ["(?m)(?-m)^b", ["b"], ["a\nb"]],
  ["a^b", [], ["ab", "a\nb"]],
  ["a$b", [], ["ab", "a\nb"]],
  ["$", ["", "a", "a\n"], []],
  ["(^|,)x(,|$)", ["x", "a,x", "x,b"], ["ax"]],
  // Dot
  ["^.$", ["a", "\r", "\u2028", "\u2029", "😀", "ä"], ["\n", "", "ab"]],
  ["^(?s).$", ["\n", "a"], ["", "ab"]],
  ["^(?s:.).$", ["\na"], ["a\n"]],
  ["^.{2}$", ["ab", "😀a", "😀😀"], ["😀", "a"]],
  ["^.*$", ["", "a😀b\r"], ["a\nb"]],
  ["^.+😀$", ["a😀", "😀😀"], ["😀"]],
  ["^.*.$", ["😀"], [""]],
  // Classes
  ["^[abc]$", ["a", "c"], ["d", "ab"]],
  ["^[^abc]$", ["d", "\n", "😀"], ["a", ""]],
  ["^[^\\n]$", ["a", "\r"], ["\n"]],
  ["^[a-c-e]$", ["a", "-", "e"], ["d"]],
  ["^[-a]$", ["-", "a"], ["b"]],
  ["^[a-]$", ["-", "a"], ["b"]],
  ["^[]a]$", ["]", "a"], ["b"]],
  ["^[^]a]$", ["b"], ["]", "a"]],
  ["^[[a]$", ["[", "a"], ["]"]],
  ["^[a^]$", ["a", "^"], ["b"]],
  ["^[.*+?(){}|$]$", [".", "*", "$", "|", "{"], ["a"]],
  ["^[\\]\\\\]$", ["]", "\\"], ["["]],
  ["^[\\d-z]$", ["5", "-", "z"], ["a"]],
  ["^[\\D]$", ["a"], ["5"]],
  ["^[^\\D]$", ["5"], ["a"]],
  ["^[^\\d\\s]$", ["a", "\v"], ["5", " "]],
  ["^[\\x41-\\x43]$", ["A", "C"], ["D"]],
  ["^[\\x{1F600}-\\x{1F64F}]$", ["😀", "🙏"], ["🚀", "\ud83d"]],
  ["^[^\\x{1F600}]$", ["🚀", "a"], ["😀"]],
  ["^[ä-ü]+$", ["äöü"], ["a"]],
  ["^[\\a\\f\\t\\n\\r\\v]+$", ["\x07\f\t\n\r\v"], ["a", "\b"]],
  ["^[\\101-\\103]$", ["A", "C"], ["1"]],
  ["^[\\-\\.]$", ["-", "."], [","]],
  ["[^\\x00-\\x{10FFFF}]", [], ["", "a", "😀"]],
  ["^[\\x00-\\x{10FFFF}]$", ["a", "\n", "😀"], [""]],
  ["^[&&a]$", ["&", "a"], ["b"]],
  ["^[+--]$", ["+", ",", "-"], ["."]],
  // Perl classes, ASCII only
  ["^\\d$", ["0", "9"], ["a", "٣"]],
  ["^\\D$", ["a", "٣"], ["0"]],
  ["^\\w$", ["a", "Z", "0", "_"], ["-", "é"]],
  ["^\\W$", ["-", "é", "\n"], ["a", "_"]],
  ["^\\s$", [" ", "\t", "\n", "\f", "\r"], ["\v", "\u00a0", "\ufeff", "\u2028", "a"]],
  ["^\\S$", ["a", "\v", "\u00a0", "\ufeff"], [" ", "\n"]],
  ["\\bfoo\\b", ["foo", "a foo.", "éfoo"], ["food", "afoo", "_foo"]],
  ["\\Boo", ["foo"], ["oo", " oo"]],
  ["\\B", ["", "aa", "--", "a-"], ["a", "a a"]],
  ["^\\B$", [""], ["a"]],
  ["a\\B.", ["ab"], ["a-"]],
  ["\\B", ["😀"], []],
  ["^a\\B😀", [], ["a😀"]],
  ["a.*\\B.*b", ["a😀😀b"], ["a😀b"]],
  ["\\bé\\b", [], ["é", " é "]],
  // POSIX classes
  ["^[[:alpha:]]+$", ["aZ"], ["1", "é"]],
  ["^[[:^alpha:]]$", ["1", "é"], ["a"]],
  ["^[[:alnum:]_]+$", ["a1_"], ["-"]],
  ["^[[:ascii:]]$", ["a", "\x7f"], ["é"]],
  ["^[[:blank:]]+$", [" \t"], ["\n"]],
  ["^[[:cntrl:]]$", ["\x00", "\x1f", "\x7f"], [" "]],
  ["^[[:digit:]]$", ["5"], ["a"]],
  ["^[[:graph:]]$", ["!", "~"], [" "]],
  ["^[[:lower:]]$", ["a"], ["A"]],
  ["^[[:print:]]$", [" ", "~"], ["\t"]],
  ["^[[:punct:]]$", ["!", "$", "~", "_"], ["a", " "]],
  ["^[[:space:]]$", ["\v", " ", "\n"], ["\u00a0"]],
  ["^[^[:space:]]$", ["a"], ["\v"]],
  ["^[[:upper:]]$", ["A"], ["a"]],
  ["^[[:word:]]$", ["_", "a"], ["-"]],
  ["^[[:xdigit:]]+$", ["09afAF"], ["g"]],
  ["^[[:digit:][:alpha:]-]+$", ["a-1"], ["_"]],
  ["^[:alpha:]$", [":", "a", "h"], ["b"]],
  ["^[[:alpha]$", ["[", ":", "a"], ["b"]],
  // Unicode classes
  ["^\\pL$", ["a", "é", "中", "𝒜"], ["1", "-"]],
  ["^\\PL$", ["1", "-"], ["a", "中"]],
  ["^\\pN+$", ["1٣Ⅷ"], ["a"]],
  ["^\\PN$", ["a"], ["1"]],
  ["^\\p{L}\\p{Lu}\\p{Ll}$", ["aAb"], ["aab"]],
  ["^\\p{Greek}+$", ["αβγ"], ["abc"]],
  ["^\\P{Greek}$", ["a"], ["α"]],
  ["^\\p{^Greek}$", ["a"], ["α"]],
  ["^\\P{^Greek}$", ["α"], ["a"]],
  ["^\\p{Han}+$", ["漢字"], ["かな"]],
  ["^[\\p{Hiragana}\\p{Katakana}]+$", ["かカ"], ["漢"]],
  ["^[^\\pL]$", ["1", "😀"], ["a"]],
  ["^[\\PL]$", ["1"], ["a"]],
  ["^\\p{Cyrillic}$", ["ж"], ["z"]],
  ["^\\p{Latin}+$", ["aé"], ["ж"]],
  ["^\\p{Old_Italic}$", ["\u{10300}"], ["a"]],
  ["^\\p{Sc}$", ["$", "€"], ["a"]],
  ["^\\p{Zs}$", [" ", "\u00a0"], ["\t"]],
  ["^\\p{Any}$", ["a", "\n", "😀"], [""]],
  ["^\\pC$", ["\x00", "\u200b", "\ue000"], ["a", "\u{50000}"]],
  ["^\\PC$", ["a", "\u{50000}"], ["\x00"]],
  ["^\\p{Co}$", ["\ue000", "\u{f0000}"], ["a"]],
  ["^\\p{Thai}$", ["ก"], ["a"]],
  // Escapes
  ["^\\a\\f\\t\\n\\r\\v$", ["\x07\f\t\n\r\v"], ["afтnrv"]],
  ["^\\x41\\x{42}\\x{1F600}$", ["AB😀"], ["AB"]],
  ["^\\x{10FFFF}$", ["\u{10ffff}"], ["a"]],
  ["^\\123$", ["S"], ["123"]],
  ["^\\0$", ["\0"], ["0"]],
  ["^\\012$", ["\n"], ["12"]],
  ["^\\1234$", ["S4"], ["1234"]],
  ["^\\08$", ["\x008"], ["8"]],
  ["^\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\^\\$\\\\\\/$", [".*+?()[]{}|^$\\/"], [""]],
  ["^\\-\\_\\ \\'\\\"\\#\\@\\!$", ["-_ '\"#@!"], [""]],
  ["^\\Qa.b*\\E+$", ["a.b*", "a.b**"], ["axb"]],
  ["^\\Q(a", ["(a"], ["a"]],
  ["\\Q\\Ea", ["a"], ["b"]],
  ["\\Q[x\\y]", ["[x\\y]"], ["x"]],
  ["^\\Q😀\\E$", ["😀"], ["a"]],
  ["/", ["a/b"], ["ab"]],
  ["a b#c", ["a b#c"], ["ab"]],
  // Characters beyond ASCII and beyond U+FFFF
  ["^é+$", ["éé"], ["e"]],
  ["^😀+$", ["😀😀"], ["😀\ude00"]],
  ["^😀{2}$", ["😀😀"], ["😀"]],
  ["^[😀🚀]?$", ["😀", "🚀", ""], ["\ud83d"]],
  ["^[^a]*$", ["😀😀"], ["😀a"]],
  ["^[^a]+[^b]+$", ["😀😀"], ["😀"]],
  ["^[^a]{2,}$", ["😀😀"], ["😀"]],
  ["\ude00", [], ["😀"]],
  ["^.$", ["\ud83d"], []],
  // Typical uses
  ["^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", ["a", "web-1"], ["-a", "a-", "A"]],
  ["^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$", ["a@b.de"], ["a@b", "a b@c.de"]],
  ["^v?(\\d+)\\.(\\d+)\\.(\\d+)(?:-[0-9A-Za-z.-]+)?$", ["1.2.3", "v1.2.3-rc.1"], ["1.2"]],
  ["(?i)\\b(error|fatal)\\b", ["an ERROR here"], ["terrors"]],
  ["(?i)^https?://[^/]+/", ["HTTPS://x.y/"], ["ftp://x/"]],
  ["^\\d{1,3}(\\.\\d{1,3}){3}$", ["10.0.0.1"], ["10.0.0"]],
  ["^(?:[01]\\d|2[0-3]):[0-5]\\d$", ["23:59"], ["24:00"]],
];

const cases = rows.flatMap(([source, found, notFound]) => [
  ...found.map((subject) => ({ source, subject, expected: true })),
  ...notFound.map((subject) => ({ source, subject, expected: false })),
]);

describe("pattern", () => {
  it.each(cases)("$source on $subject: $expected", ({ source, subject, expected }) => {
    expect(pattern(source).test(subject)).toBe(expected);
    expect(new Automaton(parsePattern(source)).test(subject)).toBe(expected);
  });

  it("has its translation say the same where no surrogate stands alone", () => {
    for (const { source, subject, expected } of cases) {
      const translation = translatePattern(source);
      if (translation.kind === "problem" || /[\ud800-\udfff]/u.test(subject)) continue;
      const found = new RegExp(translation.source, translation.flags).test(subject);
      expect({ source, subject, found }).toEqual({ source, subject, found: expected });
    }
  });

  it("gives long texts the same answers as short ones", () => {
    const space = " ".repeat(500);
    expect(pattern("\\bfoo\\b").test(`${space}foo${space}`)).toBe(true);
    expect(pattern("^foo").test(`${space}foo`)).toBe(false);
    expect(pattern("(?m)^foo$").test(`${space}\nfoo\n${space}`)).toBe(true);
    expect(pattern("😀$").test(`${"😀".repeat(500)}`)).toBe(true);
    expect(pattern("[^😀]").test(`${"😀".repeat(500)}`)).toBe(false);
  });

  it("throws an error of class tool_runtime with the message and the offset", () => {
    expect(() => pattern("a(?=b)")).toThrow(
      'matches: "a(?=b)" is not a regular expression: "(?=" is a look-ahead, which RE2 does not have (at 1)',
    );
    expect(() => matches("a", "(")).toThrow(expect.objectContaining({ failureClass: "tool_runtime" }));
  });
});

describe("matches", () => {
  it("takes texts, and finds nothing where a side is nil", () => {
    expect(matches("abc", "b")).toBe(true);
    expect(() => matches("abc", 1)).toThrow("expected a string, got int");
    expect([matches(null, "b"), matches("abc", null), matches(undefined, "b")]).toEqual([false, false, false]);
  });

  it("keeps right answers when more patterns come than it remembers", () => {
    for (let round = 0; round < 2; round++)
      for (let index = 0; index < 250; index++) expect(matches(`<${index}>`, `^<${index}>$`)).toBe(true);
  });
});

const problems: readonly (readonly [source: string, offset: number, message: string])[] = [
  ["(?=a)", 0, '"(?=" is a look-ahead, which RE2 does not have'],
  ["a(?!b)", 1, '"(?!" is a look-ahead, which RE2 does not have'],
  ["(?<=a)b", 0, '"(?<=" is a look-behind, which RE2 does not have'],
  ["x(?<!a)b", 1, '"(?<!" is a look-behind, which RE2 does not have'],
  ["(?>a)", 0, '"(?>" is an atomic group, which RE2 does not have'],
  ["(?#note)a", 0, '"(?#" is a comment, which RE2 does not have'],
  ["(?|a|b)", 0, '"(?|" is a branch reset, which RE2 does not have'],
  ["(?P<n>a)(?P=n)", 8, '"(?P=" is a back-reference, which RE2 does not have'],
  ["(?R)", 0, '"(?R" is a recursion, which RE2 does not have'],
  ["(?(1)a|b)", 0, '"(?(" is a condition, which RE2 does not have'],
  ["(a)\\1", 3, '"\\1" is a back-reference, which RE2 does not have'],
  ["(a)\\9", 3, '"\\9" is a back-reference, which RE2 does not have'],
  ["(?<n>a)\\k<n>", 7, '"\\k" is a back-reference, which RE2 does not have'],
  ["a**", 1, '"**" repeats a repetition'],
  ["a++", 1, '"++" repeats a repetition'],
  ["a?+", 1, '"?+" repeats a repetition'],
  ["a*?+", 1, '"*?+" repeats a repetition'],
  ["a{2}{3}", 1, '"{2}{3}" repeats a repetition'],
  ["*", 0, 'there is nothing for "*" to repeat'],
  ["+a", 0, 'there is nothing for "+" to repeat'],
  ["a|*", 2, 'there is nothing for "*" to repeat'],
  ["(?:*a)", 3, 'there is nothing for "*" to repeat'],
  ["(?i)?", 4, 'there is nothing for "?" to repeat'],
  ["{2}", 0, 'there is nothing for "{2}" to repeat'],
  ["(*ACCEPT)", 1, 'there is nothing for "*" to repeat'],
  ["a{1001}", 1, '"{1001}" repeats more than 1000 times'],
  ["a{1,1001}", 1, '"{1,1001}" repeats more than 1000 times'],
  ["a{1001,}?", 1, '"{1001,}?" repeats more than 1000 times'],
  ["a{999999999999}", 1, '"{999999999999}" repeats more than 1000 times'],
  ["(?:a{100}){11}", 10, '"{11}" repeats more than 1000 times'],
  ["a{3,2}", 1, '"{3,2}" has its limits in the wrong order'],
  ["(a", 0, '"(" has no closing ")"'],
  ["a(b(c)", 1, '"(" has no closing ")"'],
  ["a)", 1, '")" closes no group'],
  ["(?i", 0, '"(?i" starts neither a group that RE2 has nor flags (imsU)'],
  ["(?x)a", 0, '"(?x" starts neither a group that RE2 has nor flags (imsU)'],
  ["(?-)a", 0, '"(?-" starts neither a group that RE2 has nor flags (imsU)'],
  ["(?i-)a", 0, '"(?i" starts neither a group that RE2 has nor flags (imsU)'],
  ["(?P<n>a)|(?P<n>b)", 13, 'the name "n" is given to two groups'],
  ["(?P<n-1>a)", 4, '"n-1" is not a name for a group: use letters, digits and "_"'],
  ["(?<>a)", 3, '"" is not a name for a group: use letters, digits and "_"'],
  ["(?P<n", 0, '"(?P<" has no closing ">"'],
  ["[a", 0, '"[" has no closing "]"'],
  ["x[]", 1, '"[" has no closing "]"'],
  ["[^]", 0, '"[" has no closing "]"'],
  ["[b-a]", 1, 'the range "b-a" ends before it starts'],
  ["[a-\\d]", 3, '"\\d" is a character class and cannot end a range'],
  ["[!-\\pL]", 3, '"\\pL" is a character class and cannot end a range'],
  ["[!-[:alpha:]]", 3, '"[:alpha:]" is a character class and cannot end a range'],
  ["[[:foo:]]", 1, '"[:foo:]" is not a character class such as [:alpha:]'],
  [
    "\\p{Nonsense}",
    0,
    '"\\p{Nonsense}" names no Unicode category or script that RE2 knows, such as \\pL or \\p{Greek}',
  ],
  ["\\p{Grek}", 0, '"\\p{Grek}" names no Unicode category or script that RE2 knows, such as \\pL or \\p{Greek}'],
  ["\\pX", 0, '"\\pX" names no Unicode category or script that RE2 knows, such as \\pL or \\p{Greek}'],
  ["a\\p{L", 1, '"\\p{L" names no Unicode category or script that RE2 knows, such as \\pL or \\p{Greek}'],
  ["a\\", 1, 'the pattern ends with a single "\\"'],
  ["\\q", 0, '"\\q" is not an escape'],
  ["ab\\8", 2, '"\\8" is a back-reference, which RE2 does not have'],
  ["\\C", 0, '"\\C" is not an escape: it would match a single byte, and texts here consist of characters'],
  ["a\\Z", 1, '"\\Z" is not an escape: write \\z for the end of the text'],
  ["\\E", 0, '"\\E" is not an escape: no \\Q stands before it'],
  ["\\ä", 0, '"\\ä" is not an escape'],
  ["[\\b]", 1, '"\\b" is not an escape'],
  ["\\x4", 0, '"\\x" needs two hexadecimal digits, or some in braces as in \\x{10FFFF}'],
  ["\\x{110000}", 0, '"\\x{110000}" is above the last character, \\x{10FFFF}'],
  ["😀(", 2, '"(" has no closing ")"'],
  [`${"(".repeat(1002)}${")".repeat(1002)}`, 1000, "nested more than 1000 deep"],
  ["a{1000}".repeat(30), 0, "the pattern with its counts multiplied out is too large"],
];

describe("translatePattern", () => {
  it.each(problems)("%s: offset %i, %s", (source, offset, message) => {
    expect(translatePattern(source)).toEqual({ kind: "problem", message, offset });
  });

  it("needs no flags", () => {
    expect(translatePattern("(?i)a.")).toEqual(expect.objectContaining({ kind: "pattern", flags: "" }));
  });

  it("folds case as the engine's own flag i does", () => {
    const cased = casedCharacters();
    const all = String.fromCodePoint(...cased);
    for (const codePoint of cased) {
      const twins = all.match(new RegExp(`\\u{${codePoint.toString(16)}}`, "giu")) ?? [];
      const set = fold([codePoint, codePoint]);
      expect(cased.filter((other) => has(set, other))).toEqual(twins.map((twin) => twin.codePointAt(0)));
    }
  });

  it("agrees with the engine's flag u on random patterns", () => {
    const atom = fc.constantFrom("a", "b", "😀", "[ab]", "[^a]", "[^b😀]", "(?:a|bb)", "\\b", "^", "$", "(?:)");
    const piece = fc
      .tuple(atom, fc.constantFrom("", "*", "+", "?", "{2}", "{1,3}", "{0,2}", "*?"))
      .map(([text, count]) => (count && !/^[ab[(😀]/u.test(text) ? text : text + count));
    const sequence = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(""));
    const group = fc.tuple(sequence, sequence, fc.constantFrom("", "*", "+", "?", "{2}"));
    const tree = fc.tuple(sequence, group, sequence).map(([x, [y, z, count], w]) => `${x}(?:${y}|${z})${count}${w}`);
    const subject = fc.array(fc.constantFrom("a", "b", "😀", "-", "\n"), { maxLength: 8 });
    fc.assert(
      fc.property(tree, subject, (source, parts) => {
        const text = parts.join("");
        const expected = new RegExp(source, "u").test(text);
        expect(pattern(source).test(text)).toBe(expected);
        expect(new Automaton(parsePattern(source)).test(text)).toBe(expected);
      }),
      { numRuns: 5000 },
    );
  });

  it("never throws, and what it translates JavaScript accepts", () => {
    const piece = fc.constantFrom(..."ab0^$.*+?()[]{}|\\-,:<>=!iPsmUpLQEz😀");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const translation = translatePattern(pieces.join(""));
        if (translation.kind === "pattern") new RegExp(translation.source, translation.flags);
        else expect(translation.offset).toBeLessThanOrEqual(pieces.join("").length);
      }),
      { numRuns: 5000 },
    );
  });
});

/** Letters with a case, but for three pairs that fold together since Unicode 15.1 only; Go knows 15.0. */
function casedCharacters(): number[] {
  const late = new Set([0x390, 0x1fd3, 0x3b0, 0x1fe3, 0xfb05, 0xfb06]);
  const all = Array.from({ length: 0x1e944 }, (_, codePoint) => codePoint);
  return all.filter(
    (codePoint) =>
      /\p{Changes_When_Casemapped}|\p{Cased}/u.test(String.fromCodePoint(codePoint)) && !late.has(codePoint),
  );
}

const catastrophic: readonly (readonly [source: string, subject: string])[] = [
  ["^(a+)+$", "`${'a'.repeat(size)}!`"],
  ["(x+x+)+y", "'x'.repeat(size)"],
  ["^(a|aa)+$", "`${'a'.repeat(size)}!`"],
  ["([a-zA-Z]+)*!", "'a'.repeat(size)"],
  ["(.*a){12}", "`b${'a'.repeat(11)}${'b'.repeat(size)}`"],
  ["(.*a){12}b", "'a'.repeat(size)"],
  ["[a-z]+!", "'a'.repeat(size)"],
  ["\\s+$", "`${' '.repeat(size)}x`"],
  ["^(?i)(a|A)*$", "`${'aA'.repeat(size / 2)}!`"],
  ["(?m)^(é+)+$", "`${'é'.repeat(size)}!`"],
  ["^(\\pL+\\s?)+$", "`${'ä'.repeat(size)}!`"],
  ["(?:a?){30}a{30}b", "'a'.repeat(size)"],
  ["[ab]*a[ab]{14}c", "'abbaab'.repeat(size / 6)"],
];

describe("catastrophic patterns", () => {
  const library = JSON.stringify(join(import.meta.dirname, "../../../runtime-lib/regex/regex.ts"));
  const limit = 1000;
  const nodes = ([undefined, 22, 26] as const).flatMap((version) => {
    const program = version ? nodeProgram(version) : process.execPath;
    return program ? [{ version: version ?? process.versions.node, program }] : [];
  });

  it.each(nodes.flatMap((node) => catastrophic.map(([source, subject]) => ({ ...node, source, subject }))))(
    "$source ends in time under Node $version",
    ({ program, source, subject }) => {
      const script = `
        import { pattern } from ${library};
        for (const size of [25, 120, 250, 1000, 50_000]) {
          const subject = ${subject};
          const start = performance.now();
          const found = pattern(${JSON.stringify(source)}).test(subject);
          console.log(JSON.stringify([size, found, performance.now() - start]));
        }`;
      const options = { encoding: "utf8", timeout: 15_000 } as const;
      const { stdout, stderr } = spawnSync(program, ["--no-warnings", "--input-type=module", "-e", script], options);
      const lines = stdout.trim().split("\n");
      expect({ stderr, lines: lines.length }).toEqual({ stderr: "", lines: 5 });
      for (const line of lines) {
        const [, found, time] = JSON.parse(line) as [number, boolean, number];
        expect(found).toBe(false);
        expect(time).toBeLessThan(limit);
      }
    },
  );
});
