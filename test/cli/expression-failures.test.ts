import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eventsOf, flowc, flowcHere } from "../support/flowc.ts";
import { command, project } from "./project.ts";
import { post, startService, until } from "./serve/service.ts";

/** What the failed resources of a run had to say, by their ids, and the last event's message. */
async function failuresOf(folder: string, args: readonly string[] = []) {
  const { stderr } = await flowc(["run", ".", "--events", ...args], { cwd: folder });
  const events = eventsOf(stderr);
  const failed = events.filter(({ event }) => event === "resource.failed");
  return {
    resources: Object.fromEntries(failed.map(({ actionId, message }) => [actionId, message])),
    run: events.at(-1)?.["message"],
  };
}

const head = "metadata: { name: places }\nsettings: { targetActionId: last, timeout: 1m }\nresources:\n";
const onward = "\n    onError: { action: continue }";

test("a failure names the file, the line, the column and the expression", async () => {
  const total = "actionId: total\nexec:\n  command: |\n    echo one\n    echo {{ len(get('row')) }}\n";
  using folder = project("settings: { targetActionId: total, timeout: 1m }\n", { "resources/total.yaml": total });
  const failure = `resources/total.yaml:5:13: len(get('row')): len: expected a string, an array or a map, got nil`;
  expect(await failuresOf(folder.path)).toEqual({ resources: { total: failure }, run: `"total" failed: ${failure}` });
  const { stderr, code } = await flowc(["run", "."], { cwd: folder.path });
  expect([stderr, code]).toEqual([`error: "total" failed: ${failure} [tool_runtime]\n`, 1]);
});

test("wherever an expression of a resource stands", async () => {
  const resources = {
    before: `before: set('v', get('x').a.b)${onward}`,
    skip: `validations: { skip: get('x').a.b == 1 }${onward}\n    before: set('s', 1)`,
    check: `validations: { check: get('x').a.b == 1 }${onward}\n    before: set('c', 1)`,
    message: `validations: { check: get('x') != nil, error: { message: "{{ get('x').a.b }}" } }${onward}\n    before: set('m', 1)`,
    item: `items: [[1], 2]${onward}\n    exec: { command: "echo {{ get('y') }} {{ len(item) }}" }`,
    option: `exec: { command: echo, args: ["{{ len('a') }}", "{{ int(get('x', 'a')) }}"] }${onward}`,
    retried: `exec: { command: "echo {{ len(get('x')) }}" }\n    onError: { action: retry, maxRetries: 1, retryDelay: 1ms, fallback: 1 }`,
    after: `exec: { command: echo }${onward}\n    after: set('a', get('x').a.b)`,
    response: `apiResponse: { response: { a: 1, b: get('x').a.b } }${onward}`,
    predicate: `before: "set('p', map([[1], 2], len(#)))"${onward}`,
  };
  const lines = Object.entries(resources).map(([id, text]) => `  - actionId: ${id}\n    ${text}\n`);
  const last = `  - actionId: last\n    requires: [${Object.keys(resources).join(", ")}]\n    exec: { command: echo }\n`;
  using folder = project(`${head}${lines.join("")}${last}`);
  const { resources: told } = await failuresOf(folder.path);
  const text = readFileSync(join(folder.path, "workflow.yaml"), "utf8").split("\n");
  /** The place of the text in the resource, counted by hand. */
  const at = (id: string, expression: string) => {
    const start = text.indexOf(`  - actionId: ${id}`);
    const line = text.findIndex((one, index) => index > start && one.includes(expression));
    return `workflow.yaml:${line + 1}:${(text[line] ?? "").indexOf(expression) + 1}: ${expression}: `;
  };
  const nil = 'cannot read "a" of nil';
  expect(told).toEqual({
    before: `${at("before", "set('v', get('x').a.b)")}${nil}`,
    skip: `${at("skip", "get('x').a.b == 1")}${nil}`,
    check: `${at("check", "get('x').a.b == 1")}${nil}`,
    message: `${at("message", "get('x').a.b")}${nil}`,
    item: `items[1]: ${at("item", "len(item)")}len: expected a string, an array or a map, got int`,
    option: `${at("option", "int(get('x', 'a'))")}int: "a" is not a whole number`,
    retried: `${at("retried", "len(get('x'))")}len: expected a string, an array or a map, got nil`,
    after: `${at("after", "set('a', get('x').a.b)")}${nil}`,
    response: `${at("response", "get('x').a.b")}${nil}`,
    predicate: `${at("predicate", "set('p', map([[1], 2], len(#)))")}len: expected a string, an array or a map, got int`,
  });
});

