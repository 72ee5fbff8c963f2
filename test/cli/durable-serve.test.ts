import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Databases,
  type DurableBundle,
  durableBundle,
  ended,
  query,
  said,
  startDatabases,
  until,
} from "../support/durable.ts";
import { flowcHere } from "../support/flowc.ts";
import { command, project } from "./project.ts";

// The server of a bundle built with --target dbos: each request is a run.

const databases = await startDatabases();
afterAll(() => databases?.server.stop());

const token = "t0ken-of-the-clients";
const routes = ["/orders/:id"];
const shop = {
  name: "shop",
  settings: {
    apiServer: { routes: [{ path: "/orders/:id", methods: ["POST"] }], auth: { token: "{{ env('API_TOKEN') }}" } },
    inputs: { item: { type: "string", maxLength: 9 }, fails: { type: "boolean", default: false } },
  },
  resources: [
    command("work", "echo {{quote(get('id', 'param'))}} >> log; while test -f hold; do sleep 0.05; done", {
      validations: { routes },
    }),
    command("fails", "exit 3", { validations: { routes, skip: ["!input.fails"] }, requires: ["work"] }),
    {
      actionId: "order",
      requires: ["work", "fails"],
      validations: { routes },
      apiResponse: {
        statusCode: 201,
        headers: { "X-Item": "{{get('item')}}" },
        response: "{{get('item')}} for {{get('id', 'param')}}",
      },
    },
  ],
};

interface Answer {
  readonly response: { readonly status: string } | string;
  readonly error?: { readonly message: string };
}

