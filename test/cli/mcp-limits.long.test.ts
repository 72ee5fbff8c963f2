import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { exampleArguments } from "../support/examples.ts";
import { flowc, flowcProgram, root, runProgram, temporaryFolder, testCache } from "../support/flowc.ts";
import { connectedOverHttp, connectedOverStdio, startedOverHttp } from "../support/mcp.ts";
import { nodeProgram } from "../support/nodes.ts";
import { command, project, workflowText } from "./project.ts";

const echo = workflowText({
  name: "echo",
  settings: { inputs: { text: { type: "string", required: true } } },
  resources: [{ actionId: "main", apiResponse: { response: "{{ repeat(get('text'), 4000) }}" } }],
});
const flood = workflowText({
  name: "flood",
  resources: [command("main", "head -c 6000000 /dev/zero | tr '\\0' x")],
});
const divide = workflowText({
  name: "divide",
  settings: { inputs: { by: { type: "number", required: true } } },
  resources: [{ actionId: "main", apiResponse: { response: { half: "{{ 1 / get('by') }}" } } }],
});
const nothing = workflowText({
  name: "nothing",
  resources: [command("main", "echo never", { validations: { skip: [true] } })],
});
const failing = workflowText({
  name: "failing",
  settings: { agentSettings: { env: { TOKEN: "{{ env('API_TOKEN') }}" } } },
  resources: [
    command("tried", 'echo "no entry with $TOKEN" >&2; exit 1', {
      onError: { action: "retry", maxRetries: 1, retryDelay: "1ms" },
    }),
    { actionId: "main", requires: ["tried"], apiResponse: { response: "{{ get('tried') }}" } },
  ],
});
const odd = workflowText({ name: "Größe / «x» 1.0", resources: [command("main", "echo odd")] });

/** The command that serves these workflows, with nothing of the user's. */
function program(folder: string, files: readonly string[], flags: readonly string[] = []) {
  const env = { ...process.env, HOME: folder, XDG_CACHE_HOME: join(folder, "cache"), API_TOKEN: "tok-5ecret" };
  return { args: [...flags, flowcProgram, "mcp", ...files.map((name) => join(folder, name))], env };
}

test("results of any kind fit the schemas that are offered, as the SDK's client holds them against each other", async () => {
  using folder = project(divide, { "nothing.yaml": nothing, "odd.yaml": odd, "flood.yaml": flood });
  const files = ["workflow.yaml", "nothing.yaml", "odd.yaml", "flood.yaml"];
  await using connection = await connectedOverStdio("auto", program(folder.path, files));
  const { tools } = await connection.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["divide", "nothing", "Gr_e_x_1_0", "flood"]);
  const call = async (name: string, input = {}) => {
    const { structuredContent, content, isError } = await connection.client.callTool({ name, arguments: input });
    return isError ? content : structuredContent;
  };
  expect(await call("divide", { by: 2 })).toEqual({ success: true, response: { half: 0.5 } });
  // JSON has no infinity
  expect(await call("divide", { by: 0 })).toEqual({ success: true, response: { half: null } });
  expect(await call("nothing")).toEqual({ result: null });
  expect(await call("Gr_e_x_1_0")).toEqual({ result: "odd" });
  const text = "tool_runtime: the result is larger than a message may be (9 MiB)";
  expect(await call("flood")).toEqual([{ type: "text", text }]);
  expect(await call("nothing"), "the connection has lasted").toEqual({ result: null });
});

/** What a command line gives a workflow, as its tool takes it. */
function argumentsOf(argv: readonly string[], properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const pairs = argv.flatMap((option, index): (readonly [string, unknown])[] => {
    const [name = "", ...rest] = (argv[index + 1] ?? "").split("=");
    if (option === "--file") return [["file", argv[index + 1]]];
    if (option !== "--input") return [];
    const isNumber = (properties[name] as { readonly type?: string } | undefined)?.type === "integer";
    return [[name, isNumber ? Number(rest.join("=")) : rest.join("=")]];
  });
  return Object.fromEntries(pairs);
}

