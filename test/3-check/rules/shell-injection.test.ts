import { describe, expect, test } from "vitest";
import { mended, reported } from "../../support/reported.ts";

const head = "settings: { targetActionId: a, timeout: 1m }\n---\n";
const found = (text: string) => reported(head + text, "shell-injection");
/** A resource that runs one line of shell; the template stands in line 4. */
const line = (script: string, more = "") => `actionId: a\nexec:\n  command: |\n    ${script}\n${more}`;

describe("shell-injection reports", () => {
  test.each([
    ["body", "get('body').name", "the body of the request"],
    ["query", "get('query').name", "the query of the request"],
    ["a parameter", "get('name', 'param')", "the query of the request"],
    ["the path", "info('path')", "the path of the request"],
    ["the client's address", "info('ip')", "the address of the client"],
    ["a header", "get('X-Name', 'header')", "the headers of the request"],
    ["the file's content", "get('file')", "the content of the file"],
    ["the file's path", "get('file', 'filepath')", "the path of the file"],
    ["an input", "get('name')", 'the input "name"'],
    ["a default that is an input", "get('name', 'you')", 'the input "name"'],
    ["upper", "upper(get('name'))", 'the input "name"'],
    ["replace", "replace('a b', ' ', get('name'))", 'the input "name"'],
    ["join", "join(map(get('body').list, # + '.txt'), ' ')", "the body of the request"],
    ["filter", "filter(get('body').list, # != 'x')", "the body of the request"],
    ["a conditional", "env('A') == 'x' ? get('name') : 'none'", 'the input "name"'],
    ["let", "let n = get('name'); n + '!'", 'the input "name"'],
    ["a map", "{'a': 1, 'b': get('name')}.b", 'the input "name"'],
    ["json", "json(get('body'))", "the body of the request"],
    ["fromJSON", "fromJSON(get('name')).x", 'the input "name"'],
    ["quote, undone", "quote(get('name'))[1:]", 'the input "name"'],
    ["default", "default(get('name'), 'x')", 'the input "name"'],
    ["safe", "safe(get('body'), 'a.b')", "the body of the request"],
    ["reduce", "reduce(get('body').list, #acc + #, '')", "the body of the request"],
    ["a layout of a date", "now().Format(get('name'))", 'the input "name"'],
  ])("%s", (_name, expression, what) => {
    const [first, ...notes] = found(line(`echo {{ ${expression} }}`));
    expect(first).toBe(`6:13 "${expression}" brings ${what} into the shell script unquoted`);
    expect(notes.at(-1)).toMatch(new RegExp(`^ {2}6:\\d+ ${what.replaceAll(/["']/g, ".")} comes in here$`));
  });

  test.each([
    ["double quotes", "echo \"hi {{ get('n') }}\"", "inside quotes, which do not protect it"],
    ["single quotes", "echo 'hi {{ get('n') }}'", "inside quotes, which do not protect it"],
    ["quote in quotes", "echo \"{{ quote(get('n')) }}\"", "inside quotes: quote(…) adds its own, which end them"],
    ["backticks", "echo `cat {{ quote(get('n')) }}`", "inside backticks, where quotes do not protect it"],
    ["a comment", "true # {{ get('n') }}", "inside a comment, which a line break ends"],
    ["a substitution in quotes", "echo \"$(cat {{ get('n') }})\"", "unquoted"],
  ])("values in %s", (_name, script, how) => {
    const [only, ...notes] = found(line(script));
    expect(only).toMatch(/^6:\d+ "(quote\()?get\('n'\)\)?" brings the input "n" into the shell script /);
    expect(only?.endsWith(how)).toBe(true);
    expect(notes).toHaveLength(1);
  });

  test("values in a here-document", () => {
    const script = "cat <<END\n    {{ quote(get('n')) }}\n    END\n    echo {{ quote(get('n')) }}";
    expect(found(line(script))[0]).toBe(
      `7:8 "quote(get('n'))" brings the input "n" into the shell script inside a here-document, where quotes do not protect it`,
    );
    expect(found(line(script))).toHaveLength(2);
  });

  test("a program that is chosen outside", () => {
    const text = "actionId: a\nexec:\n  command: \"{{ get('tool') }}\"\n  args: [-v]\n";
    expect(found(text)[0]).toBe(`5:16 "get('tool')" lets the input "tool" choose the program that is started`);
  });

  test("the way through stored names and resources, each step a note", () => {
    const text = `actionId: first
exec: { command: ls }
after: set('files', get('first'))
---
actionId: second
requires: [first]
after: set('list', upper(get('files')))
---
actionId: a
requires: [second]
exec:
  command: "rm {{ get('list') }}"
`;
    expect(found(text)).toEqual([
      `14:19 "get('list')" brings the output of "first" into the shell script unquoted`,
      '  3:11 the output of "first" comes in here',
      '  5:8 "first" stores it as "files"',
      '  9:8 "second" stores it as "list"',
    ]);
  });

  test.each([
    [
      "memory",
      "component: { name: memory, with: { action: retrieve, key: k } }",
      "output('b').value",
      'what "b" retrieves',
    ],
    ["stderr", "exec: { command: ls }", "exec.stderr('b')", 'the output of "b"'],
    [
      "a response",
      "apiResponse: { response: { x: get('body').x } }",
      "output('b').response.x",
      "the body of the request",
    ],
    [
      "a fallback",
      "exec: { command: ls }\nonError: { action: continue, fallback: get('n') }",
      "get('b')",
      'the output of "b"',
    ],
  ])("what another resource gives: %s", (_name, body, expression, what) => {
    const text = `actionId: b\n${body}\n---\nactionId: a\nrequires: [b]\nexec: { command: "echo {{ ${expression} }}" }\n`;
    expect(found(text)[0]).toContain(`"${expression}" brings ${what} into the shell script unquoted`);
  });
});

