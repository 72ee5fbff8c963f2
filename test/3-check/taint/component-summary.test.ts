import { describe, expect, test } from "vitest";
import { componentText } from "../../support/check-text.ts";
import { reported } from "../../support/reported.ts";

const head = "settings: { targetActionId: a, timeout: 1m }\n---\n";
/** A workflow that calls the component "part" as "b" and runs what it gives as a script. */
const calling = (inputs: string, script = "echo {{ get('b') }}", more = "") =>
  `${head}actionId: b\ncomponent: { name: part, with: ${inputs} }\n---\nactionId: a\nrequires: [b]\n${more}exec:\n  command: ${script}\n`;
const part = (resources: string, contract = "interface: {}") =>
  componentText("part", `${contract}\nresources:\n${resources}`);
const found = (text: string, ...components: ReturnType<typeof part>[]) => reported(text, "shell-injection", components);
const one = "interface: { inputs: [{ name: x, type: string }] }";

describe("what a component gives carries what comes in there", () => {
  test.each([
    ["httpClient", "httpClient: { url: 'http://127.0.0.1/' }", 'the answer of "in"'],
    ["chat", "chat: { model: m, prompt: hi }", 'the answer of "in"'],
    ["exec", "exec: { command: ls }", 'the output of "in"'],
    ["python", "python: { script: 'print(1)' }", 'the output of "in"'],
    ["memory", "component: { name: memory, with: { action: retrieve, key: k } }", 'what "in" retrieves'],
    ["a response", "before: set('v', get('x'))\n    apiResponse: { response: \"{{ get('v') }}\" }", 'the input "n"'],
    [
      "a fallback",
      "exec: { command: ls }\n    onError: { action: continue, fallback: \"{{ get('x') }}\" }",
      'the output of "in"',
    ],
  ])("%s", (_name, body, what) => {
    const script = body.includes("apiResponse") ? "echo {{ get('b').response }}" : "echo {{ get('b') }}";
    const [first] = found(calling("{ x: \"{{ get('n') }}\" }", script), part(`  - actionId: in\n    ${body}\n`, one));
    const inside = what.includes("input") ? "" : ' in the component "part"';
    const expression = body.includes("apiResponse") ? "get('b').response" : "get('b')";
    expect(first).toBe(`9:20 "${expression}" brings ${what}${inside} into the shell script unquoted`);
  });

  test("with the way through it as notes", () => {
    const inner = `  - actionId: one
    exec: { command: ls }
    after: set('files', get('one'))
  - actionId: two
    requires: [one]
    apiResponse: { response: { list: "{{ upper(get('files')) }}" } }
`;
    expect(found(calling("{}", "echo {{ get('b').response.list }}"), part(inner))).toEqual([
      `9:20 "get('b').response.list" brings the output of "one" in the component "part" into the shell script unquoted`,
      '  components/part/component.yaml:4:15 the output of "one" comes in here',
      '  components/part/component.yaml:6:12 "one" stores it as "files"',
      '  3:11 "b" gives what the component "part" ends with',
    ]);
  });

  test("with what the caller gives, from where that comes in", () => {
    const inner = "  - actionId: in\n    apiResponse: { response: \"{{ lower(get('x')) }}\" }\n";
    const text = calling("{ x: \"{{ get('body').n }}\" }", "echo {{ get('b').response }}");
    expect(found(text, part(inner, one))).toEqual([
      `9:20 "get('b').response" brings the body of the request into the shell script unquoted`,
      "  4:41 the body of the request comes in here",
      `  4:41 "b" gives it to the component "part" as "x"`,
    ]);
  });

  test("through components in components", () => {
    const deep = componentText("deep", "interface: {}\nresources:\n  - actionId: low\n    exec: { command: ls }\n");
    const outer = componentText(
      "part",
      "interface: {}\nresources:\n  - actionId: in\n    component: { name: deep }\n",
      [deep],
    );
    expect(found(calling("{}"), outer)[0]).toBe(
      `9:20 "get('b')" brings the output of "low" in the component "deep" in the component "part" into the shell script unquoted`,
    );
  });

  test("where items call it", () => {
    const inner = "  - actionId: in\n    apiResponse: { response: \"{{ get('x') }}\" }\n";
    const text = calling("{ x: '{{ item }}' }", "echo {{ get('b')[0].response }}").replace(
      "component:",
      "items: get('body').names\ncomponent:",
    );
    expect(found(text, part(inner, one))[0]).toContain("brings the body of the request into the shell script unquoted");
  });

  test("though its caller has checked what it decodes", () => {
    const inner = "  - actionId: in\n    apiResponse: { response: \"{{ fromBase64(get('x')) }}\" }\n";
    const checked = "validations: { check: [\"get('n') matches '^[A-Za-z0-9]+$'\"] }\n";
    const text = calling("{ x: \"{{ get('n') }}\" }", "echo {{ get('b').response }}", checked);
    expect(found(text, part(inner, one))[0]).toContain('brings the input "n" into the shell script unquoted');
  });
});

describe("what a component gives is held", () => {
  const echo = part("  - actionId: in\n    apiResponse: { response: \"{{ get('x') }}\" }\n", one);

  test.each([
    ["by a constant", "{ x: fixed }", "echo {{ get('b').response }}", ""],
    ["by quote in the component's caller", "{ x: \"{{ get('n') }}\" }", "echo {{ quote(get('b').response) }}", ""],
    ["by quote around what is given", "{ x: \"{{ quote(get('n')) }}\" }", "echo {{ get('b').response }}", ""],
    [
      "by a check of what comes out",
      "{ x: \"{{ get('n') }}\" }",
      "echo {{ get('b').response }}",
      "validations: { check: [\"get('b').response matches '^[a-z]+$'\"] }\n",
    ],
    [
      "by a check of what went in",
      "{ x: \"{{ get('n') }}\" }",
      "echo {{ get('b').response }}",
      "validations: { check: [\"get('n') matches '^[a-z]+$'\"] }\n",
    ],
  ])("%s", (_name, inputs, script, more) => {
    expect(found(calling(inputs, script, more), echo)).toEqual([]);
  });

  test("by a check inside the component", () => {
    const inner = `  - actionId: in
    validations: { check: ["get('x') matches '^[a-z]+$'"] }
    apiResponse: { response: "{{ get('x') }}" }
`;
    const text = calling("{ x: \"{{ get('n') }}\" }", "echo {{ get('b').response }}");
    expect(found(text, part(inner, one))).toEqual([]);
  });

  test("where only numbers come out, or other fields", () => {
    const inner = `  - actionId: in
    apiResponse: { response: { size: "{{ len(get('x')) }}", raw: "{{ get('x') }}" } }
`;
    const text = (field: string) => calling("{ x: \"{{ get('n') }}\" }", `echo {{ get('b').response.${field} }}`);
    expect(found(text("size"), part(inner, one))).toEqual([]);
    expect(found(text("raw"), part(inner, one))).toHaveLength(3);
  });

  test("though a resource of the workflow has the id of one in the component, which a check holds", () => {
    const inner = part("  - actionId: c\n    exec: { command: ls }\n");
    const text = `${calling("{}", "echo {{ get('b') }}", "validations: { check: [\"get('c') == 'x'\"] }\n").replace("[b]", "[b, c]")}---\nactionId: c\nexec: { command: ls }\n`;
    expect(found(text, inner)[0]).toContain('brings the output of "c" in the component "part"');
  });
});
