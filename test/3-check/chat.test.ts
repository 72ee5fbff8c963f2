import { describe, expect, test } from "vitest";
import { schemaType } from "../../compiler/3-check/resolve/schema-type.ts";
import { findings } from "../support/findings.ts";

describe("the shape of chat", () => {
  test("is one thing by its schema", () => {
    const block = `model: "{{ env('MODEL') }}"
  prompt: "{{ get('q') }}"
  role: user
  scenario:
    - { role: system, prompt: "You are {{ get('who') }}" }
    - { role: assistant, content: Hello }
  temperature: "{{ get('t') }}"
  maxTokens: 100
  topP: 0.5
  seed: 1
  stop: [a, "{{ get('b') }}"]
  files: ["{{ get('file', 'filepath') }}"]
  baseUrl: http://127.0.0.1:11434/v1
  apiKey: "{{ env('KEY') }}"
  timeout: 1m`;
    expect(findings(`actionId: a\nchat:\n  ${block}\n`)).toEqual([]);
  });

  test.each([
    ["{ model: m }", 'error 2:9 the key "prompt" is missing in "chat" [schema]'],
    ["{ model: m, prompt: p, promt: q }", 'error 2:30 unknown key "promt" in "chat" [unknown-key]'],
    [
      "{ model: m, prompt: p, role: usr }",
      'error 2:36 expected one of system, developer, user, assistant in "chat.role", found "usr" [unknown-value]',
    ],
    [
      "{ model: m, prompt: p, temperature: warm }",
      'error 2:43 expected a number or a template in "chat.temperature", found "warm" [schema]',
    ],
    [
      "{ model: m, prompt: p, temperature: 3 }",
      'error 2:43 the number 3 in "chat.temperature" is not allowed: it must be 2 or less [out-of-range]',
    ],
    [
      "{ model: m, prompt: p, maxTokens: 1.5 }",
      'error 2:41 expected a whole number or text in "chat.maxTokens", found the number 1.5 [schema]',
    ],
    [
      "{ model: m, prompt: p, scenario: [{ prompt: q }] }",
      'error 2:43 the key "role" is missing in "chat.scenario" [schema]',
    ],
    [
      "{ model: m, prompt: p, jsonSchema: { type: objct } }",
      'error 2:50 expected one of array, boolean, integer, null, number, object, string in "type", found "objct" [unknown-value]',
    ],
    [
      "{ model: m, prompt: p, jsonResponse: false, jsonSchema: { type: object } }",
      'error 2:63 a jsonSchema without "jsonResponse" is never used [conflicting-keys]',
    ],
    [
      "{ model: m, prompt: p, tools: [{ name: a b, script: t }] }",
      'error 2:46 "a b" is not allowed in "tools.name": it must have 1 to 64 letters, digits, _ and -, such as find_order [invalid-name]',
    ],
    [
      "{ model: m, prompt: p, tools: [{ name: t }] }",
      'error 2:40 the key "script" is missing in "chat.tools" [schema]',
    ],
  ])("%s", (block, finding) => {
    expect(findings(`actionId: a\nchat: ${block}\n`)[0]).toBe(finding);
  });
});

describe("reading an answer", () => {
  const reading = (expression: string, more = "") =>
    findings(
      `actionId: a\nrequires: [c]\nbefore: set('x', ${expression})\n---\nactionId: c\nchat: { model: m, prompt: p${more} }\n`,
    );
  const schema =
    ", jsonSchema: { type: object, additionalProperties: false, required: [n, list], properties: { n: { type: integer }, list: { type: array, items: { type: string } }, o: { type: string } } }";

  test.each([
    "get('c') + 'x'",
    "get('c').text",
    "get('c').message.content",
    "get('c').model",
    "get('c').usage.totalTokens + 1",
  ])("%s is fine", (expression) => {
    expect(reading(expression)).toEqual([]);
  });

  test("knows the fields of the result, and of the schema", () => {
    expect(reading("get('c').txt")).toEqual(['error 3:27 the result has no field "txt" [unknown-field]']);
    expect(reading("get('c').n + get('c').list[0]", schema)).toEqual([expect.stringMatching(/\[type-mismatch\]$/)]);
    expect(reading("get('c').m", schema)).toEqual(['error 3:27 the value has no field "m" [unknown-field]']);
    expect(reading("get('c').o + 1", schema)).toEqual([expect.stringMatching(/\[type-mismatch\]$/)]);
    expect(reading("get('c').o ?? 'none'", schema)).toEqual([]);
    expect(reading("get('c').anything.at.all", ", jsonResponse: true")).toEqual([]);
  });

  test.each([
    [{ type: "string" }, { kind: "string" }],
    [{ type: ["string", "null"] }, { kind: "string", optional: true }],
    [{ type: ["string", "integer"] }, { kind: "any" }],
    [{ type: "null" }, { kind: "nil" }],
    [{ enum: [1] }, { kind: "any" }],
    [true, { kind: "any" }],
    [{ type: "array" }, { kind: "array", element: { kind: "any" } }],
    [{ type: "object" }, { kind: "map" }],
    [
      { type: "object", properties: { a: { type: "number" } } },
      { kind: "map", fields: { a: { kind: "float", optional: true } }, open: true },
    ],
  ])("the type of %j", (json, type) => {
    expect(schemaType(json)).toEqual(type);
  });
});

