import { existsSync, readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import autocannon from "autocannon";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { killTagged, newTag, tagged, untilTagged } from "../../runtime-lib/exec/processes.ts";
import { eventsOf } from "../../support/flowc.ts";
import { command } from "../project.ts";
import { post, type RunningService, raw, startService, until } from "./service.ts";

const tag = newTag();
const workflow = {
  name: "clients",
  settings: {
    targetActionId: "echo",
    timeout: "60s",
    apiServer: {
      routes: [
        { path: "/echo", methods: ["GET", "POST"] },
        { path: "/file", methods: ["POST"] },
        { path: "/wait", methods: ["POST"] },
        { path: "/required", methods: ["POST"] },
      ],
      requestTimeout: "60s",
      maxBodyBytes: 100_000,
    },
  },
  resources: [
    { actionId: "echo", validations: { routes: ["/echo"] }, apiResponse: { response: "{{ get('body') }}" } },
    {
      actionId: "stored",
      validations: { routes: ["/file"] },
      exec: { command: "cat", args: ["{{ get('file', 'filepath') }}"] },
      apiResponse: {
        response: {
          path: "{{ get('file', 'filepath') }}",
          type: "{{ get('file', 'filetype') }}",
          text: "{{ get('stored') }}",
          fields: "{{ get('body') }}",
        },
      },
    },
    {
      actionId: "required",
      validations: { routes: ["/required"], required: ["file"] },
      apiResponse: { response: "{{ get('file') }}" },
    },
    command("wait", `sleep ${tag}`, { validations: { routes: ["/wait"] } }),
  ],
};

let service: RunningService;
beforeAll(async () => {
  service = await startService(workflow, { eventsFile: "events.ndjson" });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  killTagged(tag);
});

const head = (lines: readonly string[]) => [...lines, "", ""].join("\r\n");
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const echoed = async (response: Response) => ((await response.json()) as { response: unknown }).response;

describe("bodies", () => {
  const send = (body: string | Buffer, type: string | undefined) =>
    fetch(`${service.url}/echo`, { method: "POST", body, headers: type === undefined ? {} : { "content-type": type } });

  test("JSON, with a charset or a suffix, and none at all", async () => {
    expect(await echoed(await send('{"a": "é"}', "application/json; charset=utf-8"))).toEqual({ a: "é" });
    expect(await echoed(await send("[1]", "application/problem+json"))).toEqual([1]);
    expect(await echoed(await fetch(`${service.url}/echo`, { method: "POST" }))).toBeNull();
  });

  test("a form", async () => {
    const type = "application/x-www-form-urlencoded";
    expect(await echoed(await send("a=1&b=%20x", type))).toEqual({ a: "1", b: " x" });
    expect(await echoed(await send("a=1&b=2&a=&a=3", type))).toEqual({ a: ["1", "", "3"], b: "2" });
  });

  test("what is not JSON, not UTF-8 or of another type", async () => {
    const statuses = [
      await send("{bad", "application/json"),
      await send(Buffer.from('{"a":"\xff"}', "latin1"), "application/json"),
      await send("no form", "multipart/form-data; boundary=x"),
      await send("<a/>", "text/xml"),
      await send(Buffer.from("x"), undefined),
    ].map(({ status }) => status);
    expect(statuses).toEqual([400, 400, 400, 415, 415]);
    const packed = await fetch(`${service.url}/echo`, {
      method: "POST",
      body: "x",
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
    });
    expect(packed.status).toBe(415);
  });

  test("keys of prototypes are data", async () => {
    const body = '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}';
    const response = await send(body, "application/json");
    expect(await response.text()).toBe(`{"success":true,"response":${JSON.stringify(JSON.parse(body))}}`);
    expect(await echoed(await send("{}", "application/json"))).toEqual({});
  });

  test("one that is too large is refused before it has come", async () => {
    const announced = await raw(
      service.port,
      head(["POST /echo HTTP/1.1", "Host: x", "Content-Type: application/json", "Content-Length: 104857600"]),
      /\}\}$/,
    );
    expect(statusOf(announced)).toBe(413);
    const chunk = `${(60_000).toString(16)}\r\n${" ".repeat(60_000)}\r\n`;
    const chunked = head([
      "POST /echo HTTP/1.1",
      "Host: x",
      "Content-Type: application/json",
      "Transfer-Encoding: chunked",
    ]);
    expect(statusOf(await raw(service.port, chunked + chunk + chunk, /\}\}$/))).toBe(413);
  });

  test("one that never ends is 408", async () => {
    const { apiServer } = workflow.settings;
    const impatient = { ...workflow.settings, apiServer: { ...apiServer, requestTimeout: "1s" } };
    await using service = await startService({ ...workflow, settings: impatient });
    const begun = head(["POST /echo HTTP/1.1", "Host: x", "Content-Type: application/json", "Content-Length: 100"]);
    expect(statusOf(await raw(service.port, `${begun}{"a":`, /\}\}$/))).toBe(408);
  });

  test("headers that never end or are too many", async () => {
    expect(
      statusOf(await raw(service.port, head(["GET /echo HTTP/1.1", "Host: x", `X-Flood: ${"x".repeat(40_000)}`]))),
    ).toBe(431);
    const answer = await raw(service.port, "NO SUCH THING\r\n\r\n");
    expect(statusOf(answer)).toBe(400);
    const [headers, body = ""] = answer.split("\r\n\r\n");
    expect(headers).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
    const error = { code: 400, message: "the request is not valid HTTP", failureClass: "validation" };
    expect(JSON.parse(body)).toEqual({ success: false, error });
  });

  test("pipelined requests are answered in order", async () => {
    const one = (name: string) =>
      `${head(["POST /echo HTTP/1.1", "Host: x", "Content-Type: application/json", `Content-Length: ${name.length + 2}`])}"${name}"`;
    const answer = await raw(service.port, one("first") + one("second") + one("third"), /third/);
    expect([...answer.matchAll(/"response":"(\w+)"/g)].map(([, name]) => name)).toEqual(["first", "second", "third"]);
  });
});

