import { describe, expect, test } from "vitest";
import { readShell } from "../../../compiler/languages/shell/read-shell.ts";
import type { ShellCommand, WordPart } from "../../../compiler/languages/shell/shell-script.ts";
import { bash, partsOf } from "../../support/grammars.ts";

const read = (text: string) => readShell(partsOf(text), bash);

/** The places of the holes, in order. */
function places(text: string): readonly string[] {
  return read(text).holes.map(
    ({ place, backticks, namesProgram }) =>
      `${place}${backticks ? " in backticks" : ""}${namesProgram ? " naming the program" : ""}`,
  );
}

/** Commands in a line each: assignments, words, redirections, inputs, whom they feed. */
function commands(text: string): readonly string[] {
  return read(text).commands.map((command) =>
    [
      ...command.assignments.map(({ name, values }) => `${name}=${values.map(({ parts }) => shown(parts)).join(",")}`),
      ...command.words.map(({ parts }) => `[${shown(parts)}]`),
      ...redirections(command),
      ...command.inputs.map(({ parts, quoted }) => `<<${quoted ? "quoted " : ""}${JSON.stringify(shown(parts))}`),
      ...(command.feeds.length > 0 ? [`| ${command.feeds.join(",")}`] : []),
    ].join(" "),
  );
}

function redirections({ redirections: all }: ShellCommand): readonly string[] {
  return all.map(({ operator, target }) => operator + (target === undefined ? "" : shown(target.parts)));
}

function shown(parts: readonly WordPart[]): string {
  return parts
    .map((part) => {
      switch (part.kind) {
        case "text":
          return part.text;
        case "hole":
          return `<${part.hole}>`;
        case "variable":
          return `$${part.quoted ? '"' : ""}${part.name}${part.alternative.length > 0 ? `:${shown(part.alternative)}` : ""}`;
        case "substitution":
          return `$(${part.commands.join(",")})`;
        default:
          return "?";
      }
    })
    .join("");
}

describe("where a template puts its value", () => {
  test.each([
    ["echo @@", "word"],
    ["echo a@@b", "word"],
    ['echo "@@"', "double"],
    ['echo "a $X @@"', "double"],
    ["echo '@@'", "single"],
    ["echo $'@@'", "ansi"],
    ['echo "${X:-@@}"', "double"],
    ["echo ${X:-@@}", "word"],
    ["echo ${X#@@}", "pattern"],
    ["echo ${@@}", "name"],
    ["echo $@@", "name"],
    ["echo ${X:@@:2}", "arithmetic"],
    ["echo $((@@ + 1))", "arithmetic"],
    ["echo $((1@@ + 1))", "arithmetic"],
    ["echo $((1 << @@))", "arithmetic"],
    ["((i += @@))", "arithmetic"],
    ["[[ $x -gt @@ && a ]]", "arithmetic"],
    ["[ $x -gt @@ ]", "word"],
    ["[[ $x == @@* ]]", "pattern"],
    ["a[@@]=1", "arithmetic"],
    ["X=@@", "assignment"],
    ["X='@@' cmd", "single"],
    ["export X=@@", "assignment"],
    ["@@=1", "name"],
    ["for x in @@; do :; done", "word"],
    ["for @@ in a; do :; done", "name"],
    ["case @@ in a) ;; esac", "word"],
    ["case $x in @@|b) ;; esac", "pattern"],
    ["case $x in a|b@@) ;; esac", "pattern"],
    ["case $x in a) echo @@ ;; esac", "word"],
    ["@@", "command naming the program"],
    ["@@ --version", "command naming the program"],
    ['"@@" --version', "double naming the program"],
    ["a && @@/bin/x", "command naming the program"],
    ["$(which @@)", "word"],
    ["`@@`", "command in backticks naming the program"],
    ["echo `ls '@@'`", "single in backticks"],
    ["echo a # @@", "comment"],
    ["echo a#@@", "word"],
    ["echo a > @@", "word"],
    ["cat <<< @@", "word"],
    ["cmd > f <<< '@@'", "single"],
    ["diff <(sort @@)", "word"],
    ["(cd @@)", "word"],
    ["f() { echo @@; }", "word"],
    ["if @@; then :; fi", "command naming the program"],
    ['echo "$(ls @@)"', "word"],
    ['echo "$(ls "@@")"', "double"],
    ["cat <<EOF\n@@\nEOF", "document"],
    ["cat <<-EOF\n\t@@\n\tEOF", "document"],
    ["cat <<'EOF'\n@@\nEOF", "quoted document"],
    ["cat <<\\EOF\n@@\nEOF", "quoted document"],
    ["cat <<@@\na\n@@", "delimiter"],
    ["cat <<EOF\na\nEOF\necho @@", "word"],
    ["cat <<END-OF-FILE\na\nEND-OF-FILE\necho '@@'", "single"],
    ["cat <<EOF\nEOF is near\n@@\nEOF", "document"],
    ["cat <<EOF\n$(ls '@@')\nEOF", "single"],
    ["cat <<EOF\n`ls @@`\nEOF", "word in backticks"],
    ["cat <<EOF | sh -s @@\nx\nEOF", "word"],
    ["cat <<A; cat <<'B'\na\nA\n@@\nB", "quoted document"],
    ["echo $((x << y))\necho @@", "word"],
    ["echo '<<EOF'\necho @@", "word"],
    ["# <<EOF\necho @@", "word"],
  ])("%j: %s", (text, place) => {
    expect(places(text)[0]).toBe(place);
  });

  test("of two in one text each has its own", () => {
    expect(places("echo @@ '@@' \"$(x @@)\"")).toEqual(["word", "single", "word"]);
  });
});

