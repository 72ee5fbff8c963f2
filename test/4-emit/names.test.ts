import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { project, type Resource } from "../cli/project.ts";
import { emittedModule } from "../support/emitted-module.ts";
import { flowcHere, root, runProgram, temporaryFolder } from "../support/flowc.ts";

/** Words of the language, of each of its modes. */
const reserved =
  `abstract any arguments as asserts async await boolean break case catch class const constructor continue
  debugger declare default delete do double else enum eval export extends false final finally for from function get global
  goto if implements import in infer instanceof int interface is keyof let long meta module namespace native never new null
  number object of out override package private protected public readonly require return satisfies set short static string
  super switch symbol target this throw throws transient true try type typeof undefined unique unknown using var void
  volatile while with yield`.split(/\s+/);

/** Names that differ only in what no identifier can hold. */
const twins = ["a-b", "a_b", "a.b", "aB", "a--b", "a.-b", "a-B", "ab", "Ab", "A-b", "a_b2", "aB2", "_", "__", "_1"];

/** The words of a text that can be a name. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[A-Za-z_]\w*/g) ?? [];
}

/** Everything that is a name for a bundle: of the language, of its surroundings, of the runtime, of the emitter. */
function knownNames(): readonly string[] {
  const example = (name: string) => emittedModule(join(root, "test/fixtures/ok", name));
  const emitted = ["sql", "components", "predicates", "items", "expressions", "on-error"].map(example);
  const code = emitted.join("\n").replaceAll(/"(?:[^"\\\n]|\\.)*"|\/\/.*/g, "");
  return [
    ...new Set(
      [
        ...reserved,
        ...Object.getOwnPropertyNames(globalThis).filter((name) => /^[A-Za-z_]\w*$/.test(name)),
        ...Object.getOwnPropertyNames(Object.prototype),
        "exports __filename __dirname flowcRequire createRequire __toESM __commonJS __export __esm __require".split(
          " ",
        ),
        ...wordsOf(readFileSync(join(root, "runtime-lib/index.ts"), "utf8").replaceAll(/"[^"]*"|\/\*.*?\*\//g, "")),
        ...wordsOf(readFileSync(join(root, "compiler/functions/loops.ts"), "utf8")),
        ...wordsOf(code),
        ...twins,
      ].flat(),
    ),
  ].filter((name) => name !== "answer");
}

const names = knownNames();
const numbered = Object.fromEntries(names.map((name, index) => [name, index]));

/** Builds the workflow and runs the bundle; the response of its last resource, or all that went wrong. */
async function built(
  resources: readonly Resource[],
  files: Readonly<Record<string, string>> = {},
  settings: Resource = {},
  inputs = "{}",
) {
  using folder = project({ settings, resources }, files);
  using out = temporaryFolder();
  const { code, stderr } = await flowcHere(["build", folder.path, "-o", out.path]);
  if (code !== 0) return { code, stderr };
  const ran = await runProgram(join(out.path, "sample.mjs"), ["--input-json", "-"], { stdin: inputs });
  return ran.code === 0 ? Object.fromEntries(JSON.parse(ran.stdout).response) : ran;
}

/** Answers with a list of names and what is read under them. */
function answer(
  all: readonly string[],
  requires: readonly string[],
  read = (name: string) => `{{ get('${name}') }}`,
): Resource {
  return { actionId: "answer", requires, apiResponse: { response: all.map((name) => [name, read(name)]) } };
}