describe.skipIf(databases === undefined)("the server of a durable bundle", () => {
  let bundle: DurableBundle;
  let server: ChildProcess;
  let url: string;

  const serve = async (): Promise<void> => {
    server = spawn(process.execPath, [bundle.path, "serve", "--port", "0"], {
      ...{ cwd: bundle.folder, env: { ...bundle.env, API_TOKEN: token } },
      stdio: ["ignore", "ignore", "pipe"],
    });
    url = /http:\S+/.exec(await said(server, /listens on \S+\n/))?.[0] ?? "";
  };
  const ask = async (path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(new URL(path, url), {
      method: body === undefined ? "GET" : "POST",
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        Cookie: "session=c00kie",
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
  };
  const log = (): readonly string[] => readFileSync(join(bundle.folder, "log"), "utf8").trim().split("\n");
  const hold = (): void => writeFileSync(join(bundle.folder, "hold"), "");
  const release = (): void => rmSync(join(bundle.folder, "hold"));
  const later = { Prefer: "respond-async" };
  const answered = (path: string) =>
    until(async () => {
      const found = await ask(path);
      return found.status === 202 ? undefined : found;
    });

  beforeAll(async () => {
    bundle = await durableBundle(shop, await (databases as Databases).make());
    await serve();
  });
  afterAll(async () => {
    await ended(server, "SIGKILL");
    await bundle[Symbol.asyncDispose]();
  });

  test("answers with the result of a run in the database", async () => {
    const { status, headers, body } = await ask("/orders/1", { item: "book" }, { "X-Request-Id": "mine" });
    expect([status, body]).toEqual([201, { success: true, response: "book for 1" }]);
    expect([headers.get("X-Item"), headers.get("X-Request-Id")]).toEqual(["book", "mine"]);
    const runs = await query(bundle.url, "SELECT status, workflow_uuid AS id FROM dbos.workflow_status");
    expect(runs).toMatchObject([{ status: "SUCCESS" }]);
    expect((await ask(`/_runs/${runs[0]?.["id"]}`)).body).toEqual(body);
  });

  test("answers 202 with the URL of the run where the client prefers that, and there its answer", async () => {
    hold();
    const { status, headers, body } = await ask("/orders/2", { item: "pen" }, { Prefer: "wait=1, Respond-Async" });
    const path = headers.get("Location") ?? "";
    expect([status, headers.get("Preference-Applied")]).toEqual([202, "respond-async"]);
    expect(body).toEqual({ success: true, response: { id: path.slice("/_runs/".length), status: "queued" } });
    await until(() => (log().includes("2") ? true : undefined));
    const running = await ask(path);
    expect([running.status, running.headers.get("Retry-After")]).toEqual([202, "1"]);
    expect(running.body.response).toMatchObject({ status: "running" });
    release();
    const found = await answered(path);
    expect([found.status, found.body]).toEqual([201, { success: true, response: "pen for 2" }]);
    expect(found.headers.get("X-Item")).toBe("pen");
  });

  test("runs once for each Idempotency-Key, and takes it for no other request", async () => {
    const key = { "Idempotency-Key": "order-3" };
    const [first, second] = await Promise.all([
      ask("/orders/3", { item: "cup" }, key),
      ask("/orders/3", { item: "cup" }, key),
    ]);
    expect([first.status, first.body]).toEqual([201, { success: true, response: "cup for 3" }]);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    const third = await ask("/orders/3", { item: "cup" }, { ...key, ...later });
    expect(third.status).toBe(202);
    expect((await answered(third.headers.get("Location") ?? "")).body).toEqual(first.body);
    expect(log().filter((line) => line === "3")).toHaveLength(1);
    const other = await ask("/orders/3", { item: "mug" }, key);
    expect([other.status, other.body.error?.message]).toEqual([
      422,
      "this Idempotency-Key belongs to another request: send a new key",
    ]);
    expect((await ask("/orders/3", { item: "cup" }, { "Idempotency-Key": "a b" })).status).toBe(400);
    expect((await ask("/orders/4", { item: "cup" }, key)).body.response).toBe("cup for 4");
  });

  test("refuses inputs at once, and a failed run has its problem", async () => {
    expect((await ask("/orders/5", { item: "much too long" }, later)).status).toBe(400);
    const { headers } = await ask("/orders/5", { item: "x", fails: true }, later);
    const { status, body } = await answered(headers.get("Location") ?? "");
    expect([status, body]).toEqual([
      500,
      {
        success: false,
        error: { code: 500, message: "the workflow failed", failureClass: "tool_runtime", actionId: "fails" },
      },
    ]);
  });

  test("shows runs to who has the token alone, and only those of requests", async () => {
    expect((await ask("/_runs/nowhere")).status).toBe(404);
    expect((await ask("/_runs/nowhere", undefined, { Authorization: "Bearer no" })).status).toBe(401);
    expect((await ask("/_runs/nowhere", {})).status).toBe(405);
  });

  test("leaves what it runs to others when it ends, and comes back to it", { timeout: 60_000 }, async () => {
    hold();
    const { headers } = await ask("/orders/6", { item: "bag" }, later);
    const key = { "Idempotency-Key": "order-7" };
    const waiting = ask("/orders/7", { item: "hat" }, key).catch(() => undefined);
    await until(() => (log().includes("6") && log().includes("7") ? true : undefined));
    await ended(server, "SIGKILL");
    await waiting;
    release();
    await serve();
    expect((await answered(headers.get("Location") ?? "")).body.response).toBe("bag for 6");
    expect((await ask("/orders/7", { item: "hat" }, key)).body.response).toBe("hat for 7");
  });

  test("keeps no credentials of clients", async () => {
    const rows = await query(bundle.url, "SELECT t::text AS row FROM dbos.workflow_status t");
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ row }) => /t0ken|c00kie/.test(String(row)))).toEqual([]);
  });

  test("is beside the other commands, which take requests too", async () => {
    const { stdout } = await bundle.run(["--help"]);
    expect(stdout).toContain("  serve ");
    const env = { ...bundle.env, API_TOKEN: token };
    const asked = ["--request", "POST /orders/8", "--input", "item=map"];
    expect(await bundle.run(["run", ...asked], { env })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("map for 8"),
    });
    expect(await bundle.run(["start", "--wait", ...asked], { env })).toMatchObject({ code: 0 });
    expect(await bundle.run(["serve", ...asked], { env })).toMatchObject({
      ...{ code: 2, stderr: "error: serve takes its requests from clients: use run or start\n" },
    });
  });
});

test("no image is made of a server workflow", async () => {
  using folder = project(shop);
  const { code, stderr } = await flowcHere(["build", ".", "--target", "dbos", "--docker"], { cwd: folder.path });
  expect(code).toBe(2);
  expect(stderr).toContain("is a server workflow, and an image for many machines is a worker");
});