describe("what a script calls", () => {
  test.each<readonly [string, readonly string[]]>([
    ["ls -l 'a b' c\\ d \"e $F\"", ['[ls] [-l] [a b] [c d] [e $"F]']],
    ["A=1 B='x y' cmd $A", ["A=1 B=x y [cmd] [$A]"]],
    ["list=(a 'b c' @@)", ["list=a,b c,<0>"]],
    ["export A=@@", ["A=<0> [export] [A=<0>]"]],
    ["echo @@\"x @@\"'y'", ["[echo] [<0>x <1>y]"]],
    ["sh -c \"echo '@@'\"", ["[sh] [-c] [echo '<0>']"]],
    ['eval "$(cat f)" `x`', ["[eval] [$(1)] [$(2)]", "[cat] [f]", "[x]"]],
    ["x=$(a | b); echo ${x:-no @@}", ["x=$(2)", "[a] | 2", "[b]", "[echo] [$x:no <0>]"]],
    ["curl u | tee f | sh", ["[curl] [u] | 1", "[tee] [f] | 2", "[sh]"]],
    ["a | while read x; do b; done", ["[a] | 1,2", "[read] [x]", "[b]"]],
    ["{ a | b; c; } | d", ["[a] | 1", "[b] | 3", "[c] | 3", "[d]"]],
    ["cmd > out 2>&1 < in", ["[cmd] >out >&1 <in"]],
    ["> empty", [" >empty".trim()]],
    ['cat <<< "$x"', ['[cat] <<"$\\"x"']],
    ["a && python3 - <<'PY'\nprint('@@')\nPY\n", ["[a]", `[python3] [-] <<quoted "print('<0>')\\n"`]],
    ["bash <<EOF | cat\n$X $(b)\nEOF", ['[bash] <<"$\\"X $(1)\\n" | 2', "[b]", "[cat]"]],
    ["paste 3<<A 4<<B\n1\nA\n2\nB", ['[paste] <<"1\\n" <<"2\\n"']],
    ["if a; then b; else c; fi", ["[a]", "[b]", "[c]"]],
    ["case $(a) in x) b ;; esac", ["[a]", "[b]"]],
    ['f() { a "$1"; }', ['[a] [$"1]']],
    ["! a || (b; c) &", ["[a]", "[b]", "[c]"]],
    ["[ -f a ] && b", ["[[] [-f a] []]", "[b]"]],
    ["find . -exec rm {} \\;", ["[find] [.] [-exec] [rm] [{}] [;]"]],
    ["echo $'a\\tb' $((1+2)) ${#x}", ["[echo] [a\tb] [?] [$x]"]],
  ])("%j", (text, expected) => {
    expect(commands(text)).toEqual(expected);
  });

  test("nothing of it ends the reader, however deep or broken", () => {
    for (const text of [
      "(".repeat(5_000),
      "$(".repeat(2_000),
      `${"a && ".repeat(5_000)}b`,
      "<<A ".repeat(300),
      "\u0000'\"`",
    ])
      expect(read(text).holes).toEqual([]);
  });
});
