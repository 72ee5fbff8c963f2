import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command, type WorkflowParts } from "../project.ts";
import { post, raw, startService, until } from "./service.ts";

const workflow = (apiServer: Readonly<Record<string, unknown>> = {}): WorkflowParts => ({
  name: "logged",
  settings: {
    apiServer: {
      routes: [
        { path: "/fails/:id", methods: ["GET"] },
        { path: "/who", methods: ["GET", "POST"] },
      ],
      ...apiServer,
    },
  },
  resources: [
    command("fails", "echo inside >&2; exit 3", { validations: { routes: ["/fails/:id"] } }),
    {
      actionId: "who",
      validations: { routes: ["/who"], check: "get('n', 1) == 1" },
      apiResponse: { response: ["{{ info('ip') }}", "{{ info('runId') }}"] },
    },
  ],
});

const uuid = /^[\da-f]{8}-[\da-f-]{27}$/;

test("every answer has an X-Request-Id: the one that came, or a new one where that is none; events have it too", async () => {
  await using service = await startService(workflow(), { eventsFile: "events" });
  const given = await fetch(`${service.url}/who`, { headers: { "X-Request-Id": "abc-123" } });
  expect(given.headers.get("x-request-id")).toBe("abc-123");
  expect(((await given.json()) as { response: readonly string[] }).response[1]).toBe("abc-123");
  const events = () => readFileSync(join(service.folder, "events"), "utf8");
  await until(() => events().includes("workflow.completed"));
  expect(events()).toContain('"runId":"abc-123"');
  for (const wrong of ["", "a b", "x".repeat(129), '"}']) {
    const answer = await fetch(`${service.url}/who`, { headers: { "X-Request-Id": wrong } });
    expect(answer.headers.get("x-request-id")).toMatch(uuid);
  }
  for (const path of ["/nosuch", "/fails/7"]) {
    expect((await fetch(`${service.url}${path}`)).headers.get("x-request-id")).toMatch(uuid);
  }
});

test("so have answers that no run gives: of health, to browsers that ask first, to other methods, to no such host", async () => {
  await using service = await startService(
    workflow({ healthPath: "/health", cors: { allowOrigins: ["http://a.test"] } }),
  );
  const preflight = { origin: "http://a.test", "access-control-request-method": "GET" };
  for (const [path, method, headers] of [
    ["/health", "GET", {}],
    ["/who", "OPTIONS", preflight],
    ["/who", "OPTIONS", {}],
    ["/who", "DELETE", {}],
    ["/who?n=2", "GET", { origin: "http://a.test" }],
  ] as const) {
    const answer = await fetch(`${service.url}${path}`, { method, headers: { ...headers, "X-Request-Id": "abc" } });
    expect([path, method, answer.headers.get("x-request-id")]).toEqual([path, method, "abc"]);
  }
  const answer = await raw(service.port, "GET /who HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\nX-Request-Id: [\da-f]{8}-/i);
});

test("--log tells the route, the run and why a request failed; the client is not told", async () => {
  await using service = await startService(workflow(), { args: ["--log"] });
  const answer = await fetch(`${service.url}/fails/7?q=1`, { headers: { "X-Request-Id": "run-1" } });
  expect(await answer.text()).not.toMatch(/inside|workflow\.yaml/);
  await until(() => service.stdout().includes("run-1"));
  const [line] = service.stdout().split("\n");
  expect(line).toMatch(
    /^\S+Z 127\.0\.0\.1 GET \/fails\/7 500 \d+\.\dms \/fails\/:id run-1 tool_runtime: "fails" failed: exit code 3: inside \(workflow\.yaml:\d+\)$/,
  );
  await fetch(`${service.url}/nosuch`, { headers: { "X-Request-Id": "run-2" } });
  await until(() => service.stdout().includes("run-2"));
  expect(service.stdout()).toMatch(/ GET \/nosuch 404 \d+\.\dms - run-2 validation: no such route$/m);
});

test("--log=json is for machines", async () => {
  await using service = await startService(workflow(), { args: ["--log=json"] });
  await post(`${service.url}/who`, { n: 2 }, { "X-Request-Id": "run-3" });
  await until(() => service.stdout().includes("run-3"));
  expect(JSON.parse(service.stdout())).toEqual({
    time: expect.stringMatching(/Z$/),
    client: "127.0.0.1",
    method: "POST",
    path: "/who",
    route: "/who",
    status: 400,
    durationMs: expect.any(Number),
    runId: "run-3",
    failureClass: "validation",
    message: expect.stringContaining("check failed"),
    actionId: "who",
    place: expect.stringMatching(/^workflow\.yaml:\d+$/),
  });
});

test("another format is a mistake", async () => {
  await expect(startService(workflow(), { args: ["--log=xml"] })).rejects.toThrow(
    'error: --log=FORMAT takes text or json, not "xml"',
  );
});

async function addressFor(apiServer: Readonly<Record<string, unknown>>, forwarded: string): Promise<string> {
  await using service = await startService(workflow(apiServer));
  const answer = await fetch(`${service.url}/who`, { headers: { "X-Forwarded-For": forwarded } });
  return ((await answer.json()) as { response: readonly [string] }).response[0];
}

test.each<readonly [string, Readonly<Record<string, unknown>>, string, string]>([
  ["nobody is trusted", {}, "1.1.1.1", "127.0.0.1"],
  ["one proxy has seen the last", { trustProxy: true }, "6.6.6.6, 2.2.2.2", "2.2.2.2"],
  ["two proxies have seen the last but one", { trustProxy: 2 }, "6.6.6.6, 2.2.2.2, 3.3.3.3", "2.2.2.2"],
  ["what is not an address counts for nothing", { trustProxy: true }, "nobody", "127.0.0.1"],
])("X-Forwarded-For: %s", async (_name, apiServer, forwarded, ip) => {
  expect(await addressFor(apiServer, forwarded)).toBe(ip);
});
