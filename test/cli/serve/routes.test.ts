import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventsOf, flowc } from "../../support/flowc.ts";
import { command, project } from "../project.ts";
import { post, type RunningService, startService, until } from "./service.ts";

const routes = [
  { path: "/orders", methods: ["GET", "POST"] },
  { path: "/orders/:id", methods: ["GET"] },
  { path: "/other", methods: ["POST"] },
  { path: "/slow", methods: ["POST"] },
  { path: "/broken", methods: ["POST"] },
  { path: "/status", methods: ["POST"] },
  { path: "/typed", methods: ["GET", "POST"] },
];

const workflow = {
  name: "shop",
  settings: {
    targetActionId: "orders",
    timeout: "20s",
    apiServer: { routes, healthPath: "/health", requestTimeout: "5s" },
  },
  resources: [
    command("shared", "echo shared"),
    command("only-post", "echo posted", { validations: { routes: ["/orders"], methods: ["POST"] } }),
    command("elsewhere", "echo elsewhere", { requires: ["shared"], validations: { routes: ["/other"] } }),
    command("never", "echo never"),
    {
      actionId: "orders",
      requires: ["shared", "only-post", "elsewhere"],
      validations: { routes: ["/orders", "/orders/:id"] },
      apiResponse: {
        response: {
          shared: "{{ get('shared') }}",
          posted: "{{ get('only-post') ?? 'no' }}",
          elsewhere: "{{ get('elsewhere') ?? 'no' }}",
          id: "{{ get('id', 'param') }}",
          page: "{{ get('query').page }}",
          name: "{{ get('body')?.name }}",
          field: "{{ get('name') }}",
          agent: "{{ get('headers')['user-agent'] }}",
          method: "{{ info('method') }}",
          path: "{{ info('path') }}",
          ip: "{{ info('ip') }}",
        },
      },
    },
    {
      actionId: "other",
      requires: ["elsewhere"],
      validations: {
        routes: ["/other"],
        required: ["code"],
        properties: { code: { type: "integer" } },
        error: { code: 422 },
      },
      apiResponse: {
        success: false,
        response: { got: "{{ get('elsewhere') }}" },
        statusCode: 201,
        headers: { "X-Got": "{{ get('elsewhere') }}", "X-Bad": "a" },
      },
    },
    command("slow", "sleep 30", {
      validations: { routes: ["/slow"] },
      exec: { command: "sleep 30", timeout: "300ms" },
    }),
    command("broken", "echo secret-path >&2; exit 3", { validations: { routes: ["/broken"] } }),
    {
      actionId: "typed",
      validations: {
        routes: ["/typed"],
        properties: { count: { type: "integer" }, flag: { type: "boolean" }, name: { type: "string" } },
      },
      apiResponse: { response: "{{ [get('count'), get('flag'), get('name')] }}" },
    },
    {
      actionId: "answer",
      validations: { routes: ["/status"] },
      apiResponse: {
        response: "x",
        statusCode: "{{ get('status') }}",
        headers: { "X-Text": "{{ get('text') ?? '' }}" },
      },
    },
  ],
};

let service: RunningService;
beforeAll(async () => {
  service = await startService(workflow, { eventsFile: "events.ndjson", args: ["--log"] });
});
afterAll(() => service[Symbol.asyncDispose]());

/** The action ids that ran since the last call. */
let seen = 0;
async function ran(): Promise<readonly unknown[]> {
  const lines = () => eventsOf(readFileSync(join(service.folder, "events.ndjson"), "utf8"));
  // An answer may come before the events of its run are in the file.
  await until(() => /workflow\.(?:completed|failed)$/.test(String(lines().slice(seen).at(-1)?.["event"])));
  const events = lines().slice(seen);
  seen += events.length;
  expect(new Set(events.map(({ runId }) => runId)).size).toBe(1);
  return events
    .filter(({ event }) => event === "resource.started")
    .map(({ actionId }) => actionId)
    .sort();
}

describe("a request runs what is bound to its route and method, and what that needs", () => {
  test("GET of the target's route", async () => {
    const response = await fetch(`${service.url}/orders?page=2`, { headers: { "user-agent": "tester" } });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({
      success: true,
      response: {
        shared: "shared",
        posted: "no",
        elsewhere: "no",
        id: null,
        page: "2",
        name: null,
        field: null,
        agent: "tester",
        method: "GET",
        path: "/orders",
        ip: "127.0.0.1",
      },
    });
    expect(await ran()).toEqual(["orders", "shared"]);
  });

  test("POST runs what is bound to POST too", async () => {
    const { response } = (await (await post(`${service.url}/orders`, { name: "Ada" })).json()) as { response: object };
    expect(response).toMatchObject({ posted: "posted", name: "Ada", field: "Ada", method: "POST" });
    expect(await ran()).toEqual(["only-post", "orders", "shared"]);
  });

  test("a parameter of the path", async () => {
    const { response } = (await (await fetch(`${service.url}/orders/a%20b?id=query`)).json()) as { response: object };
    expect(response).toMatchObject({ id: "a b", posted: "no", path: "/orders/a%20b" });
    expect(await ran()).toEqual(["orders", "shared"]);
  });

  test("another route has a response of its own, with status and headers", async () => {
    const response = await post(`${service.url}/other`, { code: 7 });
    expect(response.status).toBe(201);
    expect(response.headers.get("x-got")).toBe("elsewhere");
    expect(await response.json()).toEqual({ success: false, response: { got: "elsewhere" } });
    expect(await ran()).toEqual(["elsewhere", "other", "shared"]);
  });
});

