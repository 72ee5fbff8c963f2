import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { eventsOf, flowc, flowcHere, runProgram } from "../support/flowc.ts";
import { serveModel, type Turn } from "../support/model.ts";
import { nodeProgram } from "../support/nodes.ts";
import { serve } from "../support/server.ts";
import { command, project, type Resource } from "./project.ts";

const call = (name: string, given: unknown = {}) => ({ calls: [{ name, arguments: given }] });

/** A chat `ask`, the target unless others follow, with these tools. */
function asking(tools: readonly Resource[], more: Resource = {}): Resource {
  return { actionId: "ask", chat: { model: "m", prompt: "p", tools }, ...more };
}

/** Runs a workflow against a model: its result, its events in short, and what the model was told. */
async function runWith(turns: readonly Turn[], resources: readonly Resource[], settings: Resource = {}) {
  await using model = await serveModel(...turns);
  using folder = project({ name: "chatting", resources, settings: { concurrency: 1, ...settings } });
  const env = { ...process.env, OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "sk-very-secret-key" };
  const { stdout, stderr, code } = await flowc(["run", folder.path, "--events"], { env });
  expect(stderr + stdout).not.toContain("sk-very-secret-key");
  const events = eventsOf(stderr);
  const short = events.map(({ event, actionId = "" }) => `${event} ${actionId}`.trim());
  const told = model
    .asked()
    .flatMap(({ messages }) => messages.filter(({ role }: { role: string }) => role === "tool"));
  return { stdout, code, events, short, told: told.map(({ content }: { content: string }) => content) };
}