test("every example gives what its output schema says, or fails as a tool does", async () => {
  using home = temporaryFolder();
  const env = { ...process.env, HOME: home.path, XDG_CACHE_HOME: testCache, OPENAI_BASE_URL: "http://127.0.0.1:9/v1" };
  const server = { args: [flowcProgram, "mcp", join(root, "examples")], env, cwd: home.path };
  await using connection = await connectedOverStdio("auto", server);
  const { tools } = await connection.client.listTools();
  const succeeded: string[] = [];
  for (const { name, inputSchema } of tools) {
    const input = argumentsOf(exampleArguments(name, home.path), inputSchema.properties ?? {});
    // Rejects where the result does not fit.
    const result = await connection.client.callTool({ name, arguments: input });
    if (!result.isError) succeeded.push(name);
  }
  expect(tools.length).toBeGreaterThan(12);
  expect(succeeded.length, succeeded.join()).toBeGreaterThan(9);
});

test("what a failure or its progress says of a secret is masked", async () => {
  using folder = project(failing);
  await using connection = await connectedOverHttp("auto", program(folder.path, ["workflow.yaml"]));
  const progress: { readonly progress: number; readonly message?: string | undefined }[] = [];
  const result = await connection.client.callTool(
    { name: "failing", arguments: {} },
    { onprogress: (told) => void progress.push(told) },
  );
  expect(result.isError).toBe(true);
  expect(JSON.stringify([result, progress])).not.toContain("tok-5ecret");
  expect(JSON.stringify(result.content)).toContain("no entry with ***");
  expect(progress.map(({ progress: count }) => count)).toEqual(progress.map((_told, index) => index + 1));
  expect(progress.map(({ message = "" }) => message.replace(/:.*/, ""))).toEqual([
    "tried started",
    "tried retrying",
    "tried failed",
    "main skipped",
  ]);
});

test("a message that is too large ends the server with a sentence", async () => {
  using folder = project(echo);
  const [node = "", ...args] = [process.execPath, ...program(folder.path, ["workflow.yaml"]).args];
  const { env } = program(folder.path, []);
  const stdin = `${"x".repeat(11 * 2 ** 20)}\n`;
  const { stdout, stderr, code } = await runProgram(args[0] ?? "", args.slice(1), { node, env, stdin });
  expect([stdout, stderr, code]).toEqual([
    "",
    "error: ReadBuffer exceeded maximum size of 10485760 bytes [tool_runtime]\n",
    1,
  ]);
});

describe.concurrent("Streamable HTTP", () => {
  const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const initialize = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  });
  const list = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" });

  test("keeps to the protocol", async () => {
    using folder = project(echo);
    await using server = await startedOverHttp(program(folder.path, ["workflow.yaml"]));
    const send = (method: string, headers: Record<string, string>, body?: string) =>
      fetch(server.url, { method, headers, ...(body === undefined ? {} : { body }) });
    const status = async (...given: Parameters<typeof send>) => {
      // A connection on which too much has come is closed, maybe while the client takes it for its next request.
      const response = await send(...given).catch(() => send(...given));
      await response.body?.cancel();
      return response.status;
    };
    const opened = await send("POST", json, initialize);
    const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
    expect([opened.status, await opened.text()]).toEqual([
      200,
      expect.stringContaining('"protocolVersion":"2025-06-18"'),
    ]);
    expect(session["mcp-session-id"]).toMatch(/^[\x21-\x7e]+$/);
    const initialized = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect(await status("POST", { ...json, ...session }, initialized)).toBe(202);
    expect(await (await send("POST", { ...json, ...session }, list)).text()).toContain('"name":"echo"');
    expect(await status("GET", { accept: "text/event-stream", ...session })).toBe(200);
    expect(await status("POST", { ...json, ...session, "mcp-protocol-version": "1999-01-01" }, list)).toBe(400);
    expect(await status("POST", { ...json, ...session, accept: "text/html" }, list)).toBe(406);
    expect(await status("POST", { ...json, ...session, "content-type": "text/plain" }, list)).toBe(415);
    expect(await status("POST", { ...json, ...session }, "no JSON")).toBe(400);
    expect(await status("POST", { ...json, ...session }, `"${"x".repeat(5 * 2 ** 20)}"`)).toBe(413);
    expect(await status("POST", json, list), "no session").toBe(400);
    expect(await status("POST", { ...json, "mcp-session-id": "nosuch" }, list)).toBe(404);
    expect(await status("POST", { ...json, origin: "http://evil.example" }, initialize)).toBe(403);
    expect(await status("POST", { ...json, origin: "http://localhost:3000" }, initialize)).toBe(200);
    expect(await status("DELETE", session)).toBe(200);
    expect(await status("POST", { ...json, ...session }, list), "a session that has ended").toBe(404);
    expect(await status("PUT", json, "{}")).toBe(405);
    expect((await fetch(new URL("/", server.url))).status).toBe(404);
  });

  test("a thousand further clients do not end the session of a running call", async () => {
    const slow = workflowText({
      name: "slow",
      resources: [command("main", "until [ -e done ]; do sleep 0.05; done; echo whole")],
    });
    using folder = project(slow);
    await using server = await startedOverHttp({ ...program(folder.path, ["workflow.yaml"]), cwd: folder.path });
    const send = (body: string, session = {}) =>
      fetch(server.url, { method: "POST", headers: { ...json, ...session }, body });
    const open = async () => {
      const response = await send(initialize);
      await response.text();
      return { "mcp-session-id": response.headers.get("mcp-session-id") ?? "" };
    };
    const session = await open();
    const params = { name: "slow", arguments: {} };
    const called = await send(JSON.stringify({ jsonrpc: "2.0", id: 9, method: "tools/call", params }), session);
    for (let count = 0; count < 20; count += 1) await Promise.all(Array.from({ length: 50 }, open));
    writeFileSync(join(folder.path, "done"), "");
    expect(await called.text()).toContain('"structuredContent":{"result":"whole"}');
    expect((await send(list, session)).status).toBe(200);
  });

  test("listens where --host says, and answers to no other name", async () => {
    using folder = project(echo);
    const { args, env } = program(folder.path, ["workflow.yaml"]);
    await using server = await startedOverHttp({ args: [...args, "--host", "127.0.0.2"], env });
    expect(server.url).toContain("//127.0.0.2:");
    expect((await fetch(server.url, { method: "POST", headers: json, body: initialize })).status).toBe(200);
  });
});

