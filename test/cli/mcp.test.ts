import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import { flowc, flowcProgram, runProgram, temporaryFolder } from "../support/flowc.ts";
import { connectedOverHttp, connectedOverStdio, type Mode, startedOverHttp } from "../support/mcp.ts";
import { command, oneSentence, project, workflowText } from "./project.ts";

const greet = workflowText({
  name: "greet",
  settings: {
    inputs: { name: { type: "string", required: true, description: "Who" }, count: { type: "integer", minimum: 1 } },
  },
  resources: [
    { actionId: "main", description: "Greets", apiResponse: { response: { text: "hello {{ get('name') }}" } } },
  ],
});
const slow = workflowText({
  name: "slow",
  resources: [
    command("first", "true"),
    command("main", 'echo $$ > "$1"; sleep 60', {
      requires: ["first"],
      exec: { command: 'echo $$ > "$1"; sleep 60', args: ["{{ get('pidFile') }}"], timeout: "2m" },
    }),
  ],
});
const failing = workflowText({ name: "failing", resources: [command("main", "echo no luck >&2; exit 3")] });
const keep = workflowText({
  name: "keep",
  settings: { inputs: { key: { type: "string", required: true } } },
  resources: [
    {
      actionId: "store",
      component: { name: "memory", with: { key: "{{ get('key') }}", value: "of {{ get('key') }}" } },
    },
    {
      actionId: "main",
      requires: ["store"],
      component: { name: "memory", with: { action: "retrieve", key: "{{ get('key') }}" } },
    },
  ],
});
const all = { "greet.yaml": greet, "slow.yaml": slow, "failing.yaml": failing, "keep.yaml": keep };

/** A folder with all workflows, and the command that serves them. */
function served() {
  const folder = project("", all);
  const env = { ...process.env, HOME: folder.path, XDG_CACHE_HOME: join(folder.path, "cache") };
  const paths = Object.keys(all).map((name) => join(folder.path, name));
  return { ...folder, env, args: [flowcProgram, "mcp", ...paths] };
}

const connected = (mode: Mode, folder: ReturnType<typeof served>, args = folder.args) =>
  connectedOverStdio(mode, { args, env: folder.env });

