import { describe, expect, test } from "vitest";
import type { PythonCall, PythonValue } from "../../../compiler/languages/python/python-script.ts";
import { readPython } from "../../../compiler/languages/python/read-python.ts";
import { partsOf, python } from "../../support/grammars.ts";

const read = (text: string) => readPython(partsOf(text), python);

function shown(value: PythonValue): string {
  switch (value.kind) {
    case "text":
      return JSON.stringify(value.text);
    case "hole":
      return `<${value.hole}>`;
    case "name":
      return value.name;
    case "input":
    case "environment":
      return `${value.kind}(${value.name ?? "?"})`;
    case "argument":
      return `argument(${value.index ?? "?"})`;
    case "joined":
      return value.parts.map(shown).join(" + ");
    case "list":
      return `[${value.items.map(shown).join(", ")}]`;
    case "call":
      return shownCall(value.call);
    case "standard input":
      return value.kind;
    default:
      return `other(${value.parts.map(shown).join(", ")})`;
  }
}

function shownCall({ name, object, arguments: positional, keywords }: PythonCall): string {
  const given = [...positional.map(shown), ...keywords.map((keyword) => `${keyword.name}=${shown(keyword.value)}`)];
  return `${name.startsWith("?") && object !== undefined ? `(${shown(object)})` : ""}${name}(${given.join(", ")})`;
}

describe("where a template puts its value", () => {
  test.each([
    ["x = @@", { place: "code" }],
    ["@@", { place: "code" }],
    ["x = 1@@", { place: "code" }],
    ["print(1) # @@", { place: "comment" }],
    ["x = '@@'", { place: "string", quote: "'", formatted: false, raw: false }],
    ['x = "a @@"', { place: "string", quote: '"', formatted: false, raw: false }],
    ['x = """it\'s\n@@"""', { place: "string", quote: '"""', formatted: false, raw: false }],
    ["x = '''@@'''", { place: "string", quote: "'''", formatted: false, raw: false }],
    ['x = f"@@ {y}"', { place: "string", quote: '"', formatted: true, raw: false }],
    ['x = f"{@@}"', { place: "code" }],
    ["x = f\"{d['@@']}\"", { place: "string", quote: "'", formatted: false, raw: false }],
    ['x = rb"@@"', { place: "string", quote: '"', formatted: false, raw: true }],
    ["x = 'a' # it's\ny = @@", { place: "code" }],
    ["def f():\n  '''doc @@'''\n  return 1", { place: "string", quote: "'''", formatted: false, raw: false }],
  ])("%j", (text, place) => {
    expect(read(text).holes).toEqual([place]);
  });
});

describe("what a script calls", () => {
  test.each([
    ["import os\nos.system('ls ' + inputs['x'])", ['os.system("ls " + input(x))']],
    [
      "from os import system as s\ns(f\"ls {inputs.get('x')} {y!r} {{}}\")",
      ['os.system("ls " + input(x) + " " + y + " {}")', 'inputs.get("x")'],
    ],
    [
      "import subprocess as sp\nsp.run(['sh', '-c', @@], shell=True)",
      ['subprocess.run(["sh", "-c", <0>], shell=other())'],
    ],
    ["eval(os.environ['X'])", ["eval(environment(X))"]],
    [
      "exec(open(sys.argv[1]).read())",
      ["exec((open(argument(1)))?.read())", "(open(argument(1)))?.read()", "open(argument(1))"],
    ],
    ["print('a@@\\n' \"b\")", ['print("a" + <0> + "\\n" + "b")']],
    ["print(inputs)", ["print(input(?))"]],
    ["x.run('{}'.format(y))", ['x.run(("{}")?.format(y))', '("{}")?.format(y)']],
    ["os.system('a %s' % inputs['x'])", ['os.system(other("a %s", input(x)))']],
  ])("%j", (text, expected) => {
    expect(read(text).calls.map(shownCall)).toEqual(expected);
  });
});

test.each([
  ["x = inputs['a']", ["x = input(a)"]],
  ["x: str = 1; x += y", ["x = other()", "x = y"]],
  ["a, b = f(), 2", ["a = other([f(), other()])", "b = other([f(), other()])"]],
  ["for n in inputs['list']: pass", ["n = other(input(list))"]],
  ["with open('f') as g: pass", ['g = open("f")']],
  ["if (m := g()): pass", ["m = g()"]],
  ["a.b = 1; c[0] = 2", [".b = other()", "c = other(other())"]],
])("what names hold: %j", (text, expected) => {
  expect(read(text).assignments.map(({ name, value }) => `${name} = ${shown(value)}`)).toEqual(expected);
});

test("nothing of it ends the reader, however deep or broken", () => {
  for (const text of [
    "(".repeat(5_000),
    "f(".repeat(2_000),
    `x = ${"a + ".repeat(5_000)}b`,
    "'''",
    "def\n\t f(:",
    "f'{",
  ])
    expect(read(text).holes).toEqual([]);
});