describe("tools", () => {
  /** A chat `a` that offers `t`, with these parameters, and the resource `t`, given as lines of YAML. */
  const offering = (parameters: string, tool: string, script = "t") =>
    findings(
      `actionId: a\nchat:\n  model: m\n  prompt: p\n  tools:\n    - { name: look, script: ${script}, parameters: ${parameters} }\n---\nactionId: t\n${tool}\n`,
    );

  test("give their arguments, with types, to the resource that runs", () => {
    const parameters =
      "{ city: { type: string, required: true }, days: { type: integer }, n: { type: integer, default: 1 } }";
    expect(
      offering(
        parameters,
        "exec: { command: \"echo {{ quote(get('city') + 'x') }} {{ get('n') + 1 }} {{ quote(input('city')) }}\" }",
      ),
    ).toEqual([]);
    expect(offering(parameters, "exec: { command: \"echo {{ quote(get('city') + 1) }}\" }")).toEqual([
      expect.stringMatching(/\[type-mismatch\]$/),
    ]);
    expect(offering(parameters, "exec: { command: \"{{ get('days') + 1 }}\" }")).toEqual([
      expect.stringMatching(/^warning .*\[maybe-nil\]$/),
    ]);
  });

  test("do not give them to other resources", () => {
    const settings = "requires: [other]\nexec: { command: x }\n---\nactionId: other\nbefore: set('y', get('citeis'))";
    expect(offering("{ cities: { type: string } }", settings)).toEqual([]);
    const slip = "exec: { command: \"echo {{ quote(get('cites') ?? '') + (get('citeis') ?? '') }}\" }";
    expect(offering("{ cities: { type: string } }", slip)).toEqual([
      expect.stringMatching(/^warning 9:27 .* brings the input "citeis" into the shell script unquoted/),
      `warning 9:60 "citeis" is read as an input, but looks like "cities" [unknown-name]`,
    ]);
  });

  test("are resources of the workflow", () => {
    expect(offering("{}", "exec: { command: x }", "tt")).toEqual([
      'error 6:29 there is no resource "tt" to run as a tool [unknown-action]',
    ]);
  });

  test("have arguments that are nothing else", () => {
    expect(offering("{ t: { type: string } }", "exec: { command: x }")).toEqual([
      'error 6:46 the parameter "t" is also a resource [ambiguous-name]',
    ]);
    expect(offering("{ v: { type: string } }", "after: set('v', 1)")).toEqual([
      'error 6:46 the parameter "v" is also a stored name [ambiguous-name]',
    ]);
    expect(offering("{ v: { type: strin } }", "exec: { command: x }")[0]).toMatch(/expected one of array, boolean/);
  });

  test("have a name of their own", () => {
    const tools = "[{ name: x, script: t }, { name: x, script: t }]";
    const found = findings(
      `actionId: a\nchat: { model: m, prompt: p, tools: ${tools} }\n---\nactionId: t\nexec: { command: x }\n`,
    );
    expect(found).toEqual(['error 2:70 the tool name "x" is taken [invalid-name]']);
  });

  test("may not wait for the chat that calls them", () => {
    expect(offering("{}", "requires: [a]\nexec: { command: x }")).toEqual([
      'error 1:11 these resources wait for each other: "a" → "t" → "a" [dependency-cycle]',
    ]);
    expect(offering("{}", "exec: { command: x }", "a")).toEqual([
      'error 6:29 "a" offers itself as a tool [dependency-cycle]',
    ]);
  });

  test("still have to be required to be read", () => {
    const found = findings(
      "actionId: a\nrequires: [c]\nbefore: set('x', get('t'))\n---\nactionId: c\nchat: { model: m, prompt: p, tools: [{ name: x, script: t }] }\n---\nactionId: t\nexec: { command: x }\n",
    );
    expect(found).toEqual([`error 3:22 "a" reads "t", but does not require it [missing-requires]`]);
  });
});