async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.concurrent.each([
  ["stdio", "auto", connected],
  ["stdio", "legacy", connected],
  ["HTTP", "auto", connectedOverHttp],
  ["HTTP", "legacy", connectedOverHttp],
] as const)(
  "flowc mcp over %s, version negotiation %s",
  (_transport, mode, connect) => {
    test("lists each workflow as a tool", async () => {
      using folder = served();
      await using connection = await connect(mode, folder);
      const { tools } = await connection.client.listTools();
      expect(tools.map(({ name }) => name).sort()).toEqual(["failing", "greet", "keep", "slow"]);
      expect(tools.find(({ name }) => name === "greet")).toMatchObject({
        description: "Greets",
        inputSchema: {
          type: "object",
          properties: { name: { type: "string", description: "Who" }, count: { type: "integer", minimum: 1 } },
          required: ["name"],
          additionalProperties: false,
        },
        outputSchema: { type: "object", properties: { response: { properties: { text: { type: "string" } } } } },
        annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
      });
      const { inputSchema, annotations } = tools.find(({ name }) => name === "slow") ?? {};
      expect(inputSchema).toEqual({ type: "object", properties: { pidFile: {} } });
      expect(annotations).toEqual({ readOnlyHint: false, destructiveHint: true, openWorldHint: true });
    });

    test("gives results, failures, and errors for wrong arguments", async () => {
      using folder = served();
      await using connection = await connect(mode, folder);
      const call = (name: string, input: Record<string, unknown> = {}) =>
        connection.client.callTool({ name, arguments: input });
      const expected = { success: true, response: { text: "hello Ann" } };
      const { content, structuredContent } = await call("greet", { name: "Ann" });
      expect([content, structuredContent]).toEqual([[{ type: "text", text: JSON.stringify(expected) }], expected]);
      const failed = await call("failing");
      expect(failed.isError).toBe(true);
      expect(failed.content).toEqual([{ type: "text", text: expect.stringMatching(/^tool_runtime: .*no luck/) }]);
      await expect(call("greet")).rejects.toMatchObject({
        code: -32_602,
        message: expect.stringContaining("missing input: name"),
      });
      await expect(call("greet", { name: 1 })).rejects.toMatchObject({ code: -32_602 });
      await expect(call("greet", { name: "A", more: 1 })).rejects.toMatchObject({ code: -32_602 });
      await expect(call("nosuch")).rejects.toMatchObject({ code: -32_602 });
    });

    test("tells progress, and ends the children of a call that is cancelled", async () => {
      using folder = served();
      await using connection = await connect(mode, folder);
      const pidFile = join(folder.path, "pid");
      const controller = new AbortController();
      const progress: (string | undefined)[] = [];
      const running = connection.client.callTool(
        { name: "slow", arguments: { pidFile } },
        { signal: controller.signal, timeout: 100_000, onprogress: ({ message }) => void progress.push(message) },
      );
      const rejected = expect(running).rejects.toThrow();
      const pid = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, "utf8")) : 0);
      await eventually(() => pid() > 0 && progress.length >= 3);
      expect(progress.slice(0, 3)).toEqual(["first started", "first completed", "main started"]);
      expect(isRunning(pid())).toBe(true);
      controller.abort();
      await rejected;
      await eventually(() => !isRunning(pid()));
      const after = await connection.client.callTool({ name: "greet", arguments: { name: "B" } });
      expect(after.isError).toBeFalsy();
    });

    test("answers a hundred calls at once, each to its caller", async () => {
      using folder = served();
      await using connection = await connect(mode, folder);
      const keys = Array.from({ length: 100 }, (_unused, index) => `key ${index}`);
      const results = await Promise.all(
        keys.map((key) => connection.client.callTool({ name: "keep", arguments: { key } }, { timeout: 100_000 })),
      );
      expect(results.map(({ structuredContent }) => structuredContent)).toEqual(
        keys.map((key) => ({ success: true, key, value: `of ${key}` })),
      );
    });
  },
  120_000,
);

describe.concurrent("a server that ends", () => {
  test("ends its children when the client goes", async () => {
    using folder = served();
    const { client } = await connected("auto", folder);
    const pidFile = join(folder.path, "pid");
    const running = client.callTool({ name: "slow", arguments: { pidFile } }).catch(() => undefined);
    await eventually(() => existsSync(pidFile) && readFileSync(pidFile, "utf8") !== "");
    await client.close();
    await running;
    await eventually(() => !isRunning(Number(readFileSync(pidFile, "utf8"))));
  });

  test("ends its children at SIGTERM, also over HTTP, where no client can go so that it is seen", async () => {
    using folder = served();
    const server = await startedOverHttp(folder);
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "legacy" } });
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    const pidFile = join(folder.path, "pid");
    const running = client.callTool({ name: "slow", arguments: { pidFile } }).catch(() => undefined);
    await eventually(() => existsSync(pidFile) && readFileSync(pidFile, "utf8") !== "");
    expect(await server.stop()).toBe(0);
    expect(isRunning(Number(readFileSync(pidFile, "utf8")))).toBe(false);
    await client.close();
    await running;
  });

  test("has written nothing but the protocol to standard output", async () => {
    using folder = served();
    const [program = "", ...args] = folder.args;
    const { stdout, stderr, code } = await runProgram(program, args, { env: folder.env, stdin: "no JSON\n" });
    expect([stderr, code]).toEqual(["", 0]);
    for (const line of stdout.split("\n").filter((text) => text !== "")) expect(JSON.parse(line).jsonrpc).toBe("2.0");
  });
});