describe.concurrent("a tool", () => {
  test("runs when it is called, with its arguments and what it requires; the chat's event tells the tokens", async () => {
    const { stdout, code, events, short, told } = await runWith(
      [call("look", { city: "Rome" }), call("look", { city: "Oslo" }), "sunny"],
      [
        command("data", "echo data"),
        command("lookup", "echo", {
          requires: ["data"],
          exec: { command: "echo", args: ["{{ get('city') }}", "{{ get('data') }}", "{{ get('days') ?? 'none' }}"] },
        }),
        asking([
          {
            name: "look",
            script: "lookup",
            parameters: { city: { type: "string", required: true }, days: { type: "integer" } },
          },
        ]),
      ],
    );
    expect([stdout, code]).toEqual(["sunny\n", 0]);
    expect(told).toEqual(["Rome data none", "Rome data none", "Oslo data none"]);
    expect(short).toEqual([
      "workflow.started",
      "resource.started ask",
      "resource.started data",
      "resource.completed data",
      "resource.started lookup",
      "resource.completed lookup",
      "resource.started lookup",
      "resource.completed lookup",
      "resource.completed ask",
      "workflow.completed",
    ]);
    expect(events.at(-2)).toMatchObject({
      resourceType: "llm",
      usage: { promptTokens: 30, completionTokens: 15, totalTokens: 45 },
    });
  });

  test("that is not called does not run, nor what it requires", async () => {
    const { short } = await runWith(
      ["done"],
      [
        command("data", "echo data"),
        command("lookup", "x", { requires: ["data"] }),
        asking([{ name: "look", script: "lookup" }]),
      ],
    );
    expect(short).toEqual(["workflow.started", "resource.started ask", "resource.completed ask", "workflow.completed"]);
  });

  test("that fails is told to the model; the run goes on", async () => {
    const { stdout, code, short, told } = await runWith(
      [call("look"), call("deep"), "never mind"],
      [
        command("broken", "echo why >&2; exit 3"),
        command("lookup", "exit 4"),
        command("deeper", "echo x", { requires: ["broken"] }),
        asking([
          { name: "look", script: "lookup" },
          { name: "deep", script: "deeper" },
        ]),
      ],
    );
    expect([stdout, code]).toEqual(["never mind\n", 0]);
    expect(told.at(-2)).toBe("error: exit code 4");
    expect(told.at(-1)).toBe('error: "broken" failed: exit code 3: why');
    expect(short).toContain("resource.failed lookup");
    expect(short).not.toContain("resource.started deeper");
  });

  test("keeps its result from others, also from a run of its own", async () => {
    const { stdout, told } = await runWith(
      [{ calls: ["a", "b", "c"].map((x) => ({ name: "say", arguments: { x } })) }, "ok"],
      [
        { actionId: "word", exec: { command: "echo", args: ["{{ get('x') ?? 'alone' }}"] } },
        asking([{ name: "say", script: "word", parameters: { x: { type: "string", required: true } } }]),
        { actionId: "end", requires: ["ask", "word"], apiResponse: { response: "{{ get('word') }} {{ get('ask') }}" } },
      ],
    );
    expect(told).toEqual(["a", "b", "c"]);
    expect(JSON.parse(stdout).response).toBe("alone ok");
  });

  test("shares what it requires with the rest of the run, whoever needs it first", async () => {
    const { stdout, short } = await runWith(
      [call("look"), "ok"],
      [
        asking([{ name: "look", script: "lookup" }]),
        command("shared", "echo shared"),
        command("lookup", "echo {{ get('shared') }}", { requires: ["shared"] }),
        { actionId: "end", requires: ["ask", "shared"], apiResponse: { response: "{{ get('shared') }}" } },
      ],
    );
    expect(JSON.parse(stdout).response).toBe("shared");
    expect(short.filter((line) => line === "resource.started shared")).toHaveLength(1);
  });

  test("may retry, recover and skip as anywhere", async () => {
    const { told } = await runWith(
      [call("a"), call("b"), "ok"],
      [
        command("recovers", "exit 1", { onError: { action: "continue", fallback: "spare" } }),
        command("skips", "echo x", { validations: { skip: "1 == 1" } }),
        asking([
          { name: "a", script: "recovers" },
          { name: "b", script: "skips" },
        ]),
      ],
    );
    expect([told.at(-2), told.at(-1)]).toEqual(["spare", ""]);
  });

  test("holds its arguments against its own validations, beside declared inputs", async () => {
    const parameters = { city: { type: "string" }, days: { type: "integer" } };
    const { told, stdout } = await runWith(
      [
        call("look", { days: 9 }),
        call("look", { city: "Rome", days: 9 }),
        call("look", { city: "Rome", days: 2 }),
        "ok",
      ],
      [
        command("lookup", "echo {{ get('city') }} {{ get('days') }} {{ get('unit') }}", {
          validations: {
            required: ["city"],
            properties: { days: { type: "integer", maximum: 5 } },
            check: "get('city') matches '^[A-Z][a-z]+$'",
          },
        }),
        asking([{ name: "look", script: "lookup", parameters }]),
      ],
      { inputs: { unit: { type: "string", default: "C" } } },
    );
    expect(stdout).toBe("ok\n");
    const days = 'the input "days" must be <= 5';
    expect(told.slice(-3)).toEqual([`error: missing input: city; ${days}`, `error: ${days}`, "Rome 2 C"]);
  });

  test("runs for the request of a service that calls it", async () => {
    await using model = await serveModel(call("look", { city: "Rome" }), "sunny");
    using folder = project({
      name: "service",
      settings: { apiServer: { routes: [{ path: "/ask", methods: ["POST"] }] }, targetActionId: "answer" },
      resources: [
        command("lookup", "echo {{ get('city') }} {{ get('body').unit }}"),
        {
          actionId: "ask",
          chat: {
            model: "m",
            prompt: "p",
            baseUrl: model.baseUrl,
            tools: [{ name: "look", script: "lookup", parameters: { city: { type: "string", required: true } } }],
          },
        },
        { actionId: "answer", requires: ["ask"], apiResponse: { response: "{{ get('ask') }}" } },
      ],
    });
    const args = ["run", folder.path, "--request", "POST /ask", "--input-json", '{"unit":"C"}'];
    const { stdout, stderr, code } = await flowc(args);
    expect([stderr, code]).toEqual(["", 0]);
    expect(JSON.parse(stdout).response).toBe("sunny");
    expect(model.asked()[1].messages.at(-1).content).toBe("Rome C");
  });

  test("may be a chat with tools of its own", async () => {
    const { stdout, short } = await runWith(
      [call("inner"), call("look"), "from inside", "from outside"],
      [
        command("lookup", "echo found"),
        { actionId: "inside", chat: { model: "m", prompt: "q", tools: [{ name: "look", script: "lookup" }] } },
        asking([{ name: "inner", script: "inside" }]),
      ],
    );
    expect(stdout).toBe("from outside\n");
    expect(short.slice(1, 5)).toEqual([
      "resource.started ask",
      "resource.started inside",
      "resource.started lookup",
      "resource.completed lookup",
    ]);
  });
});