describe("errors", () => {
  const errorOf = async (response: Response) => {
    const body = (await response.json()) as { success: boolean; error: Record<string, unknown> };
    expect(body.success).toBe(false);
    expect(body.error["code"]).toBe(response.status);
    return body.error;
  };

  test("input is looked at before anything runs, with the status of validations.error", async () => {
    for (const body of [{}, { code: "text" }]) {
      const response = await post(`${service.url}/other`, body);
      expect(response.status).toBe(422);
      expect(await errorOf(response)).toMatchObject({
        failureClass: "validation",
        actionId: "other",
        message: expect.stringMatching(/code/),
      });
      expect(await ran()).toEqual([]);
    }
  });

  test("an unknown path, and a method that the route does not take", async () => {
    expect((await fetch(`${service.url}/nothing`)).status).toBe(404);
    const response = await fetch(`${service.url}/orders`, { method: "DELETE" });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
    expect(await errorOf(response)).toMatchObject({ message: "the route does not take DELETE" });
  });

  test("a timeout is 504", async () => {
    const response = await post(`${service.url}/slow`, {});
    expect(response.status).toBe(504);
    expect(await errorOf(response)).toEqual({
      code: 504,
      message: "the request took too long",
      failureClass: "timeout",
      actionId: "slow",
    });
    await ran();
  });

  test("a failed command is 500, and nothing of the inside is reported", async () => {
    const response = await post(`${service.url}/broken`, {});
    expect(response.status).toBe(500);
    expect(await errorOf(response)).toEqual({
      code: 500,
      message: "the workflow failed",
      failureClass: "tool_runtime",
      actionId: "broken",
    });
    await ran();
  });

  test("an unusable status or header is 500", async () => {
    const letter = await post(`${service.url}/status`, { text: "€" });
    expect([letter.status, (await errorOf(letter))["message"]]).toEqual([
      500,
      "the workflow answered with an unusable header",
    ]);
    expect((await post(`${service.url}/status`, { status: 204 })).status).toBe(204);
    expect((await post(`${service.url}/status`, { status: 9000 })).status).toBe(500);
    const split = await post(`${service.url}/status`, { status: 200, text: "a\r\nSet-Cookie: b=c" });
    expect(split.status).toBe(500);
    expect(split.headers.get("set-cookie")).toBeNull();
  });
});

test("text of a query or a form is read as validations.properties say, JSON as it is", async () => {
  const answer = async (response: Promise<Response>) => {
    const { response: value, error } = (await (await response).json()) as { response?: unknown; error?: Error };
    return value ?? error?.message;
  };
  const typed = `${service.url}/typed`;
  expect(await answer(fetch(`${typed}?count=7&flag=true&name=8`))).toEqual([7, true, "8"]);
  const body = new URLSearchParams({ count: "7", flag: "false" });
  expect(await answer(fetch(typed, { method: "POST", body }))).toEqual([7, false, null]);
  expect(await answer(fetch(`${typed}?count=x`))).toBe('the input "count" must be integer');
  expect(await answer(post(typed, { count: "7" }))).toBe('the input "count" must be integer');
  expect(await answer(post(typed, { count: 7 }))).toEqual([7, null, null]);
});

test("--request reads path and query as a server does", async () => {
  using folder = project(workflow);
  const answer = async (...args: readonly string[]) => {
    const { stdout, stderr } = await flowc(["run", folder.path, "--request", ...args]);
    return stdout === "" ? stderr : (JSON.parse(stdout) as { response: unknown }).response;
  };
  expect(await answer("GET /typed?count=7&flag=true&name=8")).toEqual([7, true, "8"]);
  expect(await answer("GET /orders/a%20b?page=2&page=3")).toMatchObject({ id: "a b", page: "2" });
  expect(await answer("GET /typed?count=7", "--input", "count=8")).toEqual([8, null, null]);
  expect(await answer("GET /typed?count=x")).toContain('the input "count" must be integer');
});

test("HEAD answers like GET without a body, OPTIONS names the methods, the health path runs nothing", async () => {
  const head = await fetch(`${service.url}/orders`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  const options = await fetch(`${service.url}/orders`, { method: "OPTIONS" });
  expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS, POST"]);
  const health = await fetch(`${service.url}/health`);
  expect([health.status, await health.json()]).toEqual([200, { success: true, response: "ok" }]);
  const posted = await post(`${service.url}/health`, {});
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
});

test("--log prints a line for each request, and nothing of its query", async () => {
  await fetch(`${service.url}/orders/log%0Aline?token=geheim`);
  await until(() => service.stdout().includes("log%0Aline"));
  const line = service
    .stdout()
    .split("\n")
    .find((text) => text.includes("log%0A"));
  expect(line).toMatch(/^\S+Z 127\.0\.0\.1 GET \/orders\/log%0Aline 200 \d+\.\dms \/orders\/:id [\da-f-]{36}$/);
  expect(service.stdout()).not.toContain("geheim");
});
