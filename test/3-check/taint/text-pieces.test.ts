import { describe, expect, test } from "vitest";
import { reported } from "../../support/reported.ts";

const head = "settings: { targetActionId: a, timeout: 1m }\n---\n";
const stored = (value: string, check = "true") =>
  `${head}actionId: b\nbefore: [${JSON.stringify(`set('text', ${value})`)}]\napiResponse: { response: ok }\n---\n` +
  `actionId: a\nrequires: [b]\nvalidations: { check: [${JSON.stringify(check)}] }\n`;
const json = (text: string) =>
  reported(
    `${text}httpClient: { method: POST, url: "https://a.example/", headers: { content-type: application/json }, body: "{{ get('text') }}" }\n`,
    "json-injection",
  );

describe("a JSON text that is made elsewhere", () => {
  test.each([
    `'{"name": "' + get('x') + '"}'`,
    `join(['{"name": "', get('x'), '"}'], '')`,
    `replace('{"name": "NAME"}', 'NAME', get('x'))`,
    `let n = get('x'); '{"name": "' + n + '"}'`,
  ])("by %s", (value) => {
    expect(json(stored(value))[0]).toMatch(
      /^4:\d+ "(?:get\('x'\)|n)" brings the input "x" into a string of the JSON text/,
    );
  });

  test.each([`json({name: get('x')})`, `'{"name": ' + json(get('x')) + '}'`])("is whole by %s", (value) => {
    expect(json(stored(value))).toEqual([]);
  });

  test("is held by a check where it is read", () => {
    expect(json(stored(`'{"name": "' + get('x') + '"}'`, "get('x') matches '^[a-z]+$'"))).toEqual([]);
  });
});

test("a connection string from outside", () => {
  const server = "apiServer: { routes: [{ path: /a, methods: [POST] }] }";
  const text = (url: string) =>
    `settings: { targetActionId: a, timeout: 1m, ${server}, sqlConnections: { db: { connection: "${url}" } } }\n---\n` +
    `actionId: a\nsql: { connectionName: db, query: "select 1" }\n`;
  expect(reported(text("sqlite://{{ get('body').x }}"), "path-injection")).not.toEqual([]);
  expect(reported(text("sqlite://data/{{ get('body').x }}.db"), "path-injection")).not.toEqual([]);
  expect(reported(text("sqlite://{{ env('DB') }}"), "path-injection")).toEqual([]);
});
