import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import autocannon from "autocannon";
import { describe, expect, test } from "vitest";
import { newTag, untilTagged } from "../../runtime-lib/exec/processes.ts";
import { flowc, flowcHere, type Outcome } from "../../support/flowc.ts";
import { command, hello, oneSentence, project, type WorkflowParts } from "../project.ts";
import { post, startService } from "./service.ts";

const served = (apiServer: object = {}, script = "echo done", settings: object = {}): WorkflowParts => ({
  name: "served",
  settings: { timeout: "60s", apiServer: { routes: [{ path: "/run", methods: ["POST"] }], ...apiServer }, ...settings },
  resources: [command("main", script)],
});

describe("callers", () => {
  test("need the token where there is one", async () => {
    const workflow = served({ auth: { token: "{{ env('API_TOKEN') }}" }, healthPath: "/health" });
    await using service = await startService(workflow, { env: { API_TOKEN: "geheim" } });
    const status = async (authorization?: string) => {
      const response = await post(`${service.url}/run`, {}, authorization === undefined ? {} : { authorization });
      return [response.status, response.headers.get("www-authenticate")];
    };
    expect(await status()).toEqual([401, "Bearer"]);
    expect(await status("Bearer wrong")).toEqual([401, "Bearer"]);
    expect(await status("Basic geheim")).toEqual([401, "Bearer"]);
    expect(await status("bearer geheim")).toEqual([200, null]);
    expect((await fetch(`${service.url}/health`)).status).toBe(200);
  });

  test("more than maxConcurrent at a time are told to come again", async () => {
    await using service = await startService(served({ maxConcurrent: 1 }, "sleep 1"));
    const first = post(`${service.url}/run`, {});
    let refused: Response;
    do refused = await post(`${service.url}/run`, {});
    while (refused.status === 200);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    await first;
  });

  test("of other origins are let in as cors says", async () => {
    await using service = await startService(served({ cors: { allowOrigins: ["https://a.example"] } }));
    const allowed = async (origin: string, method: string) => {
      const headers = { origin, "access-control-request-method": "POST" };
      const response = await fetch(`${service.url}/run`, { method, headers });
      return [response.status, response.headers.get("access-control-allow-origin")];
    };
    expect(await allowed("https://a.example", "OPTIONS")).toEqual([204, "https://a.example"]);
    expect(await allowed("https://a.example", "POST")).toEqual([200, "https://a.example"]);
    expect(await allowed("https://b.example", "POST")).toEqual([200, null]);
    const asked = await fetch(`${service.url}/run`, { method: "OPTIONS" });
    expect([asked.status, asked.headers.get("allow")]).toEqual([204, "OPTIONS, POST"]);
  });
});

describe("SIGTERM", () => {
  const tag = newTag();

  test("lets running requests finish, then exits 0", async () => {
    await using service = await startService(served({}, `sleep 1 && : ${tag}; echo done`));
    const answer = post(`${service.url}/run`, {});
    await untilTagged(tag, 1);
    service.child.kill("SIGTERM");
    expect(await (await answer).json()).toEqual({ success: true, response: "done" });
    expect(await service.ended()).toEqual({ code: 0, signal: null });
  });

  test("under load loses no request", async () => {
    await using service = await startService(served({}, "true"));
    let reset = 0;
    let answered = 0;
    const statuses = new Map<number, number>();
    const one = async (): Promise<boolean> => {
      try {
        const response = await post(`${service.url}/run`, {});
        await response.arrayBuffer();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        answered += 1;
        if (answered === 100) service.child.kill("SIGTERM");
        return true;
      } catch (error) {
        const { code } = (error as { cause?: { code?: string } }).cause ?? {};
        // Refused: never accepted. Anything else was.
        if (code !== "ECONNREFUSED") reset += 1;
        return code !== "ECONNREFUSED";
      }
    };
    const client = async (): Promise<void> => {
      while (await one());
    };
    await Promise.all(Array.from({ length: 20 }, client));
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThanOrEqual(100);
    expect(reset).toBe(0);
    expect(await service.ended()).toEqual({ code: 0, signal: null });
  });
});