describe("uploads", () => {
  test("a file has a path while the request lasts, whatever the client calls it", async () => {
    const form = new FormData();
    form.append("note", "hello");
    form.append("upload", new File(["content"], "../../../etc/pass wd.TXT", { type: "text/csv" }));
    const response = await fetch(`${service.url}/file`, { method: "POST", body: form });
    const { path, ...rest } = (await echoed(response)) as { path: string };
    expect(rest).toMatchObject({
      type: "text/csv",
      text: "content",
      fields: { note: "hello", upload: { filename: expect.stringContaining("wd.TXT"), size: 7 } },
    });
    expect(path).toMatch(/flowc-upload-\w+\/0\.TXT$/);
    await until(() => !existsSync(join(path, "..")));
  });
});

test("several files of one name are a list, the first of all is get('file')", async () => {
  const form = new FormData();
  for (const name of ["a.txt", "b.txt"]) form.append("upload", new File([name], name, { type: "text/plain" }));
  form.append("other", new File(["c"], "c"));
  const { text, fields } = (await echoed(await fetch(`${service.url}/file`, { method: "POST", body: form }))) as {
    readonly text: string;
    readonly fields: { readonly upload: readonly { readonly filename: string }[]; readonly other: object };
  };
  expect(text).toBe("a.txt");
  expect(fields.upload.map(({ filename }) => filename)).toEqual(["a.txt", "b.txt"]);
  expect(fields.other).toMatchObject({ filename: "c", size: 1 });
});

test("a file that a resource requires must be sent", async () => {
  expect((await post(`${service.url}/required`, {})).status).toBe(400);
  const form = new FormData();
  form.append("upload", new File(["content"], "a.txt"));
  expect(await echoed(await fetch(`${service.url}/required`, { method: "POST", body: form }))).toBe("content");
});

test("a client that goes away takes its command with it", async () => {
  const controller = new AbortController();
  const gone = fetch(`${service.url}/wait`, { method: "POST", signal: controller.signal }).catch(() => undefined);
  await untilTagged(tag, 1);
  controller.abort();
  await gone;
  await until(() => tagged(tag).length === 0);
});

test("2,000 idle connections hold up nobody", async () => {
  const sockets: Socket[] = [];
  for (let count = 0; count < 2_000; count += 1) {
    const socket = connect(service.port, "127.0.0.1");
    socket.on("error", () => undefined);
    sockets.push(socket);
  }
  await until(() => sockets.every(({ connecting }) => !connecting));
  expect(await echoed(await post(`${service.url}/echo`, { a: 1 }))).toEqual({ a: 1 });
  for (const socket of sockets) socket.destroy();
});

test("under load every answer is right and every event whole", async () => {
  // Of its own: other tests' runs may still write their events.
  await using loaded = await startService(workflow, { eventsFile: "events.ndjson" });
  const load = await autocannon({
    url: `${loaded.url}/echo`,
    connections: 100,
    amount: 3_000,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"a":1}',
  });
  expect([load.errors, load.non2xx, load["2xx"]]).toEqual([0, 0, 3_000]);
  const events = () => eventsOf(readFileSync(join(loaded.folder, "events.ndjson"), "utf8"));
  await until(() => events().length >= 3_000 * 4);
  const runs = new Map<unknown, Readonly<Record<string, unknown>>[]>();
  for (const event of events()) runs.set(event["runId"], [...(runs.get(event["runId"]) ?? []), event]);
  expect(runs.size).toBe(3_000);
  for (const run of runs.values()) {
    expect(run.map(({ event }) => event)).toEqual([
      "workflow.started",
      "resource.started",
      "resource.completed",
      "workflow.completed",
    ]);
  }
});

test("a request without a body does not wait for one", async () => {
  const answer = await new Promise<number | undefined>((resolve) => {
    httpRequest(`${service.url}/echo`, { method: "GET" }, (response) => resolve(response.resume().statusCode)).end();
  });
  expect(answer).toBe(200);
});