describe.concurrent("any name is only a name", { timeout: 240_000 }, () => {
  test(`there are enough of them: ${names.length}`, () => {
    expect(names.length).toBeGreaterThan(400);
    expect(names).toEqual(
      expect.arrayContaining(["tool", "connections", "State", "Step", "workflow", "structuredClone"]),
    );
  });

  test("of resources", async () => {
    const resources = names.map((actionId, index) => ({ actionId, apiResponse: { response: index } }));
    const read = (name: string) => `{{ get('${name}').response }}`;
    expect(await built([...resources, answer(names, names, read)])).toEqual(numbered);
  });

  test("of resources that run something, alone in their workflow", async () => {
    for (const actionId of ["tool", "connections", "await", "flow"]) {
      expect(await built([{ actionId, exec: { command: "echo 1" } }, answer([actionId], [actionId])])).toEqual({
        [actionId]: "1",
      });
    }
  });

  test("of stored values", async () => {
    const before = names.map((name, index) => `set('${name}', ${index})`);
    expect(await built([{ actionId: "answers", before }, answer(names, ["answers"])])).toEqual(numbered);
  });

  test("of inputs", async () => {
    const own = names.filter((name) => !["body", "query", "headers", "file"].includes(name));
    const expected = Object.fromEntries(own.map((name) => [name, numbered[name]]));
    expect(await built([answer(own, [])], {}, {}, JSON.stringify(expected))).toEqual(expected);
  });

  test("of components and what is in them", async () => {
    const some = names.filter((_name, index) => index % 4 === 0).concat("tool", "connections", "a-b", "a_b", "a.b");
    const own = [...new Set(some)].filter((name) => /^[A-Za-z0-9][\w-]*$/.test(name));
    const manifest = (name: string, input: string, id: string) =>
      JSON.stringify({
        metadata: { name },
        interface: { inputs: [{ name: input, type: "int" }] },
        resources: [{ actionId: id, apiResponse: { response: `{{ input('${input}') }}` } }],
      });
    // Every other one has the name for its input, the rest for their resource.
    const inputOf = (name: string, index: number) => (index % 2 === 0 ? name : "given");
    const inner = (name: string, index: number) =>
      manifest(name, inputOf(name, index), index % 2 === 0 ? "inside" : name);
    const files = Object.fromEntries(
      own.map((name, index) => [`components/${name}/component.yaml`, inner(name, index)]),
    );
    const calls = own.map((name, index) => ({
      actionId: name,
      component: { name, with: { [inputOf(name, index)]: index } },
    }));
    const read = (name: string) => `{{ get('${name}').response }}`;
    const expected = Object.fromEntries(own.map((name, index) => [name, index]));
    expect(await built([...calls, answer(own, own, read)], files)).toEqual(expected);
  });

  test("of connections", async () => {
    const own = [...reserved, ...twins, "connections", "tool", "flow", "__proto__"];
    const sqlConnections = JSON.parse(
      `{${own.map((name) => `${JSON.stringify(name)}: { "connection": "sqlite::memory:" }`)}}`,
    );
    const resources = own.map((connectionName, index) => ({
      actionId: `r${index}`,
      sql: { connectionName, query: `SELECT ${index} AS n`, timeout: "10s" },
    }));
    const ids = resources.map(({ actionId }) => actionId);
    const expected = Object.fromEntries(ids.map((id, index) => [id, index]));
    const read = (id: string) => `{{ get('${id}')[0].n }}`;
    expect(await built([...resources, answer(ids, ids, read)], {}, { sqlConnections })).toEqual(expected);
  });

  test("of variables in expressions", async () => {
    const { code, stdout } = await flowcHere(["eval", "--batch"], {
      stdin: names
        .map((name) => `${JSON.stringify({ expr: `let ${name} = [1, 2]; map(${name}, # + len(${name}))` })}\n`)
        .join(""),
    });
    expect(code).toBe(0);
    const answers = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const wrong = answers.filter(({ value, error }) => (error ? error.stage !== "compile" : `${value}` !== "3,4"));
    expect(wrong).toEqual([]);
    expect(answers.filter(({ value }) => value !== undefined).length).toBeGreaterThan(300);
  });

  test("made of anything that an id can hold", async () => {
    const id = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,5}$/).filter((text) => text !== "answer");
    const ids = [...new Set(fc.sample(id, { numRuns: 300, seed: 7 }))];
    const resources = ids.map((actionId, index) => ({ actionId, apiResponse: { response: index } }));
    const read = (name: string) => `{{ get('${name}').response }}`;
    const expected = Object.fromEntries(ids.map((name, index) => [name, index]));
    expect(await built([...resources, answer(ids, ids, read)])).toEqual(expected);
  });

  test("of stored values and inputs in any script", async () => {
    const texts = [
      "é",
      "e\u0301",
      "日本",
      "日 本",
      "a\u00a0b",
      "a b",
      "\u{1f600}",
      "`${x}`",
      "*/",
      "</script>",
      "\u2028",
    ];
    const before = texts.map((text, index) => `set(${JSON.stringify(text)}, ${index})`);
    const read = (text: string) => `{{ get(${JSON.stringify(text)}) }}`;
    const expected = Object.fromEntries(texts.map((text, index) => [text, index]));
    expect(await built([{ actionId: "set", before }, answer(texts, ["set"], read)])).toEqual(expected);
    expect(await built([answer(texts, [], read)], {}, {}, JSON.stringify(expected))).toEqual(expected);
  });
});