describe.concurrent("bundles", () => {
  test("hold the clients only where they are used, and nothing that makes code of text", async () => {
    await using server = await serve(() => ({ a: 1 }));
    const text = async (resource: Resource) => {
      using folder = project({ name: "one", resources: [resource] });
      await flowcHere(["build", folder.path, "-o", join(folder.path, "out")]);
      return readFileSync(join(folder.path, "out", "one.mjs"), "utf8");
    };
    const plain = await text(command("a", "echo a"));
    const http = await text({ actionId: "a", httpClient: { url: server.url } });
    const chat = await text({ actionId: "a", chat: { model: "m", prompt: "p" } });
    expect([plain, http, chat].map((bundle) => /"node:http"/.test(bundle))).toEqual([false, true, true]);
    expect([plain, http, chat].map((bundle) => /chat\/completions/.test(bundle))).toEqual([false, false, true]);
    for (const bundle of [http, chat]) expect(bundle).not.toMatch(/\beval\(|new Function\b/);
    expect(http.length - plain.length).toBeLessThan(60_000);
    expect(chat.length - plain.length).toBeLessThan(280_000);
  });

  test.for([22, 26] as const)("ask and chat under Node %i", async (version, context) => {
    const node = nodeProgram(version);
    if (node === undefined) return context.skip();
    await using server = await serve(() => ({ a: 1 }));
    await using model = await serveModel(call("get"), "done");
    using folder = project({
      name: "both",
      resources: [
        { actionId: "page", httpClient: { url: server.url, timeout: "20s" } },
        {
          actionId: "ask",
          chat: { model: "m", prompt: "p", baseUrl: model.baseUrl, tools: [{ name: "get", script: "page" }] },
        },
        {
          actionId: "end",
          requires: ["page", "ask"],
          apiResponse: { response: "{{ get('page').a }} {{ get('ask') }}" },
        },
      ],
    });
    await flowcHere(["build", folder.path, "-o", folder.path]);
    const { stdout, stderr, code } = await runProgram(join(folder.path, "both.mjs"), [], {
      node,
      env: { FLOWC_STEP_OUTPUT: "none" },
    });
    expect([stderr, code]).toEqual(["", 0]);
    expect(JSON.parse(stdout).response).toBe("1 done");
  });

  test("say what they touch", async () => {
    using folder = project({
      name: "effects",
      resources: [
        { actionId: "a", httpClient: { url: "https://api.example.com:8443/{{ get('id') }}" } },
        { actionId: "b", httpClient: { url: "https://{{ get('host') }}/x" } },
        { actionId: "c", chat: { model: "{{ get('m') }}", prompt: "p" } },
        { actionId: "d", chat: { model: "small", prompt: "p", baseUrl: "http://u:p@localhost:1/v1" } },
        {
          actionId: "e",
          httpClient: { url: "https://met.example\\@shown.example/x", proxy: "http://u:p@proxy.example:3128" },
        },
        { actionId: "f", httpClient: { url: "HTTPS://met.example:443\\@shown.example/{{ get('id') }}", proxy: "" } },
        { actionId: "end", requires: ["a", "b", "c", "d", "e", "f"], apiResponse: {} },
      ],
    });
    const { stdout } = await flowcHere(["build", folder.path, "-o", folder.path]).then(() =>
      runProgram(join(folder.path, "effects.mjs"), ["--describe"]),
    );
    expect(JSON.parse(stdout).effects).toMatchObject({
      hosts: ["api.example.com:8443", "dynamic", "localhost:1", "met.example", "proxy.example:3128"],
      environment: ["OPENAI_API_KEY", "OPENAI_BASE_URL"],
      models: ["dynamic", "small"],
    });
  });

  test("end when the run does, whatever connections servers keep open", async () => {
    await using server = await serve(() => "x");
    using folder = project({ name: "ends", resources: [{ actionId: "a", httpClient: { url: server.url } }] });
    await flowcHere(["build", folder.path, "-o", folder.path]);
    const program = `const { run } = await import(${JSON.stringify(join(folder.path, "ends.mjs"))}); console.log(await run());`;
    const { stdout, code } = await runProgram("--input-type=module", ["-e", program]);
    expect([stdout, code]).toEqual(["x\n", 0]);
  });
});
