import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { collector, type SeenSpan } from "../support/collector.ts";
import { eventsOf, flowc, flowcHere, flowcProgram, runProgram } from "../support/flowc.ts";
import { connectedOverStdio } from "../support/mcp.ts";
import { serveModel } from "../support/model.ts";
import { freePort, serve } from "../support/server.ts";
import { command, hello, project, type WorkflowParts } from "./project.ts";
import { startService, until } from "./serve/service.ts";

/** What a run sends with these variables; the collector has seen nothing but OTLP. */
async function traced(workflow: WorkflowParts | string, env: NodeJS.ProcessEnv = {}, args: readonly string[] = []) {
  using folder = project(workflow);
  await using otel = await collector();
  const outcome = await flowc(["run", ".", ...args], {
    cwd: folder.path,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: otel.url, ...env },
  });
  expect(otel.problems).toEqual([]);
  return { ...outcome, spans: otel.spans(), resource: otel.resource(), seen: otel.seen };
}

function named(spans: readonly SeenSpan[], name: string): SeenSpan {
  const found = spans.filter((span) => span.name === name);
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} spans are called ${name}`);
  return found[0];
}

describe.concurrent("the trace of a run", () => {
  test("has a span for each resource, and in it one for each thing that is done outside", async () => {
    await using server = await serve(() => ({ fine: true }));
    const { spans, resource } = await traced({
      name: "traced",
      resources: [
        { actionId: "fetch", httpClient: { url: `${server.url}/items?token=secret`, timeout: "5s" } },
        command("bad", "exit 3", { onError: { action: "continue" } }),
        command("never", "true", { validations: { skip: "true" } }),
        command("each", "true", { items: [1, 2] }),
        { actionId: "main", requires: ["fetch", "bad", "never", "each"], apiResponse: { response: "done" } },
      ],
    });
    const root = named(spans, "traced");
    expect(root.parentSpanId).toBeUndefined();
    expect(root.attributes).toMatchObject({ "flowc.workflow.name": "traced", "flowc.run.id": expect.any(String) });
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    for (const id of ["fetch", "bad", "never", "each", "main"])
      expect(named(spans, id)).toMatchObject({
        parentSpanId: root.spanId,
        kind: 1,
        attributes: { "flowc.resource.id": id },
      });
    expect(named(spans, "GET")).toMatchObject({
      parentSpanId: named(spans, "fetch").spanId,
      kind: 3,
      attributes: {
        "http.request.method": "GET",
        "url.full": `${server.url}/items`,
        "server.address": "127.0.0.1",
        "server.port": server.port,
        "http.response.status_code": 200,
      },
    });
    const bad = named(spans, "bad");
    expect(bad).toMatchObject({ status: { code: 2, message: expect.stringContaining("3") } });
    expect(bad.attributes).toMatchObject({
      "error.type": "tool_runtime",
      "process.exit.code": 3,
      "flowc.recovered": true,
    });
    expect(named(spans, "never").attributes["flowc.skipped"]).toContain("skipped");
    const each = named(spans, "each");
    expect(each.attributes).toMatchObject({ "flowc.items.total": 2, "flowc.items.failed": 0 });
    const items = spans.filter(({ parentSpanId }) => parentSpanId === each.spanId);
    expect(items.map(({ attributes }) => attributes["flowc.item"]).sort()).toEqual([0, 1]);
    expect(resource).toMatchObject({ "service.name": "traced", "telemetry.sdk.name": "flowc" });
  });

  test("goes on in requests and in child processes, and begins where the environment says", async () => {
    await using server = await serve(() => "");
    const parent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
    const { spans, stdout } = await traced(
      {
        name: "inner",
        resources: [
          { actionId: "fetch", httpClient: { url: server.url, timeout: "5s" } },
          { actionId: "own", httpClient: { url: server.url, headers: { traceparent: "mine" }, timeout: "5s" } },
          command("shell", 'echo "$TRACEPARENT $TRACESTATE"'),
          { actionId: "script", python: { script: "import os; print(os.environ['TRACEPARENT'])", timeout: "1m" } },
          {
            actionId: "main",
            requires: ["fetch", "own", "shell", "script"],
            apiResponse: { response: ["{{ get('shell') }}", "{{ get('script') }}"] },
          },
        ],
      },
      { TRACEPARENT: parent, TRACESTATE: "vendor=1" },
    );
    expect(named(spans, "inner")).toMatchObject({ traceId: "a".repeat(32), parentSpanId: "b".repeat(16) });
    const inside = (id: string) => spans.find(({ parentSpanId }) => parentSpanId === named(spans, id).spanId);
    const context = (id: string) => `00-${"a".repeat(32)}-${inside(id)?.spanId}-01`;
    const { response } = JSON.parse(stdout) as { readonly response: readonly string[] };
    expect(response.map((text) => text.trim())).toEqual([`${context("shell")} vendor=1`, context("script")]);
    const headers = server.seen.map(({ headers: { traceparent, tracestate } }) => [traceparent, tracestate]);
    expect(headers.sort()).toEqual(
      [
        [context("fetch"), "vendor=1"],
        ["mine", "vendor=1"],
      ].sort(),
    );
  });

  test("names model and tokens of a chat, and neither prompt nor answer", async () => {
    await using model = await serveModel("the answer");
    const chat = { model: "m", prompt: "the question", temperature: 0.5, baseUrl: model.baseUrl, timeout: "5s" };
    const { spans, seen } = await traced({ resources: [{ actionId: "main", chat }] });
    expect(named(spans, "chat m")).toMatchObject({
      kind: 3,
      attributes: {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": "m",
        "gen_ai.request.temperature": 0.5,
        "gen_ai.response.model": "small-2030",
        "gen_ai.response.finish_reasons": ["stop"],
        "gen_ai.usage.input_tokens": 10,
        "gen_ai.usage.output_tokens": 5,
      },
    });
    expect(JSON.stringify(seen)).not.toMatch(/the question|the answer/);
  });

  test("has the retries of a resource, its failure and that of the run, without secrets", async () => {
    const failing = "echo {{ quote(env('TOKEN')) }} >&2; exit 1";
    const { spans, seen, code } = await traced(
      {
        name: "fails",
        resources: [command("main", failing, { onError: { action: "retry", maxRetries: 1, retryDelay: "1ms" } })],
      },
      { TOKEN: "open-sesame-1234" },
    );
    expect(code).toBe(1);
    const main = named(spans, "main");
    expect(main.events).toMatchObject([{ name: "retry", attributes: { "flowc.attempt": 1 } }]);
    expect(main.status).toMatchObject({ code: 2, message: expect.stringContaining("***") });
    expect(named(spans, "fails")).toMatchObject({ status: { code: 2 }, attributes: { "error.type": "tool_runtime" } });
    expect(JSON.stringify(seen)).not.toContain("sesame");
  });

  test("holds the resources of components in that of their caller", async () => {
    const component = { metadata: { name: "twice" }, resources: [command("inner", "true")] };
    using folder = project(
      { resources: [{ actionId: "main", component: { name: "twice" } }] },
      { "components/twice/component.yaml": JSON.stringify(component) },
    );
    await using otel = await collector();
    await flowc(["run", "."], { cwd: folder.path, env: { OTEL_EXPORTER_OTLP_ENDPOINT: otel.url } });
    const spans = otel.spans();
    expect(named(spans, "main/inner").parentSpanId).toBe(named(spans, "main").spanId);
    expect(named(spans, "exec").parentSpanId).toBe(named(spans, "main/inner").spanId);
  });
});

describe.concurrent("the environment says", () => {
  test("where spans go, with which headers, and who sends them", async () => {
    const { seen, resource } = await traced(hello, {
      OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20b, x-other=c",
      OTEL_SERVICE_NAME: "shop",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test,service.name=other",
    });
    expect(seen[0]?.headers).toMatchObject({ "x-key": "a b", "x-other": "c" });
    expect(resource).toMatchObject({ "service.name": "shop", "deployment.environment.name": "test" });
  });

  test.each([
    ["nothing is wanted", { OTEL_SDK_DISABLED: "true" }, ""],
    ["no traces are wanted", { OTEL_TRACES_EXPORTER: "none" }, ""],
    ["no trace is kept", { OTEL_TRACES_SAMPLER: "always_off" }, "-00"],
    ["the caller keeps none", { TRACEPARENT: `00-${"a".repeat(32)}-${"b".repeat(16)}-00` }, "-00"],
  ])("that %s: nothing is sent", async (_what, env, flags) => {
    const { seen, stdout } = await traced({ resources: [command("main", 'echo "trace $TRACEPARENT"')] }, env);
    expect(seen).toEqual([]);
    expect(stdout.trim().endsWith(flags)).toBe(true);
  });

  test("something that cannot be used: it is one warning, without the value", async () => {
    const { stderr, spans, code } = await traced(hello, { OTEL_EXPORTER_OTLP_HEADERS: "secret-without-name" });
    expect([code, spans.length > 0]).toEqual([0, true]);
    expect(stderr).toContain("warning: telemetry: OTEL_EXPORTER_OTLP_HEADERS must be a list such as name=value");
    expect(stderr).not.toContain("secret-without-name");
  });
});

describe.concurrent("a collector", () => {
  test("that is not there costs a warning, and nothing else", async () => {
    using folder = project(hello);
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` };
    const { code, stdout, stderr } = await flowc(["run", "."], { cwd: folder.path, env });
    expect([code, stdout]).toEqual([0, "hello\n"]);
    expect(stderr.match(/warning: .*/g)).toEqual([
      expect.stringMatching(/^warning: telemetry: traces could not be sent to 127\.0\.0\.1:\d+: connection refused$/),
    ]);
    const quiet = await flowc(["run", ".", "--events"], { cwd: folder.path, env });
    expect(eventsOf(quiet.stderr).at(-1)?.["event"]).toBe("workflow.completed");
  });

  test("that does not answer is left", async () => {
    using folder = project(hello);
    await using silent = await serve(() => new Promise(() => undefined));
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: silent.url, OTEL_EXPORTER_OTLP_TIMEOUT: "200" };
    const { code, stderr } = await flowc(["run", "."], { cwd: folder.path, env });
    expect(code).toBe(0);
    expect(stderr.match(/warning: .*200 ms/g)).toHaveLength(1);
  });

  test("that refuses what it gets is a warning", async () => {
    using folder = project(hello);
    await using server = await serve((_request, response) => {
      response.statusCode = 401;
      return "";
    });
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: server.url };
    const { code, stderr } = await flowc(["run", "."], { cwd: folder.path, env });
    expect(code).toBe(0);
    expect(stderr).toContain(`warning: telemetry: traces could not be sent to ${server.host}: it answered 401\n`);
  });
});