test.each([
  ["that cannot be read", "get('x').a.b", 'cannot read "a" of nil'],
  ["that are not an array", "get('x', 7)", "items must be an array, found int"],
])("items %s", async (_name, items, message) => {
  using folder = project(`${head}  - actionId: last\n    items: ${items}\n    exec: { command: echo }\n`);
  expect((await failuresOf(folder.path)).resources).toEqual({ last: `workflow.yaml:5:12: ${items}: ${message}` });
});

test.each([
  ["when", "when: get('x').a.b == 1", "7:40: get('x').a.b == 1"],
  ["expr", "expr: \"set('v', get('x').a.b)\"", "7:41: set('v', get('x').a.b)"],
  ["fallback", "fallback: get('x').a.b", "7:44: get('x').a.b"],
])("in onError.%s", async (_name, part, place) => {
  using folder = project(`${head}  - actionId: last
    exec:
      command: exit {{ int(get('code', 3)) }}
    onError: { action: continue, ${part} }
`);
  const { run } = await failuresOf(folder.path);
  expect(run).toBe(`"last" failed: workflow.yaml:${place}: cannot read "a" of nil`);
});

test("in agentSettings.env, before anything runs", async () => {
  using folder = project(`metadata: { name: places }
settings:
  targetActionId: last
  timeout: 1m
  agentSettings:
    env: { A: "{{ len(get('x')) }}" }
resources: [{ actionId: last, exec: { command: echo } }]
`);
  const { run, resources } = await failuresOf(folder.path);
  expect(run).toBe("workflow.yaml:6:19: len(get('x')): len: expected a string, an array or a map, got nil");
  expect(resources).toEqual({});
});

test("in a component, by the name of its file", async () => {
  const component = `metadata: { name: count }
interface: { inputs: [{ name: text }], result: counted }
resources:
  - actionId: counted
    apiResponse: { response: { length: len(get('text')) } }
`;
  const call = '  - actionId: last\n    component: { name: count, with: { text: "{{ 1 + 1 }}" } }\n';
  using folder = project(`${head}${call}`, { "components/count/component.yaml": component });
  const failure =
    "components/count/component.yaml:5:40: len(get('text')): len: expected a string, an array or a map, got int";
  expect((await failuresOf(folder.path)).run).toBe(`"last" failed: "counted" failed: ${failure}`);
});

test("a failure of the executor is not a failure of the expressions before it", async () => {
  const resources = [
    command("main", "exit {{ int('3') + len(get('x', '')) }}", {
      before: ["set('v', len('a'))"],
      validations: { check: "len(get('v', 'a') | string()) > 0" },
      onError: { action: "continue", when: "len(error.message) > 0" },
    }),
    command("each", "exit {{ len(string(item)) }}", {
      requires: ["main"],
      items: "map([1], # + 1)",
      onError: { action: "continue" },
    }),
    command("said", "echo", {
      requires: ["each"],
      validations: { check: "len(get('x', '')) > 0", error: { message: "{{ upper('no') }}" } },
    }),
  ];
  using folder = project({ resources });
  expect((await failuresOf(folder.path)).resources).toEqual({
    main: "exit code 3",
    each: "items[0]: exit code 1",
    said: "NO",
  });
});

