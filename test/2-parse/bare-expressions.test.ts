import { describe, expect, test } from "vitest";
import { checkText } from "../support/check-text.ts";
import { findings } from "../support/findings.ts";

const warning = (line: number, column: number, message: string) =>
  `warning ${line}:${column} ${message} [literal-looks-like-expression]`;
const silent = (resource: string) =>
  findings(`actionId: a\n${resource}\n`).filter((line) => line.includes("literal-looks-like-expression"));

describe("YAML's quotes do not matter: a scalar that is a call is an expression", () => {
  // A name that nothing knows shows what is read as an expression, and where.
  const unknown = (line: number, column: number) => `error ${line}:${column} unknown name "gone" [unknown-name]`;

  test.each([
    ["plain", "response: len(gone)", unknown(3, 17)],
    ["single", "response: 'len(gone)'", unknown(3, 18)],
    ["double", 'response: "len(gone)"', unknown(3, 18)],
    ["double with escapes before it", 'response: "len(\\"\\x61\\" + gone)"', unknown(3, 29)],
    ["literal block", "response: |-\n    len(gone)", unknown(4, 9)],
    ["literal block with its line end", "response: |\n    len(gone)", unknown(4, 9)],
    ["folded block", "response: >\n    len(\n    gone)", unknown(5, 5)],
    ["in a list", 'response: ["len(gone)"]', unknown(3, 19)],
    ["success", 'success: "len(gone) > 0"', unknown(3, 17)],
    ["statusCode", 'statusCode: "int(gone)"', unknown(3, 20)],
    ["headers", 'headers: { X-A: "string(gone)" }', unknown(3, 27)],
  ])("in apiResponse, %s", (_name, lines, message) => {
    expect(findings(`actionId: a\napiResponse:\n  ${lines}\n`)).toEqual([message]);
  });

  test.each([
    ["items", "items: 'filter(gone, true)'\nexec: { command: echo }"],
    ["with", 'component: { name: memory, with: { action: retrieve, key: "upper(gone)" } }'],
    ["the fallback of onError", "exec: { command: echo }\nonError: { action: continue, fallback: 'len(gone)' }"],
    ["python.inputs", "python: { script: pass, inputs: { x: 'len(gone)' } }"],
  ])("in %s", (_name, lines) => {
    expect(findings(`actionId: a\n${lines}\n`)).toEqual([expect.stringContaining('unknown name "gone"')]);
  });

  test("a map in a predicate has braces of its own", () => {
    const list = 'actionId: a\napiResponse:\n  response: "map([{n: 1}], {{name: .n, gone: gone}})"\n';
    expect(findings(list)).toEqual([unknown(3, 46)]);
    expect(findings(list.replace("gone: gone", "more: 1"))).toEqual([]);
    // What is no expression as a whole is a template.
    expect(findings("actionId: a\napiResponse:\n  response: \"lower('A') is {{ gone }}\"\n")).toEqual([unknown(3, 31)]);
  });

  test("in sql.params", () => {
    const settings =
      "settings: { targetActionId: a, timeout: 1m, sqlConnections: { d: { connection: 'sqlite://x' } } }";
    const sql = 'actionId: a\nsql: { connectionName: d, query: select ?, params: ["int(gone)"] }\n';
    const { diagnostics } = checkText(`${settings}\n---\n${sql}`);
    expect(diagnostics.map(({ message }) => message)).toEqual(['unknown name "gone"']);
  });

  test("JSON is YAML", () => {
    const resource = { actionId: "a", apiResponse: { response: { x: "get('v')", y: "{{ \"get('v')\" }}" } } };
    expect(findings(`${JSON.stringify({ ...resource, before: "set('v', 1)" })}\n`)).toEqual([]);
  });

  test("input.name is the input of that name", () => {
    const settings = "settings: { targetActionId: a, timeout: 1m, inputs: { n: { type: integer, default: 1 } } }";
    const response = "actionId: a\napiResponse: { response: { x: 'input.n + \"x\"', y: input.gone, z: input.n } }\n";
    const { diagnostics } = checkText(`${settings}\n---\n${response}`);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '"+" does not go with int and string',
      '"gone" is not a resource, a stored name or a declared input',
    ]);
  });

  test("a template of one text is that text, and draws nothing", () => {
    expect(findings('actionId: a\napiResponse: { response: "{{ \\"get(\'x\')\\" }}" }\n')).toEqual([]);
  });

  test("what begins with a call and cannot be read is text, with a warning that says how text is written", () => {
    expect(findings("actionId: a\napiResponse: { response: \"get('x' and more\" }\n")).toEqual([
      expect.stringMatching(/^warning 2:\d+ this call cannot be read, so it is text: .*literal-looks-like-expr/),
    ]);
  });
});