describe("shell-injection is silent for", () => {
  test.each([
    ["quote", "echo {{ quote(get('n')) }}"],
    ["quotes put together", "echo {{ join(map(get('body').list, quote(#)), ' ') }}"],
    ["an option with quote", "ls {{ '--name=' + quote(get('n')) }}"],
    ["quote within a substitution in quotes", "echo \"$(cat {{ quote(get('n')) }})\""],
    ["numbers", "echo {{ int(get('n')) }} {{ float(get('n')) * 2 }} {{ len(get('n')) }}"],
    ["bools", "echo {{ get('n') == 'x' }} {{ get('n') contains 'x' }} {{ any(get('body').list, # == 'x') }}"],
    ["types", "echo {{ type(get('n')) }}"],
    ["constants", "echo {{ 'a b' }} {{ ['a', 'b'][0] }}"],
    ["the environment, the author's", "echo {{ env('HOME') }}"],
    ["facts of the run", "echo {{ info('timestamp') }} {{ info('id') }}"],
    ["dates", "echo {{ date(get('n')).Year() }} {{ now() }}"],
    ["urlencode", "curl http://x/{{ urlencode(get('n')) }}"],
    ["base64", "echo {{ toBase64(get('n')) }}"],
    ["one of a list", "echo {{ get('n') in ['a', 'b'] ? get('n') : 'a' }}"],
    ["a constant", "echo {{ get('n') == 'a' ? get('n') : 'b' }}"],
    ["a match", "echo {{ get('n') matches '^[a-z]+$' ? get('n') : 'b' }}"],
    ["a match of let", "echo {{ let n = get('n'); n matches '^[a-z]+$' ? n : 'b' }}"],
    ["a filter", "echo {{ join(filter(get('body').list, # matches '^[a-z]+$'), ' ') }}"],
    ["lookups", "echo {{ {'a': 'x', 'b': 'y'}[get('n')] }}"],
  ])("%s", (_name, script) => {
    expect(found(line(script))).toEqual([]);
  });

  test.each([
    ["args of a program", "exec: { command: ls, args: [\"{{ get('n') }}\"] }"],
    ["args of a script", 'exec: { command: "ls \\"$1\\"", args: ["{{ get(\'n\') }}"] }'],
    ["env", "exec: { command: 'ls \"$N\"', env: { N: \"{{ get('n') }}\" } }"],
    ["what before has quoted", "before: set('n', quote(get('n')))\nexec: { command: \"ls {{ get('n') }}\" }"],
    [
      "the last of two stores",
      "before: [\"set('x', get('body').x)\", \"set('x', 'y')\"]\nexec: { command: \"ls {{ get('x') }}\" }",
    ],
  ])("%s", (_name, body) => {
    expect(found(`actionId: a\n${body}\n`)).toEqual([]);
  });

  test.each([
    ["exitCode and success", "exec: { command: ls }", "{{ exec.exitCode('b') }} {{ get('b').success }}"],
    [
      "whether memory has it",
      "component: { name: memory, with: { action: retrieve, key: k } }",
      "{{ output('b').success }}",
    ],
    ["the key of memory", "component: { name: memory, with: { action: retrieve, key: k } }", "{{ output('b').key }}"],
    ["a fixed response", "apiResponse: { response: { x: fixed, y: get('body').y } }", "{{ output('b').response.x }}"],
  ])("%s", (_name, body, script) => {
    const text = `actionId: b\n${body}\n---\nactionId: a\nrequires: [b]\nexec: { command: "echo ${script}" }\n`;
    expect(found(text)).toEqual([]);
  });

  test.each([
    ["integer", "{ type: integer }"],
    ["number", "{ type: number }"],
    ["boolean", "{ type: boolean }"],
    ["enum", "{ enum: [a, b] }"],
    ["an anchored pattern", "{ type: string, pattern: '^[a-z0-9._-]+$' }"],
    ["a list of such", "{ type: array, items: { type: string, pattern: '^[a-z]+$' } }"],
  ])("inputs of %s", (_name, schema) => {
    const inputs = head.replace("timeout", () => `inputs: { n: ${schema} }, timeout`);
    expect(reported(`${inputs}${line("echo {{ get('n') }} {{ get('body').n }}")}`, "shell-injection")).toEqual([]);
  });

  test("inputs of an open pattern are not spared", () => {
    for (const schema of ["{ type: string }", "{ type: string, pattern: '^[a-z]+' }", "{ pattern: '^[a-z]+$' }"]) {
      const inputs = head.replace("timeout", () => `inputs: { n: ${schema} }, timeout`);
      expect(reported(`${inputs}${line("echo {{ get('n') }}")}`, "shell-injection")).not.toEqual([]);
    }
  });
});