const malformed: readonly (readonly [message: object, said: string])[] = [
  [{ id: 5, method: "tools/list" }, '"jsonrpc" must be "2.0"'],
  [{ jsonrpc: "1.0", id: "five", method: "tools/list" }, '"jsonrpc" must be "2.0"'],
  [{ jsonrpc: "2.0", id: 6 }, '"method" must be a string'],
  [{ jsonrpc: "2.0", id: 7, method: 8 }, '"method" must be a string'],
  [{ jsonrpc: "2.0", id: 8, method: "tools/list", params: "x" }, '"params" must be an object'],
  [{ jsonrpc: "2.0", id: 8, method: "tools/list", params: { _meta: 1 } }, '"params" are not valid'],
  [{ jsonrpc: "2.0", id: 1.5, method: "tools/list" }, '"id" must be a string or an integer'],
];

describe.concurrent("a malformed request gets its error under its id", () => {
  const answers = malformed.map(([message, said]) => {
    const { id } = message as { readonly id: unknown };
    return { jsonrpc: "2.0", id, error: { code: -32_600, message: `Invalid Request: ${said}` } };
  });
  /** They have no id, are not a request, or are one. */
  const silent = [{ jsonrpc: "2.0", method: 5 }, { jsonrpc: "2.0", id: 1, result: 5 }, [1], { id: {} }];

  test("over standard input and output", async () => {
    using folder = project(echo);
    const [name = "", ...args] = program(folder.path, ["workflow.yaml"]).args;
    const { env } = program(folder.path, []);
    const sent = [...silent, ...malformed.map(([message]) => message)].map((message) => JSON.stringify(message));
    const outcome = await runProgram(name, args, { env, stdin: `no JSON\n${sent.join("\n")}\n` });
    expect(
      outcome.stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual(answers);
    expect([outcome.stderr, outcome.code]).toEqual(["", 0]);
  });

  test("in pieces, between others that are well", async () => {
    using folder = project(echo);
    const { args, env } = program(folder.path, ["workflow.yaml"]);
    const child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "inherit"] });
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    const ask = (message: object) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
    const clientInfo = { name: "test", version: "1" };
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
    const text = `${ask({ id: "a", method: "initialize", params })}${ask({ id: "ö" })}${ask({ id: "b", method: "ping" })}`;
    const bytes = Buffer.from(text);
    for (let start = 0; start < bytes.length; start += 7) {
      child.stdin.write(bytes.subarray(start, start + 7));
      await new Promise((done) => setImmediate(done));
    }
    while (!stdout.includes('"id":"b"')) await new Promise((done) => setTimeout(done, 20));
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map((line) => [line["id"], Object.keys(line).includes("error")]).sort()).toEqual([
      ["a", false],
      ["b", false],
      ["ö", true],
    ]);
    const ended = new Promise((done) => void child.once("close", done));
    child.stdin.end();
    await ended;
  });

  test("over HTTP, in a session and without one", async () => {
    using folder = project(echo);
    await using server = await startedOverHttp(program(folder.path, ["workflow.yaml"]));
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const send = (message: object, session = {}) =>
      fetch(server.url, { method: "POST", headers: { ...headers, ...session }, body: JSON.stringify(message) });
    const clientInfo = { name: "test", version: "1" };
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
    const opened = await send({ jsonrpc: "2.0", id: 1, method: "initialize", params });
    const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
    for (const given of [session, {}]) {
      for (const [index, [message]] of malformed.entries()) {
        const response = await send(message, given);
        expect([response.status, await response.json()]).toEqual([400, answers[index]]);
      }
      for (const message of silent.slice(2)) {
        const response = await send(message, given);
        expect([response.status, ((await response.json()) as { id: unknown }).id]).toEqual([400, null]);
      }
    }
  });
});