test("a bundle sends where it was built with --otel, and says so where not", async () => {
  using folder = project(hello);
  await using otel = await collector();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: otel.url };
  const run = async (args: readonly string[], out: string) => {
    await flowcHere(["build", ".", "-o", out, ...args], { cwd: folder.path });
    return runProgram(join(folder.path, out, "hello.mjs"), [], { cwd: folder.path, env });
  };
  const plain = await run([], "plain");
  expect(plain.stderr).toContain("warning: telemetry: nothing is sent: this bundle was built without --otel\n");
  expect(otel.seen).toEqual([]);
  const holdsSpans = (out: string) =>
    readFileSync(join(folder.path, out, "hello.mjs"), "utf8").includes("resourceSpans");
  const { stderr, stdout } = await run(["--otel", "--minify"], "otel");
  expect([stdout, stderr.includes("warning")]).toEqual(["hello\n", false]);
  expect(otel.problems).toEqual([]);
  expect(named(otel.spans(), "hello").kind).toBe(1);
  expect([holdsSpans("plain"), holdsSpans("otel")]).toEqual([false, true]);
  expect((await flowcHere(["verify", "otel/hello.mjs", "."], { cwd: folder.path })).code).toBe(0);
});

test("each call of a tool of flowc mcp is a trace", async () => {
  using folder = project({ name: "greet", resources: [{ actionId: "main", apiResponse: { response: "hello" } }] });
  await using otel = await collector();
  const env = { ...process.env, XDG_CACHE_HOME: join(folder.path, "cache"), OTEL_EXPORTER_OTLP_ENDPOINT: otel.url };
  {
    await using connection = await connectedOverStdio("auto", { args: [flowcProgram, "mcp", folder.path], env });
    for (let call = 0; call < 2; call += 1) await connection.client.callTool({ name: "greet", arguments: {} });
  }
  await until(() => otel.spans().length === 4);
  expect(otel.problems).toEqual([]);
  expect(
    otel
      .spans()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(["greet", "greet", "main", "main"]);
  expect(new Set(otel.spans().map(({ traceId }) => traceId)).size).toBe(2);
});

test("each call that flowc agent has a workflow make is a trace", async () => {
  using folder = project({ name: "greet", resources: [{ actionId: "main", apiResponse: { response: "hello" } }] });
  await using otel = await collector();
  await using model = await serveModel({ calls: [{ name: "greet", arguments: {} }] }, "done");
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: otel.url, OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "k" };
  const { stdout } = await flowc(["agent", ".", "--model", "m", "--yes", "greet"], { cwd: folder.path, env });
  expect([stdout, otel.problems]).toEqual(["done\n", []]);
  expect(named(otel.spans(), "main").parentSpanId).toBe(named(otel.spans(), "greet").spanId);
});

