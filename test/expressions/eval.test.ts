import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowcHere, temporaryFolder } from "../support/flowc.ts";

// `flowc eval` (spec section 6): one expression, or one for each line; 0, 1 for what does not compile or fails, 2 for
// bad usage.

const scope = { ok: true, i: 1, str: "str", list: [{ Bar: "bar" }, { Bar: "baz" }], none: null };

async function evaluate(args: readonly string[], stdin = "") {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, "scope.json"), JSON.stringify(scope));
  writeFileSync(join(folder.path, "list.json"), "[1]");
  writeFileSync(join(folder.path, "null.json"), "null");
  writeFileSync(join(folder.path, "broken.json"), '{"i": ');
  mkdirSync(join(folder.path, "folder.json"));
  return await flowcHere(["eval", ...args], { cwd: folder.path, stdin });
}

describe.concurrent("a value is printed as JSON", () => {
  test.each([
    ["1 + 1", "2"],
    ["'a' + \"b\"", '"ab"'],
    ["nil", "null"],
    ["[1, {a: nil}]", '[1,{"a":null}]'],
    ["map(list, .Bar)", '["bar","baz"]'],
    ["i + 1", "2"],
    ["none ?? 'was nil'", '"was nil"'],
    ["list[-1]?.Bar | upper()", '"BAZ"'],
    ["1 / 4", "0.25"],
    ["$env.str", '"str"'],
    ['$env["i"] + 1', "2"],
    ["$env[list[0].Bar] ?? 'none'", '"none"'],
    ["$env?.missing", "null"],
    ["'list' in $env and 'missing' not in $env", "true"],
    ["keys($env)", '["ok","i","str","list","none"]'],
    ["type(now()) + ' ' + type(duration('1s'))", '"time.Time time.Duration"'],
    ["'é😀'", '"é😀"'],
    ["let x = 2; x ** 3", "8"],
    ["// only a comment after\n i // here", "1"],
  ])("%s", async (expression, json) => {
    const outcome = await evaluate([expression, "--scope", "scope.json"]);
    expect(outcome).toMatchObject({ stdout: `${json}\n`, stderr: "", code: 0 });
  });

  test("an expression that begins with a sign comes after --", async () => {
    const outcome = await evaluate(["--scope", "scope.json", "--", "-i"]);
    expect(outcome).toMatchObject({ stdout: "-1\n", stderr: "", code: 0 });
  });

  test("large values are printed as a whole", async () => {
    const { stdout, code } = await evaluate(["repeat('x', 1000000)"]);
    expect([stdout.length, code]).toEqual([1_000_003, 0]);
  });
});

describe.concurrent("an expression that does not compile", () => {
  test.each([
    ["1 +", /^expression:1:4: error: expected an expression, found the end of the expression \[expression-syntax\]/],
    ["strr", /^expression:1:1: error: unknown name "strr" \[unknown-name\][\s\S]*did you mean "str"\?/],
    ["i +\n 'a'", /^expression:1:1: error: "\+" does not go with int and string \[type-mismatch\]/],
    ["i +\n  nope", /^expression:2:3: error: unknown name "nope" \[unknown-name\]/],
    ["len()", /^expression:1:1: error: len takes 1 argument, found 0 \[wrong-arguments\]/],
    ["$env.strr", /^expression:1:6: error: unknown name "strr" \[unknown-name\][\s\S]*did you mean "str"\?/],
    ["nope(1)", /^expression:1:1: error: unknown function "nope" \[unknown-function\]/],
    ["str matches '(?=a)'", /^expression:1:14: error: .*look-ahead.* \[invalid-regex\]/],
    ["", /^expression:1:1: error: expected an expression, found nothing \[expression-syntax\]/],
  ])("%s", async (expression, message) => {
    const { stdout, stderr, code } = await evaluate([expression, "--scope", "scope.json"]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at |node:internal/);
    expect([stdout, code]).toEqual(["", 1]);
  });
});