describe("a check", () => {
  const checked = (check: string, script = "echo {{ get('body').n }}") =>
    found(`actionId: a
validations: { check: "${check}" }
exec:
  command: |
    ${script}
`);

  test.each([
    "get('body').n matches '^[A-Za-z0-9_./-]+$'",
    "get('body').n matches `\\\\A\\\\w+\\\\z`",
    "get('body').n matches '^(?:[a-z]+|[0-9]{3})$'",
    "get('body').n matches '^a+$|^b+$'",
    "get('body').n matches '(?i)^[a-z]+$'",
    "get('body').n != nil and get('body').n matches '^[a-z]+$'",
    "get('body').n matches '^[a-z]+$' or get('body').n == 'A'",
    "get('body').n in ['a', 'b']",
    "get('body').n == 'a'",
    "not (get('body').n matches '[^a-z]')",
    "get('body')?.n matches '^[a-z]+$'",
    "(get('body').n ?? 'a') matches '^[a-z]+$'",
    "string(get('body').n) matches '^[a-z]+$'",
    "get('body').n > 5",
    "type(get('body').n) == 'int'",
    "let n = get('body').n; n matches '^[a-z]+$'",
  ])("that holds: %s", (check) => {
    expect(checked(check)).toEqual([]);
  });

  test.each([
    ["get('body').n matches '[a-z]+'"],
    ["get('body').n matches '^[a-z]+'"],
    ["get('body').n matches '[a-z]+$'"],
    ["get('body').n matches '^a|b$'"],
    ["get('body').n matches '(?m)^[a-z]+$'"],
    ["get('body').n matches '^[a-z;]+$'"],
    ["get('body').n matches '^[a-z ]+$'"],
    ["get('body').n matches '^.+$'"],
    ["get('body').n matches '^[^;]+$'"],
    ["get('body').m matches '^[a-z]+$'"],
    ["get('body').n matches '^[a-z]+$' or get('body').m == 'x'"],
    ["not (get('body').n matches '^[a-z]+$')"],
    ["len(get('body').n) < 20"],
  ])("that does not: %s", (check) => {
    expect(checked(check)[0]).toMatch(
      /"get\('body'\)\.n" brings the body of the request into the shell script unquoted/,
    );
  });

  test("tells what it lets through", () => {
    expect(checked("get('body').n matches '^[a-z;&]+$'").at(-1)).toBe('  4:24 this lets ";", "&" through');
  });

  test("may let through what quotes hold", () => {
    expect(checked("get('body').n matches '^[a-z ;]+$'", "echo \"{{ get('body').n }}\"")).toEqual([]);
    expect(checked("get('body').n matches '^[a-z$]+$'", "echo \"{{ get('body').n }}\"")).not.toEqual([]);
  });

  const upstream = (guard: string, reader = "") => `actionId: g
${guard}
---
actionId: m
requires: [g]
exec: { command: ls }
---
actionId: a
requires: [m]
${reader}exec: { command: "echo {{ get('body').n }}" }
`;
  const good = `check: "get('body').n matches '^[a-z]+$'"`;

  test("holds downstream, however far", () => {
    expect(found(upstream(`validations: { ${good} }`))).toEqual([]);
  });

  test.each([
    ["skipped", `validations: { skip: "env('A') == 'b'", ${good} }`],
    ["passed over", `validations: { methods: [POST], ${good} }`],
    ["gone on without", `validations: { ${good} }\nonError: { action: continue }`],
  ])("does not where the resource can be %s", (_name, guard) => {
    expect(found(upstream(guard))).not.toEqual([]);
  });

  test("of a resource for the same requests holds", () => {
    const bound = "routes: [/x], methods: [POST]";
    const text = upstream(`validations: { ${bound}, ${good} }`, `validations: { ${bound} }\n`);
    expect(found(text)).toEqual([]);
    const server = head.replace("timeout", "apiServer: { routes: [{ path: /x, methods: [POST] }] }, timeout");
    expect(reported(server + upstream(`validations: { ${bound}, ${good} }`), "shell-injection")).toEqual([]);
  });

  test("beside the way does not hold", () => {
    const text = `actionId: g\nvalidations: { ${good} }\n---\nactionId: a\nexec: { command: "echo {{ get('body').n }}" }\n`;
    expect(found(text)).not.toEqual([]);
  });

  test("of a skip holds the other way round", () => {
    const text = (skip: string) =>
      `actionId: a\nvalidations: { skip: "${skip}" }\nexec: { command: "echo {{ get('body').n }}" }\n`;
    expect(found(text("not (get('body').n matches '^[a-z]+$')"))).toEqual([]);
    expect(found(text("get('body').n matches '^[a-z]+$'"))).not.toEqual([]);
  });

  test("of a schema holds", () => {
    const text = (schema: string) =>
      `actionId: a\nvalidations: { properties: { n: ${schema} } }\nexec: { command: "echo {{ get('n') }}" }\n`;
    expect(found(text("{ type: string, pattern: '^[a-z]+$' }"))).toEqual([]);
    expect(found(text("{ type: string, minLength: 1 }"))).not.toEqual([]);
  });

  test("of a stored name holds until somebody stores another", () => {
    const text = (between: string) => `actionId: g
before: set('n', get('body').n)
validations: { check: "get('n') matches '^[a-z]+$'" }
---
actionId: m
requires: [g]
${between}
---
actionId: a
requires: [m]
exec: { command: "echo {{ get('n') }}" }
`;
    expect(found(text("exec: { command: ls }"))).toEqual([]);
    expect(found(text("after: set('n', get('body').other)"))[0]).toContain("the body of the request");
  });
});

