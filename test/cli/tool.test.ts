import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { flowc, flowcHere, temporaryFolder } from "../support/flowc.ts";
import { serveModel } from "../support/model.ts";
import { command, project, type Resource, type WorkflowParts } from "./project.ts";

/** The export `tool` of a workflow's bundle. */
async function toolOf(workflow: WorkflowParts) {
  using folder = project(workflow);
  const out = temporaryFolder();
  const { code, stderr } = await flowcHere(["build", folder.path, "-o", out.path]);
  if (code !== 0) throw new Error(stderr);
  const { tool } = await import(pathToFileURL(join(out.path, `${workflow.name ?? "sample"}.mjs`)).href);
  return { tool, out: out.path, [Symbol.dispose]: () => out[Symbol.dispose]() };
}

async function annotationsOf(resource: Resource, settings: Readonly<Record<string, unknown>> = {}) {
  using built = await toolOf({ settings, resources: [{ actionId: "main", ...resource }] });
  const { readOnlyHint, destructiveHint, openWorldHint } = built.tool.annotations;
  expect(destructiveHint).toBe(!readOnlyHint);
  return [readOnlyHint, openWorldHint];
}

const anyDatabase = { sqlConnections: { db: { connection: "{{ env('DB') }}" } } };
const sqlite = { sqlConnections: { db: { connection: "sqlite:///tmp/none.db" } } };
const query = (text: string) => ({ sql: { connectionName: "db", query: text } });