describe.concurrent("an expression that fails", () => {
  test.each([
    ["[1][5]", /out of range/],
    ["none.a", /nil/],
    ["int('x')", /"x"|x/],
    ["list[0].Bar + i", /cannot add string and int/],
    ["1..2000000", /million/],
  ])("%s", async (expression, message) => {
    const { stdout, stderr, code } = await evaluate([expression, "--scope", "scope.json"]);
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
    expect(stderr).toMatch(message);
    expect([stdout, code]).toEqual(["", 1]);
  });
});

describe.concurrent("bad usage", () => {
  test.each([
    ["no expression", [], /needs one expression/],
    ["two expressions", ["1", "2"], /takes one expression/],
    ["an expression and --batch", ["1", "--batch"], /not both/],
    ["a scope that is not there", ["1", "--scope", "missing.json"], /missing\.json/],
    ["a scope that is a folder", ["1", "--scope", "folder.json"], /folder\.json/],
    ["a scope that is not JSON", ["1", "--scope", "broken.json"], /broken\.json is not JSON/],
    ["a scope that is a list", ["1", "--scope", "list.json"], /list\.json must hold a JSON object/],
    ["a scope that is null", ["1", "--scope", "null.json"], /null\.json must hold a JSON object/],
    ["--scope without a file", ["1", "--scope"], /--scope/],
    ["an unknown flag", ["1", "--scoop", "x"], /--scoop/],
    ["a missing scope with --batch", ["--batch", "--scope", "missing.json"], /missing\.json/],
  ] as const)("%s", async (_title, args, message) => {
    const { stdout, stderr, code } = await evaluate(args);
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
    expect(stderr).toMatch(message);
    expect([stdout, code]).toEqual(["", 2]);
  });
});

describe.concurrent("--batch answers every line by a line", () => {
  test("with values, and errors of the stage compile or run", async () => {
    const lines = [
      '{"expr": "1 + 1"}',
      '{"expr": "nil"}',
      '{"expr": "i + n", "scope": {"n": 2}}',
      '{"expr": "i", "scope": {"i": "mine"}}',
      '{"expr": "1 +"}',
      '{"expr": "n", "scope": {}}',
      '{"expr": "[1][5]"}',
      '{"expr": "get(\'i\')"}',
    ];
    const { stdout, stderr, code } = await evaluate(["--batch", "--scope", "scope.json"], `${lines.join("\n")}\n`);
    const answers = answersOf(stdout);
    expect(answers.slice(0, 4)).toEqual([{ value: 2 }, { value: null }, { value: 3 }, { value: "mine" }]);
    expect(answers.slice(4)).toEqual([
      { error: { stage: "compile", message: expect.stringContaining("expected an expression") } },
      { error: { stage: "compile", message: expect.stringContaining('unknown name "n"') } },
      { error: { stage: "run", message: expect.stringContaining("out of range") } },
      { value: 1 },
    ]);
    expect([stderr, code]).toEqual(["", 0]);
  });

  test("whatever the line holds", async () => {
    const bad = ["{", "[]", "null", "1", '"1 + 1"', '{"scope": {}}', '{"expr": 1}', '{"expr": null}'];
    const { stdout, stderr, code } = await evaluate(["--batch"], `${bad.join("\n")}\n{"expr": "1"}\n`);
    const answers = answersOf(stdout);
    expect(answers).toHaveLength(bad.length + 1);
    for (const answer of answers.slice(0, -1)) {
      expect(answer).toEqual({ error: { stage: "compile", message: expect.stringMatching(/^the line (is|needs) /) } });
    }
    expect(answers.at(-1)).toEqual({ value: 1 });
    expect([stderr, code]).toEqual(["", 0]);
  });

  test("a scope that is not a map is refused, not ignored", async () => {
    const { stdout } = await evaluate(["--batch"], '{"expr": "1", "scope": [1]}\n{"expr": "1", "scope": "x"}\n');
    const refusal = { error: { stage: "compile", message: expect.stringContaining("scope") } };
    expect(answersOf(stdout)).toEqual([refusal, refusal]);
  });

  test("also where the last one has no line end, lines end as on Windows, and some are empty", async () => {
    const { stdout, code } = await evaluate(["--batch"], '{"expr": "1"}\r\n\n  \n{"expr": "2"}');
    expect(answersOf(stdout)).toEqual([{ value: 1 }, { value: 2 }]);
    expect(code).toBe(0);
  });

  test("nothing on standard input is nothing on standard output", async () => {
    expect(await evaluate(["--batch"], "")).toMatchObject({ stdout: "", stderr: "", code: 0 });
  });

  test("thousands of lines, in their order", async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => JSON.stringify({ expr: `${index} + i`, scope: { i: 1 } }));
    const { stdout, code } = await evaluate(["--batch"], lines.join("\n"));
    expect(answersOf(stdout)).toEqual(lines.map((_, index) => ({ value: index + 1 })));
    expect(code).toBe(0);
  });

  test("names that every object has are plain names of a scope", async () => {
    const lines = [
      '{"expr": "constructor"}',
      '{"expr": "toString ?? 1"}',
      '{"expr": "constructor", "scope": {"constructor": 1}}',
      '{"expr": "__proto__", "scope": {"__proto__": 1}}',
      '{"expr": "a.constructor", "scope": {"a": {}}}',
      '{"expr": "error + $env.error", "scope": {"error": 1}}',
      '{"expr": "let error = 2; error"}',
    ];
    const { stdout } = await evaluate(["--batch"], lines.join("\n"));
    const unknown = { error: { stage: "compile", message: expect.stringContaining("unknown name") } };
    expect(answersOf(stdout)).toEqual([
      unknown,
      unknown,
      { value: 1 },
      { value: 1 },
      { value: null },
      { value: 2 },
      { value: 2 },
    ]);
  });
});