describe.concurrent("flowc mcp refuses", () => {
  test.each([
    [[], "mcp needs a workflow"],
    [["examples/hello", "--port", "1"], "--http"],
    [["examples/hello", "--http", "--port", "x"], '"x"'],
    [["nosuch"], "nosuch"],
  ])("%j", async (args, said) => {
    const { stdout, stderr, code } = await flowc(["mcp", ...args]);
    expect([stdout, code]).toEqual(["", 2]);
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toContain(said);
  });

  test("two workflows of one name", async () => {
    using folder = project(greet, { "other.yaml": greet });
    const { stderr, code } = await flowc(["mcp", folder.path, join(folder.path, "other.yaml")]);
    expect(stderr).toBe(
      'error: two of the workflows would both be the tool "greet": give each a metadata.name of its own; a workflow without one has the name of its file, whatever its folder\n',
    );
    expect(code).toBe(2);
  });

  test("what does not compile", async () => {
    using folder = project(greet.replace("get('name')", "nosuch()"));
    const { stdout, stderr, code } = await flowc(["mcp", folder.path]);
    expect([stdout, code]).toEqual(["", 3]);
    expect(stderr).toContain("unknown-function");
  });

  test("to be reached from other machines without a token", async () => {
    const { stderr, code } = await flowc(["mcp", "examples/hello", "--http", "--host", "0.0.0.0", "--port", "0"]);
    expect(stderr).toBe(
      "error: 0.0.0.0 can be reached from other machines: set FLOWC_MCP_TOKEN to a token [preflight]\n",
    );
    expect(code).toBe(1);
  });
});

describe.concurrent("over HTTP", () => {
  test("pages of other origins are refused, and callers without the token", async () => {
    using folder = served();
    const env = { ...folder.env, FLOWC_MCP_TOKEN: "s3cret" };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    await using server = await startedOverHttp({ args: folder.args, env });
    const status = async (headers: Record<string, string>) =>
      (await fetch(server.url, { method: "POST", body, headers: { "content-type": "application/json", ...headers } }))
        .status;
    expect(await status({})).toBe(401);
    expect(await status({ authorization: "Bearer wrong" })).toBe(401);
    expect(await status({ authorization: "Bearer s3cret", origin: "http://evil.example" })).toBe(403);
    expect(await status({ authorization: "Bearer s3cret" })).not.toBe(401);
    expect(await server.stop()).toBe(0);
  });
});

describe.concurrent("flowc build --target mcp", () => {
  test("writes a bundle that is a server when it is run, and makes no code", async () => {
    using folder = served();
    using out = temporaryFolder();
    const built = await flowc(["build", join(folder.path, "greet.yaml"), "-o", out.path, "--target", "mcp"]);
    expect(built.code).toBe(0);
    const bundle = join(out.path, "greet.mjs");
    expect(readFileSync(bundle, "utf8")).not.toMatch(/\bnew Function\b|\beval\(|= Function;/);
    await using connection = await connected("auto", folder, [bundle]);
    const { structuredContent } = await connection.client.callTool({ name: "greet", arguments: { name: "C" } });
    expect(structuredContent).toEqual({ success: true, response: { text: "hello C" } });
    expect(JSON.parse((await runProgram(bundle, ["--describe"])).stdout).name).toBe("greet");
    expect((await runProgram(bundle, ["--help"])).stdout).toContain("--http");
    const wrong = await runProgram(bundle, ["--nope"]);
    expect(wrong.stderr).toMatch(oneSentence);
    expect([wrong.stdout, wrong.code]).toEqual(["", 2]);
  });

  test("knows its targets", async () => {
    const { stderr, code } = await flowc(["build", "examples/hello", "--target", "mpc"]);
    expect(stderr).toMatch(/^error: --target takes command, mcp, .*, not "mpc"; did you mean "mcp"\?\n$/);
    expect(code).toBe(2);
  });
});