describe("elsewhere a call is text, with a warning", () => {
  const whole = (call: string) => `"${call}" is text here and is not evaluated`;
  const part = (call: string) => `"${call}" is part of a text and is not evaluated`;

  test.each([
    ["chat.prompt", "chat: { model: m, prompt: get('q'), timeout: 1s }", warning(2, 27, whole("get('q')"))],
    [
      "chat.prompt, in quotes",
      "chat: { model: m, prompt: \"get('q')\", timeout: 1s }",
      warning(2, 28, whole("get('q')")),
    ],
    [
      "text in chat.prompt",
      "chat: { model: m, prompt: \"Sum up get('q') now\", timeout: 1s }",
      warning(2, 35, part("get('q')")),
    ],
    ["exec.args", "exec: { command: echo, args: [\"get('q')\"] }", warning(2, 32, whole("get('q')"))],
    ["exec.args, a function", "exec: { command: echo, args: [\"upper('q')\"] }", warning(2, 32, whole("upper('q')"))],
    ["exec.env", "exec: { command: echo, env: { A: now() } }", warning(2, 34, whole("now()"))],
    ["exec.command, all of it", "exec: { command: get('q') }", warning(2, 18, whole("get('q')"))],
    ["python.script, all of it", "python: { script: len(get('q')) }", warning(2, 19, whole("len(get('q'))"))],
    [
      "httpClient.data",
      "httpClient: { url: https://example.com, data: { x: get('q') } }",
      warning(2, 52, whole("get('q')")),
    ],
    [
      "httpClient.headers",
      "httpClient: { url: https://example.com, headers: { X: \"env('T')\" } }",
      warning(2, 56, whole("env('T')")),
    ],
    [
      "the message of validations.error",
      "validations: { check: get('x') == 1, error: { message: get('q') } }\nexec: { command: echo }",
      warning(2, 56, whole("get('q')")),
    ],
  ])("%s", (_name, lines, message) => {
    expect(silent(lines)).toEqual([message]);
  });

  test.each([
    ["a shell's substitution", "exec: { command: echo $(date) }"],
    ["Python", "python: { script: print(len(x)) }"],
    ["Python with the names of accessors", "python: { script: \"x = input('name'); y = d.get('a')\" }"],
    ["Python, a call that is flowc's too", "python: { script: \"len('abc')\" }"],
    ["SQL", "sql: { connectionName: d, query: max(x) }"],
    ["a filter of jq", 'exec: { command: jq, args: [map(.price), "first(.[])", \'split(",")\'] }'],
    ["a query of metrics", 'httpClient: { url: https://example.com, query: { q: sum(up), r: "max(rate(up[5m]))" } }'],
    ["the method of something", "chat: { model: m, prompt: \"what does request.headers.get('x') do?\", timeout: 1s }"],
    ["prose", "chat: { model: m, prompt: \"date (UTC), then input('your name here') or get() it\", timeout: 1s }"],
    ["a template", 'exec: { command: echo, args: ["{{ get(\'q\') }}", "{{ \\"get(\'q\')\\" }}"] }'],
  ])("%s draws none", (_name, lines) => {
    expect(silent(lines)).toEqual([]);
  });

  test("items that are text say why", () => {
    const { diagnostics } = checkText(
      "settings: { targetActionId: a }\n---\nactionId: a\nitems: get('x'\nexec: { command: ls, timeout: 1s }\n",
    );
    expect(diagnostics.map(({ message, notes }) => [message, notes.map((note) => note.message)])).toEqual([
      ["items must be an array, found string", [expect.stringMatching(/^this call cannot be read, so it is text: /)]],
    ]);
  });

  test.each([
    ["httpClient: { url: get('u'), timeout: 1s }", "invalid-url"],
    ["items: get('x'\nexec: { command: ls, timeout: 1s }", "type-mismatch"],
    ["apiResponse: { statusCode: get('x' }", "invalid-http"],
    ["component: { name: memory, with: { action: \"{ get('u') }}\", key: 1 } }", "component-input"],
  ])("where the text is refused, that is the one finding: %s", (resource, code) => {
    expect(findings(`actionId: a\n${resource}\n`)).toEqual([
      expect.stringMatching(new RegExp(`^error .*\\[${code}\\]$`)),
    ]);
  });
});