describe.concurrent("a value that is nested too deep", () => {
  const nested = "[".repeat(5_000) + "]".repeat(5_000);
  const made = "reduce(1..20000, [#acc], [])";

  test("is an answer of --batch like others, and the lines after it are answered", async () => {
    const lines = [
      `{"expr": "a", "scope": {"a": ${nested}}}`,
      JSON.stringify({ expr: made }),
      JSON.stringify({ expr: `json(${made})` }),
      JSON.stringify({ expr: `string(${made})` }),
      `{"expr": "len(a)", "scope": {"a": ${nested.slice(4_002, -4_002)}}}`,
    ];
    const { stdout, stderr, code } = await evaluate(["--batch"], lines.join("\n"));
    expect(answersOf(stdout)).toEqual([
      { error: { stage: "compile", message: "the line is nested more than 1000 deep" } },
      { error: { stage: "run", message: "the value is nested more than 1000 deep" } },
      { error: { stage: "run", message: "a value is nested more than 1000 deep" } },
      { error: { stage: "run", message: "a value is nested too deep" } },
      { value: 1 },
    ]);
    expect([stderr, code]).toEqual(["", 0]);
  });

  test("fails alone too", async () => {
    expect(await evaluate([made])).toMatchObject({
      stdout: "",
      stderr: "error: the value is nested more than 1000 deep\n",
      code: 1,
    });
  });
});

describe.concurrent("what accessors read where there is no run", () => {
  test.each([
    ["get('i')", "1"],
    ["get('missing')", "null"],
    ["get('missing') == nil", "true"],
    ["get('missing') != nil", "false"],
    ["{a: get('missing')}", '{"a":null}'],
    ["get('missing', 2)", "2"],
    ["input('str')", '"str"'],
    ["env('FLOWC_TEST_THAT_IS_NOT_SET', 'd')", '"d"'],
    ["get('body').i", "1"],
    ["get('query')", "{}"],
    ["get('file', 'filepath')", "null"],
    ["info('path')", "null"],
  ])("%s", async (expression, json) => {
    const outcome = await evaluate([expression, "--scope", "scope.json"]);
    expect(outcome).toMatchObject({ stdout: `${json}\n`, stderr: "", code: 0 });
  });
});

function answersOf(stdout: string): readonly unknown[] {
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);
}