test("10,000 requests over 200 connections leave nothing behind", async () => {
  const answer = { actionId: "main", apiResponse: { response: "{{ get('body') }}" } };
  using folder = project({ ...served(), resources: [answer] }, { "host.mjs": host });
  await flowcHere(["build", ".", "-o", "out"], { cwd: folder.path });
  const child = fork(join(folder.path, "host.mjs"), { execArgv: ["--expose-gc"] });
  const told = async () => (await once(child, "message"))[0] as Readonly<Record<"port" | "heap" | "handles", number>>;
  const { port } = await told();
  const load = async (amount: number) => {
    const headers = { "content-type": "application/json" };
    const url = `http://127.0.0.1:${port}/run`;
    const result = await autocannon({ url, connections: 200, amount, method: "POST", headers, body: '{"a":1}' });
    expect([result.errors, result.non2xx, result["2xx"]]).toEqual([0, 0, amount]);
    child.send("measure");
    return told();
  };
  // What is compiled and kept once belongs to the start.
  const before = await load(10_000);
  const after = await load(10_000);
  expect(after.heap).toBeLessThan(before.heap * 1.05);
  expect(after.handles).toBeLessThanOrEqual(before.handles);
  child.kill();
});

/** Serves the bundle and tells its heap and handles once all connections have gone. */
const host = `
import { serve } from "./out/served.mjs";
const { port } = await serve({ port: 0 });
process.on("message", async () => {
  const handles = () => process.getActiveResourcesInfo().filter((name) => name !== "Timeout").length;
  while (process.getActiveResourcesInfo().includes("TCPSocketWrap")) await new Promise((done) => setTimeout(done, 20));
  for (let round = 0; round < 5; round += 1) {
    gc();
    await new Promise((done) => setTimeout(done, 20));
  }
  process.send({ heap: process.memoryUsage().heapUsed, handles: handles() });
});
process.send({ port });
`;

describe("where it listens", () => {
  const run = async (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> => {
    using folder = project(served());
    return await flowc(["run", folder.path, ...args], {
      env,
      started: (child) => child.stderr?.on("data", () => setTimeout(() => child.kill("SIGTERM"), 50)),
    });
  };

  test("HOST and PORT of the environment, and a warning where others may come without a token", async () => {
    const { stderr, code } = await run([], { HOST: "0.0.0.0", PORT: "0" });
    expect(stderr).toMatch(/^served listens on http:\/\/0\.0\.0\.0:\d+\nwarning: .* callers need no token\n$/);
    expect(code).toBe(0);
    expect((await run(["--host", "127.0.0.1", "--port", "0"], { HOST: "0.0.0.0", PORT: "1" })).stderr).toMatch(
      /^served listens on http:\/\/127\.0\.0\.1:\d+\n$/,
    );
  });

  test("a port in use, one that is none and an empty token are said in a sentence", async () => {
    await using service = await startService(served());
    const taken = await run(["--port", String(service.port)]);
    expect([taken.stderr, taken.code]).toEqual([
      `error: cannot listen on 127.0.0.1:${service.port}: the port is in use [infra]\n`,
      1,
    ]);
    for (const args of [
      ["--port", "70000"],
      ["--port", "x"],
    ]) {
      const { stderr, code } = await run(args);
      expect(stderr).toMatch(oneSentence);
      expect(code).toBe(2);
    }
  });
});

test("a workflow without routes has no server, and its bundle none inside", async () => {
  using folder = project(hello);
  await flowcHere(["build", ".", "-o", "out"], { cwd: folder.path });
  const bundle = (await import(`${folder.path}/out/hello.mjs`)) as { serve(): Promise<unknown> };
  await expect(bundle.serve()).rejects.toThrow("this workflow is not a server workflow");
});