describe.concurrent.each([
  ["stdio", connectedOverStdio],
  ["HTTP", connectedOverHttp],
] as const)("the memory of a server over %s", (_transport, connect) => {
  test("is steady under a hundred calls at a time", async () => {
    using folder = project(echo);
    const told = join(folder.path, "heap");
    const tell = `process.on("SIGUSR2", () => { gc(); gc(); fs.writeFileSync(${JSON.stringify(told)}, String(process.memoryUsage().heapUsed)); });`;
    const probe = join(folder.path, "probe.mjs");
    writeFileSync(probe, `import fs from "node:fs"; ${tell}`);
    const flags = ["--expose-gc", "--import", pathToFileURL(probe).href];
    await using connection = await connect("legacy", program(folder.path, ["workflow.yaml"], flags));
    const rounds = async (count: number): Promise<number> => {
      for (let round = 0; round < count; round += 1) {
        const calls = Array.from({ length: 100 }, (_unused, index) =>
          connection.client.callTool({ name: "echo", arguments: { text: `${index}.` } }),
        );
        const results = await Promise.all(calls);
        const texts = results.map(({ structuredContent }) => (structuredContent as { response: string }).response);
        expect(texts).toEqual(texts.map((_text, index) => `${index}.`.repeat(4_000)));
      }
      rmSync(told, { force: true });
      process.kill(connection.pid ?? 0, "SIGUSR2");
      while (!existsSync(told) || readFileSync(told, "utf8") === "") await new Promise((done) => setTimeout(done, 20));
      return Number(readFileSync(told, "utf8"));
    };
    const warm = await rounds(3);
    // Results of 1,000 calls that were kept would be 10 MB and more.
    expect(await rounds(10)).toBeLessThan(warm + 3 * 2 ** 20);
  });
});

describe.concurrent("flowc build --target mcp", () => {
  test.for([22, 26] as const)(
    "the bundle serves under Node %i, from an empty folder and environment",
    async (version, context) => {
      const node = nodeProgram(version);
      if (node === undefined) return context.skip();
      using folder = project(divide);
      using out = temporaryFolder();
      using empty = temporaryFolder();
      const built = await flowc(["build", folder.path, "-o", out.path, "--target", "mcp"]);
      expect(built.code, built.stderr).toBe(0);
      const served = { args: [join(out.path, "divide.mjs")], env: {}, node, cwd: empty.path };
      for (const connect of [connectedOverStdio, connectedOverHttp]) {
        for (const mode of ["auto", "legacy"] as const) {
          await using connection = await connect(mode, served);
          expect((await connection.client.listTools()).tools.map(({ name }) => name)).toEqual(["divide"]);
          const called = await connection.client.callTool({ name: "divide", arguments: { by: 4 } });
          expect(called.structuredContent).toEqual({ success: true, response: { half: 0.25 } });
        }
      }
    },
  );
});
