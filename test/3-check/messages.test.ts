import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { codeKeyword } from "../../compiler/2-parse/mismatch.ts";
import { resourceSchema } from "../../compiler/2-parse/resource-schema.ts";
import component from "../../compiler/2-parse/schemas/component.schema.json" with { type: "json" };
import frame from "../../compiler/2-parse/schemas/resource.schema.json" with { type: "json" };
import workflow from "../../compiler/2-parse/schemas/workflow.schema.json" with { type: "json" };
import { functions } from "../../compiler/functions/table.ts";
import { codes } from "../../compiler/nouns/codes.ts";
import { LineIndex } from "../../compiler/nouns/lines.ts";
import { checkText, componentText } from "../support/check-text.ts";

const resource = resourceSchema(frame);

type Components = Parameters<typeof checkText>[2];

/** The findings, a line each: `line:column code: message | help`; lines count from the first resource. */
function said(text: string, settings = "", components: Components = []): readonly string[] {
  const lines = new LineIndex();
  const head = `settings: { targetActionId: a, timeout: 1m${settings} }\n---\n`;
  return checkText(head + text, undefined, components).diagnostics.map(({ span, code, message, help }) => {
    const { line, column } = lines.at(span.source, span.start);
    const file = span.source.name === "workflow.yaml" ? "" : `${span.source.name}:`;
    const at = file === "" ? line - 2 : line;
    return `${file}${at}:${column} ${code}: ${message}${help === undefined ? "" : ` | ${help}`}`;
  });
}

/** A resource that stores the expression. */
const storing = (expression: string) => `actionId: a\nbefore:\n  - ${expression}\nexec: { command: echo }\n`;

test("a URL that is an expression is to be a template", () => {
  expect(said("actionId: a\nhttpClient: { url: get('u') }\n")).toEqual([
    `2:20 invalid-url: "get('u')" is not a URL | write it as a template: "{{ get('u') }}"`,
  ]);
});

test("a template that one brace closes", () => {
  expect(said("actionId: a\napiResponse: { response: \"Hi {{ env('CITY') }, you\" }\n")).toEqual([
    `2:30 unterminated-template: the template "{{" is never closed | a template ends with two braces: write "}}" for the "}" behind it`,
  ]);
});

test("a resource that reads its own result, named as an input is", () => {
  expect(
    said("actionId: a\nexec: { command: \"echo {{ get('a') - 1 }}\" }\n", ", inputs: { a: { type: integer } }"),
  ).toContain(
    `2:31 missing-requires: "a" reads its own result before it has one | "a" is an input too: input('a') reads that`,
  );
});

describe("a key that is another word", () => {
  test.each([
    ["rules", "actionId: a\nvalidations: { rules: [/x] }\nexec: { command: echo }\n", "2:16", "resource.validations"],
    ["header", "actionId: a\nexec: { command: echo, header: 1 }\n", "2:24", "exec"],
  ])("%s is unknown, and taken for none", (key, text, place) => {
    expect(said(text)).toEqual([
      expect.stringMatching(new RegExp(`^${place} unknown-key: unknown key "${key}" in "\\w+" \\| allowed here: `)),
    ]);
  });

  test("session is unknown among the settings, and not the version", () => {
    const [first, second] = checkText(
      "settings: { targetActionId: a, timeout: 1m, session: { enabled: true } }\n---\nactionId: a\nexec: { command: echo }\n",
    ).diagnostics;
    expect([first?.code, first?.help?.startsWith("allowed here: name"), second]).toEqual([
      "unknown-key",
      true,
      undefined,
    ]);
  });
});