describe.concurrent("import { tool }", () => {
  test("runs with input, events and a signal", async () => {
    using built = await toolOf({
      resources: [
        command("main", 'sleep "$1"; echo slept', {
          exec: { command: 'sleep "$1"; echo slept', args: ["{{ get('time') }}"], timeout: "2m" },
        }),
      ],
    });
    const events: string[] = [];
    const onEvent = ({ event }: { readonly event: string }) => void events.push(event);
    expect(await built.tool.call({ time: "0" }, { onEvent })).toBe("slept");
    expect(events).toEqual(["workflow.started", "resource.started", "resource.completed", "workflow.completed"]);
    const controller = new AbortController();
    const running = built.tool.call({ time: "60" }, { signal: controller.signal });
    controller.abort();
    await expect(running).rejects.toMatchObject({ failureClass: "tool_runtime", message: "the run was cancelled" });
  });

  test("is a function of OpenAI's SDK as it is", async () => {
    using built = await toolOf({
      name: "double",
      settings: { inputs: { n: { type: "integer", required: true } } },
      resources: [{ actionId: "main", description: "Doubles", apiResponse: { response: "{{ get('n') * 2 }}" } }],
    });
    const { tool } = built;
    expect(JSON.parse(JSON.stringify(tool))).toEqual({
      type: "function",
      function: { name: "double", description: "Doubles", parameters: tool.inputSchema },
    });
    expect(JSON.parse(JSON.stringify({ type: "function", ...tool.function }))).toEqual({
      type: "function",
      name: "double",
      description: "Doubles",
      parameters: tool.inputSchema,
    });
    await using model = await serveModel(
      { calls: [{ name: "double", arguments: { n: "two" } }] },
      { calls: [{ name: "double", arguments: { n: 4 } }] },
      "it is 8",
    );
    const client = new OpenAI({ baseURL: model.baseUrl, apiKey: "none" });
    const runner = client.chat.completions.runTools({
      model: "m",
      messages: [{ role: "user", content: "twice 4?" }],
      tools: [tool],
    });
    expect(await runner.finalContent()).toBe("it is 8");
    const [first, second, third] = model.asked();
    expect(first.tools[0].function).toMatchObject({ name: "double", parameters: tool.inputSchema });
    expect(JSON.parse(second.messages.at(-1).content).error.failureClass).toBe("validation");
    expect(JSON.parse(third.messages.at(-1).content)).toEqual({ success: true, response: 8 });
  });

  test("ends with the runner of OpenAI's SDK", async () => {
    using built = await toolOf({
      name: "stay",
      resources: [command("main", "", { exec: { command: "sleep 60", timeout: "2m" } })],
    });
    await using model = await serveModel({ calls: [{ name: "stay", arguments: {} }] }, "never");
    const client = new OpenAI({ baseURL: model.baseUrl, apiKey: "none" });
    const runner = client.chat.completions.runTools({
      model: "m",
      messages: [{ role: "user", content: "stay" }],
      tools: [built.tool],
    });
    let ended: unknown;
    const { function: call } = built.tool.function;
    built.tool.function.function = async (...given: readonly unknown[]) => {
      setTimeout(() => runner.abort(), 100);
      ended = await call(...given);
      return ended;
    };
    await expect(runner.finalContent()).rejects.toThrow();
    while (ended === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(ended).toEqual({ error: { failureClass: "tool_runtime", message: "the run was cancelled" } });
  });

  test("takes the path of a file where the workflow reads one", async () => {
    using built = await toolOf({
      settings: { inputs: { name: { type: "string" } } },
      resources: [{ actionId: "main", apiResponse: { response: "{{ get('name') }}: {{ get('file') }}" } }],
    });
    expect(built.tool.inputSchema).toEqual({
      type: "object",
      properties: { name: { type: "string" }, file: { type: "string", description: "Path of the file that is read" } },
      additionalProperties: false,
    });
    const file = join(built.out, "text");
    writeFileSync(file, "content");
    expect(await built.tool.call({ name: "a", file })).toEqual({ success: true, response: "a: content" });
    expect(await built.tool.call({ name: "a" })).toEqual({ success: true, response: "a: " });
    await expect(built.tool.call({ file: 1 })).rejects.toMatchObject({ name: "InvalidInput" });
    await expect(built.tool.call({ file: join(built.out, "none") })).rejects.toThrow(/none|file/);
    expect(readFileSync(join(built.out, "sample.d.mts"), "utf8")).toContain("Inputs & { readonly file?: string }");
  });

  test("tells what validations ask of inputs that are not declared", async () => {
    using built = await toolOf({
      resources: [
        {
          actionId: "main",
          validations: { required: ["a"], properties: { a: { type: "string", minLength: 2 } } },
          apiResponse: { response: "{{ get('a') }}{{ get('b') }}" },
        },
      ],
    });
    expect(built.tool.inputSchema).toEqual({
      type: "object",
      properties: { a: { type: "string", minLength: 2 }, b: {} },
      required: ["a"],
    });
  });

  test("has a name that providers take, and a result that is an object", async () => {
    using built = await toolOf({ name: "a.b", resources: [command("main", "echo x")] });
    expect(built.tool.name).toBe("a_b");
    expect(built.tool.structured("x")).toEqual({ result: "x" });
  });
});

describe.concurrent("annotations", () => {
  test.each([
    [{ apiResponse: { response: 1 } }, {}, [true, false]],
    [{ exec: { command: "true" } }, {}, [false, true]],
    [{ python: { script: "print(1)" } }, {}, [false, true]],
    [{ chat: { model: "m", prompt: "p" } }, {}, [true, true]],
    [{ httpClient: { url: "http://a.example/" } }, {}, [true, true]],
    [{ httpClient: { url: "http://a.example/", method: "POST" } }, {}, [false, true]],
    [{ httpClient: { url: "http://a.example/", method: "{{ get('m') }}" } }, {}, [false, true]],
    [{ component: { name: "memory", with: { key: "k", value: "v" } } }, {}, [false, false]],
    [{ component: { name: "memory", with: { key: "k", action: "retrieve" } } }, {}, [true, false]],
    [query("SELECT count(*) FROM t WHERE a IN (1, 2)"), sqlite, [true, false]],
    [query("select setval('a', 1)"), anyDatabase, [false, true]],
    [query("select * into u from t"), anyDatabase, [false, true]],
    [query("select 1; drop table t"), anyDatabase, [false, true]],
    [query("with a as (select 1) delete from t"), sqlite, [false, false]],
    [query("select 1"), anyDatabase, [true, true]],
  ])("%j", async (resource, settings, expected) => {
    expect(await annotationsOf(resource, settings)).toEqual(expected);
  });
});

test("--describe tells what a workflow may touch", async () => {
  using folder = project({
    name: "effects",
    settings: sqlite,
    resources: [
      command("run", "date"),
      { actionId: "shown", exec: { command: "{{ get('script') }}" } },
      {
        actionId: "ask",
        chat: { model: "m1", prompt: "p", files: ["a.png", "{{ get('image') }}"], baseUrl: "http://m.example/v1" },
      },
      { actionId: "fetch", httpClient: { url: "https://u:p@a.example/x", tls: { ca: "ca.pem" } } },
      {
        actionId: "keep",
        component: { name: "memory", with: { key: "k", value: "{{ env('WORD') }}", dbPath: "m.db" } },
      },
      { actionId: "query", ...query("select 1") },
      {
        actionId: "main",
        requires: ["run", "shown", "ask", "fetch", "keep", "query"],
        apiResponse: { response: "{{ get('file') }}" },
      },
    ],
  });
  const { stdout, stderr, code } = await flowcHere(["build", ".", "--describe"], { cwd: folder.path });
  expect([stderr, code]).toEqual(["", 0]);
  expect(existsSync(join(folder.path, "dist"))).toBe(false);
  expect(JSON.parse(stdout).effects).toEqual({
    commands: ["date", "dynamic"],
    hosts: ["a.example", "m.example"],
    environment: ["OPENAI_API_KEY", "WORD"],
    files: ["a.png", "ca.pem", "dynamic", "m.db"],
    databases: ["db"],
    models: ["m1"],
    memory: ["k"],
  });
  const bundled = await flowc(["run", ".", "--describe"], { cwd: folder.path });
  expect(bundled.stdout).toBe(stdout);
});

test("what the resources of a component do counts as what the workflow does", async () => {
  const component = {
    metadata: { name: "shout" },
    interface: { inputs: [{ name: "text", type: "string", required: true }] },
    resources: [command("say", "date", { exec: { command: "date", timeout: "1s" } })],
  };
  using folder = project(
    {
      name: "uses",
      resources: [{ actionId: "main", component: { name: "shout", with: { text: "a" } } }],
    },
    { "components/shout/component.yaml": JSON.stringify(component) },
  );
  const { stdout, stderr, code } = await flowcHere(["build", ".", "-o", "out"], { cwd: folder.path });
  expect([stdout, code], stderr).toEqual(["", 0]);
  const { tool, describe: about } = await import(pathToFileURL(join(folder.path, "out", "uses.mjs")).href);
  expect(tool.annotations).toEqual({ readOnlyHint: false, destructiveHint: true, openWorldHint: true });
  expect(about.effects.commands).toEqual(["date"]);
});