test("items are followed to what they are an item of", () => {
  const each = (items: string) => `actionId: a\nitems: ${items}\nexec: { command: "echo {{ item }} {{ index }}" }\n`;
  expect(found(each("\"{{ get('names') }}\""))[0]).toContain('"item" brings the input "names"');
  expect(found(each("[\"{{ get('n') }}\", plain]"))[0]).toContain('"item" brings the input "n"');
  expect(found(each("[one, two]"))).toEqual([]);
  expect(found(each("\"{{ filter(get('names'), # matches '^[a-z]+$') }}\""))).toEqual([]);
});

test("what info tells of the run itself is not from outside, nor is the method, which a route names", () => {
  const facts = ["timestamp", "id", "workflowId", "version", "method"].map((name) => `{{ info('${name}') }}`);
  expect(found(line(`echo ${facts.join(" ")}`))).toEqual([]);
});

test("a check of the path holds it", () => {
  const checked = (pattern: string) =>
    `actionId: a\nvalidations: { check: "info('path') matches '${pattern}'" }\nexec: { command: "echo {{ info('path') }}" }\n`;
  expect(found(checked("^/f/[a-z]+$"))).toEqual([]);
  expect(found(checked("^/f/.+$"))).not.toEqual([]);
});

describe("a name that may be a slip", () => {
  test("is reported beside what it brings in", () => {
    const text = `${head}actionId: weather\nexec: { command: ls }\n---\n${line("echo {{ get('weathr') }}", "requires: [weather]\n")}`;
    expect(reported(text, "unknown-name")).toEqual(['9:17 "weathr" is read as an input, but looks like "weather"']);
    expect(reported(text, "shell-injection")).toEqual([
      `9:13 "get('weathr')" brings the input "weathr" into the shell script unquoted`,
      '  9:13 the input "weathr" comes in here',
    ]);
  });
});

