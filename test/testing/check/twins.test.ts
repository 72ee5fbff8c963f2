import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../compiler/nouns/diagnostic.ts";
import { checkTestText } from "../../support/check-test-text.ts";

// As test/3-check/twins.test.ts, for codes about tests. `▸` stands where the finding must be.

const workflow = `
metadata: { name: w }
settings: { targetActionId: end, timeout: 1m, inputs: { city: { type: string }, days: { type: integer } }, sqlConnections: { db: { connection: "sqlite::memory:" } } }
resources:
  - actionId: run
    exec: { command: echo, args: [a] }
    onError: { action: retry, maxRetries: 2 }
  - actionId: each
    items: [1, 2]
    exec: { command: echo, args: ["{{ item }}"] }
  - actionId: fetch
    httpClient: { url: "http://a.test/" }
  - actionId: rows
    sql: { connectionName: db, query: SELECT 1 AS one }
  - actionId: ask
    chat: { model: m, prompt: p, jsonSchema: { type: object, additionalProperties: false, properties: { n: { type: integer } } } }
  - actionId: talk
    chat:
      model: m
      prompt: p
      tools: [{ name: stock, description: d, script: look, parameters: { article: { type: string } } }]
  - actionId: look
    exec: { command: echo, args: ["{{ get('article') }}"] }
  - actionId: keep
    component: { name: memory, with: { key: k, value: v } }
  - actionId: end
    requires: [run, each, fetch, rows, ask, talk, keep]
    apiResponse: { response: { run: get('run'), city: "{{ get('city') ?? '' }}{{ get('days') ?? 1 }}", all: "{{ [get('each'), get('fetch'), get('rows'), get('ask')] }}" } }
`;

const given = (text: string) => `tests:\n  - name: a\n    given: { ${text} }\n`;
const expected = (text: string) => `tests:\n  - name: a\n    expect: { ${text} }\n`;