test("a program that imports a bundle with --otel sends a trace for each run, and waits for nothing but its own end", async () => {
  using folder = project(hello, {
    "program.mjs": `import { run, tool } from "./otel/hello.mjs";
      console.log(await run(), await tool.call());`,
    "plain.mjs": `import { run } from "./plain/hello.mjs";
      console.log(await run());`,
  });
  await using otel = await collector();
  await flowcHere(["build", ".", "-o", "otel", "--otel"], { cwd: folder.path });
  await flowcHere(["build", ".", "-o", "plain"], { cwd: folder.path });
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: otel.url };
  const program = (name: string) => runProgram(join(folder.path, name), [], { env, cwd: folder.path });
  expect(await program("plain.mjs")).toMatchObject({ stdout: "hello\n", stderr: "", code: 0 });
  expect(otel.spans()).toEqual([]);
  expect(await program("program.mjs")).toMatchObject({ stdout: "hello hello\n", stderr: "", code: 0 });
  expect(otel.problems).toEqual([]);
  expect(otel.spans().filter(({ name }) => name === "hello")).toHaveLength(2);
});

test("a server sends a span for each request, in the trace of its caller, and metrics", async () => {
  await using otel = await collector();
  const routes = [
    { path: "/greet/:name", methods: ["GET"] },
    { path: "/fails", methods: ["GET"] },
  ];
  const workflow = {
    name: "served",
    settings: { apiServer: { routes } },
    resources: [
      command("fails", "exit 3", { validations: { routes: ["/fails"] } }),
      { actionId: "main", validations: { routes: ["/greet/:name"] }, apiResponse: { response: "hello" } },
    ],
  };
  const traceparent = `00-${"c".repeat(32)}-${"d".repeat(16)}-01`;
  {
    await using service = await startService(workflow, {
      build: ["--otel"],
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: otel.url },
    });
    await fetch(`${service.url}/greet/ada?secret=x`, { headers: { traceparent } });
    await fetch(`${service.url}/fails`);
    await fetch(`${service.url}/nothing`);
    service.child.kill("SIGTERM");
    expect((await service.ended()).code).toBe(0);
  }
  expect(otel.problems).toEqual([]);
  const spans = otel.spans();
  const greet = named(spans, "GET /greet/:name");
  expect(greet).toMatchObject({ kind: 2, traceId: "c".repeat(32), parentSpanId: "d".repeat(16), status: { code: 0 } });
  expect(greet.attributes).toMatchObject({
    "http.request.method": "GET",
    "http.route": "/greet/:name",
    "http.response.status_code": 200,
    "url.path": "/greet/ada",
  });
  expect(named(spans, "main").parentSpanId).toBe(greet.spanId);
  expect(named(spans, "GET /fails")).toMatchObject({
    status: { code: 2 },
    attributes: { "http.response.status_code": 500, "error.type": "tool_runtime" },
  });
  expect(named(spans, "GET")).toMatchObject({ status: { code: 0 }, attributes: { "http.response.status_code": 404 } });
  const { "http.server.request.duration": duration, "http.server.active_requests": active } = otel.metrics();
  const counted = { dataPoints: [{ count: 1 }, { count: 1 }, { count: 1 }] };
  expect(duration).toMatchObject({ unit: "s", histogram: counted });
  expect(active?.["sum"]).toMatchObject({ dataPoints: [{ asInt: 0 }] });
  expect(JSON.stringify(otel.seen)).not.toContain("secret=x");
});