describe("what other languages call otherwise", () => {
  test.each([
    ["get('x') | json_decode", "expression-syntax", "write fromJSON()"],
    ["get('x') | tojson", "expression-syntax", "write toJSON()"],
    ["get('x') | upper", "expression-syntax", "write upper()"],
    ["get('x') | ascii_downcase", "expression-syntax", "write lower()"],
    ["get('x') | frobnicate", "expression-syntax", '"frobnicate" is not a function: write a call, such as upper()'],
    ["json_decode(get('x'))", "unknown-function", "write fromJSON(…)"],
    ["json.loads(get('x'))", "unknown-function", "write fromJSON(…)"],
    ["JSON.parse(get('x'))", "unknown-function", "write fromJSON(…)"],
    ["b64_decode(get('x'))", "unknown-function", "write fromBase64(…)"],
    ["Object.entries(get('x'))", "unknown-function", "write toPairs(…)"],
    ["to_entries(get('x'))", "unknown-function", "write toPairs(…)"],
    ["os.getenv('X')", "unknown-function", "write env('…')"],
    ["hashFiles('x')", "unknown-function", "write get('…') for what a resource gives"],
    ["always()", "unknown-function", "write onError of the resource, or get('…').success"],
  ])("%s", (expression, code, help) => {
    const found = said(storing(`set('v', ${expression})`));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^3:\\d+ ${code}: `));
    expect(found[0]?.split(" | ").slice(1).join(" | ").split(" | ").at(-1)).toBe(help);
  });

  test("names of functions are never spelled as if they were another language's", async () => {
    const { otherSpelling } = await import("../../compiler/functions/other-spellings.ts");
    const wrong = functions.map(({ name }) => name).filter((name) => otherSpelling(name) !== undefined);
    expect(wrong).toEqual(["count"]);
  });
});

test("an unknown function has at most five near ones in its help", () => {
  const helpOf = (name: string) => said(storing(`set('v', ${name}('x'))`))[0]?.split(" | ")[1];
  expect(helpOf("trimm")).toBe('did you mean "trim"?');
  expect(helpOf("bit")).toBe("similar: bitand, bitor, bitxor, bitnand, bitnot");
  expect(helpOf("zzzzzzzz")).toBe("docs/expressions.md lists all functions");
});

describe("a component", () => {
  const calling = "actionId: a\ncomponent: { name: part }\n";

  test("may not have native, and is not offered it", () => {
    const part = componentText(
      "part",
      "frobs: 1\nresources:\n  - actionId: b\n    exec: { command: echo, timeout: 1s }\n",
    );
    expect(said(calling, "", [part])).toEqual([
      'components/part/component.yaml:2:1 unknown-key: unknown key "frobs" | allowed here: apiVersion, kind, metadata, interface, resources',
    ]);
  });

  test("cannot run sql, and is told what works", () => {
    const sql = "  - actionId: b\n    sql: { connectionName: main, query: select 1, timeout: 1s }\n";
    expect(said(calling, "", [componentText("part", `resources:\n${sql}`)])).toEqual([
      `components/part/component.yaml:4:28 unknown-connection: a component has no connections: it cannot run sql | run the sql in the workflow, and give the component its rows: with: { rows: "{{ get('…') }}" }`,
    ]);
  });
});

describe("patterns of the documents are reported in words", () => {
  test.each([
    [
      'actionId: "b c"\nexec: { command: echo }\n',
      "",
      "must begin with a letter or _ and hold nothing but letters, digits, _, . and -, such as fetch-data",
    ],
    ["actionId: a\nhttpClient: { url: http://x, method: G T }\n", "", "must be letters, such as GET, or a template"],
    [
      "actionId: a\nexec: { command: echo }\n",
      ", agentSettings: { pythonVersion: latest }",
      "must be one to three numbers with dots between them, such as 3.12",
    ],
    [
      "actionId: a\nexec: { command: echo }\n",
      ", apiServer: { routes: [{ path: x }] }",
      "must begin with /, such as /orders",
    ],
  ])("%s %s", (text, settings, words) => {
    expect(said(text, settings).filter((line) => line.includes(words))).toHaveLength(1);
  });

  test("all of them have words, and the messages have none of the patterns", () => {
    const patterns: {
      readonly pattern: string;
      readonly words: unknown;
      readonly code: unknown;
      readonly isKey: boolean;
    }[] = [];
    const look = (part: unknown, isKey: boolean): void => {
      if (typeof part !== "object" || part === null) return;
      const { pattern, $comment: words, diagnostic: code } = part as Readonly<Record<string, unknown>>;
      if (typeof pattern === "string") patterns.push({ pattern, words, code, isKey });
      for (const [key, value] of Object.entries(part)) look(value, key === "propertyNames");
    };
    for (const schema of [component, resource, workflow]) look(schema, false);
    const own = patterns.filter(({ pattern, isKey }) => !isKey && pattern !== "/v1$" && pattern !== "\\{\\{");
    expect(own.length).toBeGreaterThan(7);
    const unnamed = patterns.filter(({ pattern, code }) => pattern !== "\\{\\{" && !Object.hasOwn(codes, String(code)));
    expect(unnamed).toEqual([]);
    expect(own.filter(({ words }) => typeof words !== "string" || !words.startsWith("must "))).toEqual([]);
    expect(() =>
      new Ajv({ strict: true, allowUnionTypes: true, formats: { duration: true }, keywords: [codeKeyword] }).addSchema(
        resource,
      ),
    ).not.toThrow();
  });
});

describe("a JSON Schema", () => {
  const chat = (schema: string) => `actionId: a\nchat:\n  model: m\n  prompt: p\n  jsonSchema:\n${schema}`;
  const types = "array, boolean, integer, null, number, object, string";

  test.each([
    [
      "    type: objekt\n",
      `6:11 unknown-value: expected one of ${types} in "type", found "objekt" | did you mean "object"?`,
    ],
    ["    required: a\n", '6:15 schema: expected a list in "required", found "a"'],
    ["    properties:\n      n: { minimum: x }\n", '7:21 schema: expected a number in "n.minimum", found "x"'],
    [
      "    properties:\n      n: { type: [string, nul] }\n",
      `7:27 unknown-value: expected one of ${types} in "n.type", found "nul" | did you mean "null"?`,
    ],
    ["    minLength: -1\n", '6:16 out-of-range: the number -1 in "minLength" is not allowed: it must be 0 or more'],
    ["    pattern: '('\n", '6:14 invalid-regex: the pattern "(" of the jsonSchema: "(" has no closing ")"'],
    [
      "    $ref: '#/$defs/x'\n",
      '6:11 unknown-reference: the reference "#/$defs/x" leads to nothing in the jsonSchema | a reference names a part of the schema itself: "#/$defs/<name>"',
    ],
  ])("of a chat is reported at its own place: %s", (schema, expected) => {
    expect(said(chat(schema))).toEqual([expected]);
  });

  test("of a chat has all its mistakes reported", () => {
    expect(said(chat("    type: objekt\n    properties: { n: { type: strin } }\n"))).toHaveLength(2);
  });

  test.each([
    [
      "{ type: object, additionalProperties: { type: strin } }",
      `expected one of ${types} in "additionalProperties.type", found "strin" | did you mean "string"?`,
    ],
    ["{ type: string, pattern: '(' }", 'the pattern "(" of the input "n": "(" has no closing ")"'],
    ["{ enum: [] }", 'the list in "enum" must not be empty'],
    ["{ type: integer, default: many }", 'the default of the input "n": expected a whole number, found "many"'],
    [
      "{ type: array, items: { type: integer }, default: [1, b] }",
      'the default of the input "n": expected a whole number, found "b"',
    ],
  ])("of an input is reported in flowc's words: %s", (schema, expected) => {
    const column = "settings: { targetActionId: a, timeout: 1m, inputs: { n: ".length + 1;
    const [first = "", ...others] = said("actionId: a\nexec: { command: echo }\n", `, inputs: { n: ${schema} }`);
    expect(others).toEqual([]);
    expect(first.replace(/^-1:(\d+) [\w-]+: /, "")).toBe(expected);
    expect(Number(/^-1:(\d+)/.exec(first)?.[1])).toBeGreaterThan(column);
  });
});

test("a resource that requires itself is reported at the entry", () => {
  expect(said("actionId: a\nrequires: [a]\nexec: { command: echo }\n")).toEqual([
    '2:12 dependency-cycle: "a" requires itself | remove it from the list',
  ]);
});