const twins: Readonly<Record<string, { readonly bad: readonly string[]; readonly good: readonly string[] }>> = {
  "test-unknown-resource": {
    bad: [
      given("▸fetsh: { body: 1 }"),
      given("▸run/inner: a"),
      given("▸memory/x: a"),
      expected("resources: { ▸runn: completed }"),
      expected("calls: { ▸rum: 1 }"),
      expected("events: [resource.started ▸nobody]"),
      expected("failure: { actionId: ▸nobody }"),
      "tests:\n  - { name: a, only: ▸ends }\n",
      "defaults: { given: { ▸nobody: a } }\ntests:\n  - name: a\n",
    ],
    good: [
      given("fetch: { body: 1 }"),
      given('"each[1]": a'),
      expected("resources: { run: completed, end: { status: skipped } }"),
      expected('calls: { "each[0]": 1 }'),
      "tests:\n  - { name: a, only: run }\n",
    ],
  },
  "test-answer": {
    bad: [
      given("fetch: { ▸statuscode: 200 }"),
      given("fetch: { statusCode: ▸'200' }"),
      given("fetch: { body: 1, fails: { class: ▸infrared } }"),
      given("run: ▸3"),
      given("run: [a, { exitCode: ▸one }]"),
      given("each: [▸1, b]"),
      given("rows: ▸text"),
      given("ask: { value: { n: ▸many } }"),
      given("ask: { ▸n2: 1 }"),
      given("talk: ▸5"),
      given("talk: { text: ▸5 }"),
      given("talk: [{ toolCalls: [{ name: ▸stok }] }, done]"),
      given("memory: { x: ▸5 }"),
    ],
    good: [
      given("fetch: { statusCode: 200, headers: { a: b }, body: { any: thing } }"),
      given("fetch: [{ fails: { class: infra, message: refused } }, { body: 1, takes: 3s }]"),
      given("run: { stdout: a, stderr: b, exitCode: 1 }"),
      given("each: [a, { exitCode: 3 }]"),
      given("rows: [{ one: 1 }]"),
      given("rows: [{ rows: [{ one: 1 }] }, { fails: { message: locked } }]"),
      given("ask: { n: 1 }"),
      given("talk: [{ toolCalls: [{ name: stock }, { name: another }] }, done]"),
      given('memory: { x: "5" }'),
      given("ask: [{ toolCalls: [{ name: x }] }, { value: { n: 1 } }]"),
      "tests:\n  - name: a\n    given: { ask: { value: { n: many } } }\n    expect: { failure: true }\n",
    ],
  },
  "test-expectation": {
    bad: [
      expected("▸status: 200"),
      expected("▸body: {}"),
      expected("result: { success: true, response: {}, ▸more: 1 }"),
      expected("result: ▸text"),
      expected("resources: { run: ▸finished }"),
      expected("resources: { run: { ▸state: completed } }"),
      expected("resources: { run: { attempts: ▸4 } }"),
      expected("calls: { ▸end: 1 }"),
      expected("calls: { fetch: { ▸uri: x } }"),
      expected("calls: { run: { args: ▸a } }"),
      expected("events: [▸workflow.begun]"),
      expected("memory: { k: ▸5 }"),
      expected("result: { success: true, response: { ▸rum: a } }"),
      expected("result: { success: true, response: { run: ▸5, city: Oslo1, all: { any: true } } }"),
      expected("result: { success: true, response: { run: { ▸gt: 5 }, city: Oslo1, all: { any: true } } }"),
      expected("result: { success: true, response: { run: { type: ▸int }, city: Oslo1, all: { any: true } } }"),
      expected("result: { success: { gt: ▸two } }"),
      expected("calls: { fetch: { url: { equals: ▸3 } } }"),
      expected("resources: { run: { attempts: ▸two } }"),
      expected("resources: { run: { attempts: { ▸contains: 2 } } }"),
      expected("calls: { fetch: { url: { ▸lt: 3 } } }"),
      expected("calls: { talk: { tools: [▸stok] } }"),
      expected("failure: { class: ▸infrastructure }"),
      "tests:\n  - { name: a, request: ▸GET /x }\n",
    ],
    good: [
      expected("result: { success: true, response: { any: true } }"),
      expected(
        "result: { success: true, response: { run: { matches: a }, city: { type: string }, all: { type: array } } }",
      ),
      expected("result: { success: { gt: 1 } }"),
      expected("resources: { run: { attempts: { lte: 2, type: int }, message: { absent: true } } }"),
      expected("calls: { talk: { tools: [stock] }, ask: { temperature: { gte: 0, type: int } } }"),
      expected("memory: { k: { absent: true }, other: text }"),
      expected("resources: { run: { attempts: 3 }, fetch: { attempts: 1, status: { that: value != 'x' } } }"),
      expected(
        "calls: { run: [{ args: [a] }, { args: { contains: b } }], fetch: 2, ask: { prompt: { matches: '^p' } } }",
      ),
      expected("events: [workflow.started, …, { event: resource.failed, actionId: run }, ..., workflow.failed]"),
      expected("failure: { class: timeout, actionId: run }"),
    ],
  },
  "test-unused": {
    bad: [given("▸end: 1"), given("run: a, ▸end: 1"), "defaults: { given: { ▸end: 1 } }\ntests:\n  - name: a\n"],
    good: [given("run: a"), given("fetch: { body: 1 }"), given("rows: []")],
  },
  "ambiguous-name": {
    bad: [
      "tests:\n  - name: a\n  - name: ▸a\n",
      "tests: [{ name: b }, { name: ▸b }]\n",
      'tests: [{ name: a }, { name: ▸"a" }]\n',
    ],
    good: ["tests:\n  - name: a\n  - name: b\n", "tests: [{ name: a }]\n", "tests: [{ name: a }, { name: A }]\n"],
  },
  "unknown-name": {
    bad: [
      "tests:\n  - name: a\n    inputs: { ▸cty: Oslo }\n",
      "defaults: { inputs: { ▸days2: 1 } }\ntests:\n  - name: a\n",
      expected("result: { that: '▸valu == true' }"),
      expected("calls: { run: { args: { that: len(▸foo) > 1 } } }"),
      given("run: { match: { args: { that: ▸args == 1 } }, stdout: a }"),
    ],
    good: [
      "tests:\n  - name: a\n    inputs: { city: Oslo, days: 2 }\n",
      "tests:\n  - name: a\n    inputs: { cty: Oslo }\n    expect: { failure: cty }\n",
      expected("result: { that: 'any(value.list, # > 1)' }"),
      expected("result: { that: let x = value; x.success }"),
      given("run: { match: { args: { that: len(value) == 1 } }, stdout: a }"),
    ],
  },
  "expression-syntax": {
    bad: [
      expected("result: { that: 'value +▸' }"),
      expected("calls: { run: { args: [{ that: '▸)' }] } }"),
      expected("result: { success: { that: 'len(value▸' } }"),
    ],
    good: [
      expected("result: { that: 'value.success' }"),
      expected("calls: { run: { args: { that: 'len(value) > 0' } } }"),
      expected("failure: { message: { that: 'value contains \"x\"' } }"),
    ],
  },
};

describe.each(Object.entries(twins))("%s", (code, { bad, good }) => {
  test("has three inputs of each kind", () => {
    expect(Math.min(bad.length, good.length)).toBeGreaterThanOrEqual(3);
  });

  test.each(bad)("is reported %j", (marked) => {
    const text = marked.replace("▸", "");
    const found = checkTestText(text, workflow);
    expect(found.map((item) => `${item.code} ${pointed(text, item.span.start)}`)).toEqual([`${code} ${marked}`]);
  });

  test.each(good)("is silent for %j", (text) => {
    expect(checkTestText(text, workflow).map(saying)).toEqual([]);
  });
});

function pointed(text: string, at: number): string {
  return `${text.slice(0, at)}▸${text.slice(at)}`;
}

function saying({ code, message }: Diagnostic): string {
  return `${code}: ${message}`;
}

test("a workflow without a memory is given none, and leaves nothing there", () => {
  const found = (text: string) => checkTestText(text).map(({ code, span }) => `${code} ${span.start}`);
  expect(found(given("memory: { a: b }"))).toEqual([`test-unused ${given("▸").indexOf("▸")}`]);
  expect(found(expected("memory: { a: b }"))).toEqual([`test-expectation ${expected("▸").indexOf("▸")}`]);
});
