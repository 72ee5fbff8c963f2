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
    apiResponse: { response: { run: get('run'), city: "{{ get('city') ?? '' }}{{ get('days') ?? 1 }}", all: "{{ [get('each'), get('fetch'), get('rows'), get('ask')] }}", list: [{ n: 1 }, "{{ get('run') }}"] } }
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
      given("run: { match: { ▸arg: [b] }, stdout: a }"),
      given("run: { match: { args: { that: ▸get('city') == 'b' } }, stdout: a }"),
      given("run: { match: { args: { that: ▸len(value) } }, stdout: a }"),
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
      expected("result: { success: true, response: { any: true }, ▸more: 1 }"),
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
      expected(
        "result: { success: true, response: { run: ▸5, city: Oslo1, all: { any: true }, list: { any: true } } }",
      ),
      expected(
        "result: { success: true, response: { run: { ▸gt: 5 }, city: Oslo1, all: { any: true }, list: { any: true } } }",
      ),
      expected(
        "result: { success: true, response: { run: { type: ▸int }, city: Oslo1, all: { any: true }, list: { any: true } } }",
      ),
      expected("result: { success: { ▸gt: 1 }, response: { any: true } }"),
      expected("result: { ▸success: true }"),
      expected("result: { success: ▸false, response: { any: true } }"),
      expected("result: { success: { equals: ▸false }, response: { any: true } }"),
      expected("result: { success: true, response: { run: a, city: b, all: { any: true }, list: [{ n: ▸2 }, b] } }"),
      expected("result: { success: true, response: { run: a, city: b, all: { any: true }, list: [{ n: 1 }, ▸3] } }"),
      expected("result: { success: true, response: { run: a, city: b, all: { any: true }, list: ▸[a] } }"),
      expected(
        "result: { success: true, response: { run: { that: ▸len(value) }, city: a, all: { any: true }, list: { any: true } } }",
      ),
      expected("result: { that: ▸get('run') == 'a' }"),
      expected("result: { that: value.response.run == ▸exec.stdout('run') }"),
      expected("result: { that: value.response.city == ▸input('city') }"),
      expected("result: { that: value.response.city == ▸input.city }"),
      expected("result: { that: value.response.city == ▸env('CITY') }"),
      expected("calls: { fetch: { url: { that: value contains ▸info('name') } } }"),
      expected("memory: { k: { that: date(value) < ▸now() } }"),
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
        "result: { success: true, response: { run: { matches: a }, city: { type: string }, all: { type: array }, list: { type: array } } }",
      ),
      expected("result: { success: { any: true }, response: { any: true } }"),
      expected("result: { success: { that: value }, response: { that: value.run == 'a' and len(value.list) == 2 } }"),
      expected(
        "result: { success: true, response: { run: a, city: b, all: { any: true }, list: [{ n: 1 }, { matches: b }] } }",
      ),
      "tests:\n  - { name: a, only: run, expect: { result: text } }\n",
      expected("failure: { message: { that: value contains 'x' } }"),
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
  "unknown-field": {
    bad: [
      expected("result: { that: value.▸respons.run == 'a' }"),
      expected("result: { success: true, response: { that: value.▸rum == 'a' } }"),
      expected(
        "result: { success: true, response: { run: { that: value.▸name == 'a' }, city: a, all: { any: true }, list: { any: true } } }",
      ),
      expected("failure: { message: { that: value.▸text == 'a' } }"),
      given('run: { match: { args: { that: "value[0].▸x == 1" } }, stdout: a }'),
    ],
    good: [
      expected("result: { that: value.response.run == 'a' }"),
      expected(
        "result: { success: true, response: { all: { that: 'value[0].x == 1' }, run: a, city: b, list: { any: true } } }",
      ),
      expected("calls: { ask: { that: value.prompt == 'p' } }"),
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
      expected("result: { that: 'any(value.response.all, # > 1)' }"),
      expected("result: { that: let x = value; x.success }"),
      given("run: { match: { args: { that: len(value) == 1 } }, stdout: a }"),
    ],
  },
  "expression-syntax": {
    bad: [
      expected("result: { that: 'value +▸' }"),
      expected("calls: { run: { args: [{ that: '▸)' }] } }"),
      expected("result: { success: { that: 'len(value▸' }, response: { any: true } }"),
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

test("an input that is misspelled is a doubt where the workflow declares none", () => {
  const free = workflow.replace(/, inputs: \{ city.*?\} \}, sqlC/, ", sqlC");
  expect(checkTestText("tests:\n  - { name: a, inputs: { citi: Oslo, other: 1 } }\n", free)).toMatchObject([
    { code: "unknown-name", severity: "warning", help: 'did you mean "city"?' },
  ]);
});

test("a matcher that is misspelled is what was meant", () => {
  expect(checkTestText(expected("calls: { fetch: { url: { match: a } } }"), workflow)).toMatchObject([
    { code: "test-expectation", help: 'did you mean "matches"?' },
  ]);
});

test("a stray key does not hide what else is wrong", () => {
  const found = checkTestText("tests:\n  - { name: a, given: { rum: a }, expct: {} }\n", workflow);
  expect(found.map(({ code }) => code)).toEqual(["unknown-key", "test-unknown-resource"]);
});

test("a workflow without a memory is given none, and leaves nothing there", () => {
  const found = (text: string) => checkTestText(text).map(({ code, span }) => `${code} ${span.start}`);
  expect(found(given("memory: { a: b }"))).toEqual([`test-unused ${given("▸").indexOf("▸")}`]);
  expect(found(expected("memory: { a: b }"))).toEqual([`test-expectation ${expected("▸").indexOf("▸")}`]);
});

describe("the response to a request", () => {
  const server = `
metadata: { name: w }
settings: { targetActionId: show, timeout: 1m, apiServer: { routes: [{ path: /users/:id, methods: [GET] }, { path: /users, methods: [POST] }, { path: /raw, methods: [GET] }] } }
resources:
  - actionId: load
    validations: { routes: [/users/:id] }
    exec: { command: cat, args: [user.json], output: json }
  - actionId: show
    validations: { routes: [/users/:id] }
    requires: [load]
    apiResponse: { response: { id: "u{{ get('id') }}", tags: [a, 2] }, headers: { X-Total: "3" } }
  - actionId: add
    validations: { routes: [/users] }
    apiResponse: { response: { added: true }, statusCode: 201 }
  - actionId: raw
    validations: { routes: [/raw] }
    exec: { command: echo, args: [a] }
`;
  const get = (expect: string, to = "GET /users/7") =>
    `tests:\n  - name: a\n    request: ${to}\n    expect: { ${expect} }\n`;
  const found = (text: string) =>
    checkTestText(text, server).map(({ code, span, message }) => `${code} ${pointed(text, span.start)} ${message}`);

  test.each([
    [get("status: ▸201"), "a response never has the status 201: it is 200, or 400"],
    [get("status: ▸200", "POST /users"), "a response never has the status 200: it is 201, or 400"],
    [get("status: ▸200", "GET /nowhere"), "a response never has the status 200 here: no route takes the request"],
    [get("body: { success: true, response: { ▸ids: '7', tags: [a, 2] } }"), 'the body has no field "ids"'],
    [get("body: { success: true, response: { id: ▸7, tags: [a, 2] } }"), "the body must be string, found int"],
    [get("body: { success: true, response: { id: '7', tags: [a, ▸3] } }"), "the body is always 2, never 3"],
    [get("status: 200, body: { ▸success: true }"), 'the body always has "response" too'],
    [get("status: 404, body: { success: false, error: { ▸mesage: x } }"), 'the body has no field "mesage"'],
    [get("failure: true, body: { success: false, error: { message: ▸7 } }"), "the body must be string, found int"],
    [get("result: { success: true, response: { id: '7', tags: ▸[a] } }"), "the result has 2 elements, not 1"],
    [get("headers: { x-total: ▸3 }"), 'the header "x-total" must be string, found int'],
    [get("headers: { ▸x-totl: a }"), 'the response has no header "x-totl"'],
    [get("body: { success: true, response: ▸7 }", "GET /raw"), "the body must be string, found int"],
  ])("%j can never hold", (marked, message) => {
    const text = marked.replace("▸", "");
    expect(found(text)).toEqual([expect.stringContaining(`test-expectation ${marked} ${message}`)]);
  });

  test.each([
    get("status: 200, body: { success: true, response: { id: '7', tags: [a, 2] } }"),
    get("status: 201, body: { success: true, response: { added: true } }", "POST /users"),
    get("status: 500"),
    get("status: { gte: 400 }, body: { success: false, error: { any: true } }"),
    get("body: { success: false, error: { code: 500, message: { any: true }, failureClass: infra, actionId: load } }"),
    get("failure: { class: infra }, body: { success: false, error: { any: true } }"),
    get("status: 404, body: { that: value.error.code == 404 }", "GET /nowhere"),
    get("headers: { x-total: '3', x-request-id: { absent: true }, content-type: { contains: json } }"),
    get("body: { success: true, response: { that: value == 'a' } }", "GET /raw"),
    get("body: { that: 'value.response.tags[1] == 2' }"),
    get("status: 200, body: null", "HEAD /users/7"),
  ])("%j may hold", (text) => {
    expect(found(text)).toEqual([]);
  });

  test("an expression over it sees its type", () => {
    const text = get("status: 200, body: { that: value.▸respnse.id == '7' }").replace("▸", "");
    expect(checkTestText(text, server)).toMatchObject([
      { code: "unknown-field", help: expect.stringContaining("response") },
    ]);
  });
});