describe("the fix", () => {
  const fixed = (script: string) => mended(head + line(script), "shell-injection").slice(head.length);

  test.each([
    ["echo {{ get('n') }}", "echo {{ quote(get('n')) }}"],
    ["echo {{get('n')}} {{ get('m') | upper() }}", "echo {{quote(get('n'))}} {{ quote(get('m') | upper()) }}"],
    ["echo \"{{ get('n') }}\"", "echo {{ quote(get('n')) }}"],
    ["echo '{{ get('n') }}'", "echo {{ quote(get('n')) }}"],
    ["echo \"hi {{ get('n') }}!\"", 'echo "hi "{{ quote(get(\'n\')) }}"!"'],
    ["echo \"hi {{ get('n') }}\"", "echo \"hi \"{{ quote(get('n')) }}"],
    ["echo \"{{ quote(get('n')) }}\"", "echo {{ quote(get('n')) }}"],
  ])("of %s is %s", (script, expected) => {
    expect(fixed(script)).toBe(line(expected));
    expect(found(fixed(script))).toEqual([]);
  });

  test("is left to people where flowc is not sure", () => {
    for (const script of ["echo `ls {{ get('n') }}`", "true # {{ get('n') }}", "echo {{ let n = get('n'); n }}"]) {
      expect(fixed(script)).toBe(line(script));
    }
    const escaped = `${head}actionId: a\nexec: { command: "echo \\"{{ get('n') }}\\"" }\n`;
    expect(mended(escaped, "shell-injection")).toBe(escaped);
  });
});