test("neither error.message nor an answer of the server tells the place; its events do", async () => {
  const routes = ["/fails", "/checks", "/says"].map((path) => ({ path, methods: ["POST"] }));
  const response = { response: "{{ int(get('n')) }}" };
  await using service = await startService(
    {
      name: "served",
      settings: { apiServer: { routes } },
      resources: [
        { actionId: "fails", validations: { routes: ["/fails"] }, apiResponse: response },
        {
          actionId: "checks",
          validations: { routes: ["/checks"], check: "len(get('n')) > 1" },
          apiResponse: { response: 1 },
        },
        {
          actionId: "says",
          validations: { routes: ["/says"] },
          exec: { command: "echo {{ int(get('n')) }}" },
          onError: { action: "continue", fallback: "{{ error.message }}" },
          apiResponse: { response: "{{ get('says') }}" },
        },
      ],
    },
    { eventsFile: "events" },
  );
  const answers = await Promise.all(
    ["fails", "checks", "says"].map(async (name) => (await post(`${service.url}/${name}`, { n: true })).text()),
  );
  for (const answer of answers) expect(answer).not.toMatch(/workflow\.yaml|get\('n'\)/);
  const events = () => readFileSync(join(service.folder, "events"), "utf8");
  await until(
    () =>
      events()
        .split("\n")
        .filter((line) => /resource\.failed/.test(line)).length === 3,
  );
  for (const name of ["fails", "checks", "says"]) {
    expect(events()).toMatch(new RegExp(`"actionId":"${name}".*"message":"workflow.yaml:\\d+:\\d+: `));
  }
});

test("a bundle tells no secret that is written in an expression, nothing of the machine, and no places it needs not", async () => {
  const token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
  const resources = [
    command("main", "echo", {
      before: [`set('a', upper('${token}'))`, "set('password', upper('hunter2hunter2'))"],
      exec: { command: "echo", env: { API_KEY: "{{ upper('sesame9sesame9') }}", B: "{{ upper('told') }}" } },
    }),
  ];
  using folder = project({ resources });
  await flowcHere(["build", ".", "-o", "out"], { cwd: folder.path });
  const bundle = readFileSync(join(folder.path, "out", "sample.mjs"), "utf8");
  const places = /expressions: \[([^\]]*)\]/.exec(bundle)?.[1] ?? "";
  expect(places).toContain("upper('told')");
  expect(places.match(/"0:\d+:\d+/g)).toHaveLength(4);
  expect(places).not.toMatch(/ghp_|hunter2|sesame9/);
  expect(bundle).not.toContain(folder.path);
  using plain = project({
    resources: [command("main", "echo", { exec: { command: "echo", env: { A: "{{ get('a', 'b') }}" } } })],
  });
  await flowcHere(["build", ".", "-o", "out"], { cwd: plain.path });
  const [name = ""] = readdirSync(join(plain.path, "out")).filter((file) => file.endsWith(".mjs"));
  const text = readFileSync(join(plain.path, "out", name), "utf8");
  expect(text).not.toMatch(/step\.at = [1-9]|expressions: \["/);
});

test("the timeout of a run names what was running", async () => {
  const sleepers = ["a", "b"].map((id) => command(id, "sleep 30"));
  const last = command("last", "echo", { requires: ["done", "a", "b"] });
  using folder = project({ settings: { timeout: "1s" }, resources: [command("done", "echo"), ...sleepers, last] });
  const { stderr, code } = await flowc(["run", "."], { cwd: folder.path });
  expect([stderr, code]).toEqual(['error: the run exceeded its timeout of 1s while it ran "a", "b" [timeout]\n', 124]);
});

test("so does the timeout of a request, in the events alone", async () => {
  const routes = [{ path: "/slow", methods: ["GET"] }];
  const settings = { apiServer: { routes, requestTimeout: "500ms" } };
  await using service = await startService(
    { settings, resources: [command("slow", "sleep 30")] },
    { eventsFile: "events" },
  );
  const answer = await fetch(`${service.url}/slow`);
  expect([answer.status, await answer.text()]).toEqual([504, expect.not.stringContaining("while")]);
  const events = () => readFileSync(join(service.folder, "events"), "utf8");
  await until(() => events().includes("workflow.failed"));
  expect(events()).toContain('the request exceeded its timeout of 0.5s while it ran \\"slow\\"');
});
