import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningService, startService } from "./service.ts";

const mebibyte = 2 ** 20;
const echo = (actionId: string) => ({
  actionId,
  validations: { routes: [`/${actionId}`] },
  apiResponse: { response: "{{ get('body') }}" },
});
const workflow = {
  name: "hostile",
  settings: {
    targetActionId: "echo",
    apiServer: {
      routes: [
        { path: "/echo", methods: ["POST"] },
        { path: "/fields", methods: ["POST"] },
        { path: "/a/:b/c/:d", methods: ["GET"] },
      ],
      healthPath: "/health",
      requestTimeout: "60s",
    },
  },
  resources: [
    echo("echo"),
    {
      actionId: "fields",
      validations: { routes: ["/fields"], properties: { n: { type: "integer" }, m: { type: "array" } } },
      apiResponse: { response: "{{ len(get('body')) }}" },
    },
    { actionId: "path", validations: { routes: ["/a/:b/c/:d"] }, apiResponse: { response: "{{ get('query') }}" } },
  ],
};

let service: RunningService;
beforeAll(async () => {
  service = await startService(workflow);
});
afterAll(() => service[Symbol.asyncDispose]());

const form = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data; boundary=b";
const part = (name: string, more = "") => `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n\r\n`;
/** As often as it fits in a body of 1 MiB. */
const filled = (text: string, ending = "") => text.repeat((mebibyte - ending.length) / text.length) + ending;

/** The status of an answer, its message, and the milliseconds that it took. */
async function send(type: string, body: string, path = "/echo") {
  const begin = performance.now();
  const response = await fetch(service.url + path, { method: "POST", body, headers: { "content-type": type } });
  const text = await response.text();
  const { error } = JSON.parse(text) as { error?: { readonly message: string } };
  return { status: response.status, message: error?.message, took: performance.now() - begin };
}

describe("a body of 1 MiB takes no longer than its size, whatever it is made of", () => {
  const tooManyFields = "the form has more fields than 1000";
  const bodies: Readonly<Record<string, readonly [type: string, body: string, status: number, message?: string]>> = {
    "one field, repeated": [form, filled("a&"), 400, tooManyFields],
    "one field with values": [form, filled("a=1&"), 400, tooManyFields],
    "nothing but separators": [form, filled("&"), 400, tooManyFields],
    "fields without an end": [form, filled("n=1&m=2&"), 400, tooManyFields],
    "one large field": [form, `n=${"7".repeat(mebibyte - 2)}`, 200],
    "percent signs": [form, `a=${filled("%25", "xx")}`.slice(0, mebibyte), 200],
    "plus signs": [form, filled("+"), 200],
    "equals signs": [form, filled("="), 200],
    "parts of a form": [multipart, filled(part("a"), "--b--\r\n"), 400, "the form has more parts than 1000"],
    "files of a form": [
      multipart,
      filled(part("a", '; filename="f"'), "--b--\r\n"),
      400,
      "the form has more parts than 1000",
    ],
    "a header of a part": [multipart, `${part("a", `; x="${"y; ".repeat(300_000)}"`)}--b--\r\n`, 200],
    "what only begins a boundary": [multipart, `${part("a")}${"\r\n--".repeat(200_000)}\r\n--b--\r\n`, 200],
    "arrays in arrays": [
      "application/json",
      "[".repeat(mebibyte / 2) + "]".repeat(mebibyte / 2),
      400,
      "the body is nested more than 1000 deep",
    ],
    "maps in maps": [
      "application/json",
      `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
      400,
      "the body is nested more than 1000 deep",
    ],
    "arrays without an end": ["application/json", "[".repeat(mebibyte), 400, "the body is not valid JSON"],
    "many keys": ["application/json", `{${Array.from({ length: 80_000 }, (_, at) => `"k${at}":1`).join(",")}}`, 200],
    "one key, repeated": ["application/json", `{${'"k":1,'.repeat(170_000)}"k":1}`, 200],
    digits: ["application/json", "1".repeat(mebibyte), 200],
    escapes: ["application/json", `"${"\\u0041".repeat(170_000)}"`, 200],
  };

  test.each(Object.entries(bodies))("%s", { timeout: 60_000 }, async (_name, [type, body, status, message]) => {
    const plain = await send("application/json", JSON.stringify("x".repeat(mebibyte - 2)));
    expect(plain.status).toBe(200);
    const answer = await send(type, body, message === undefined ? "/echo" : "/fields");
    expect([answer.status, answer.message ?? message]).toEqual([status, message ?? answer.message]);
    // Machines are busy now and then; by the square of its size it would take minutes.
    expect(answer.took).toBeLessThan(5_000 + 50 * plain.took);
  });
});

test("1,000 fields are taken, and 1,000 parts", async () => {
  const fields = Array.from({ length: 1_000 }, (_, at) => `a=${at}`).join("&");
  expect((await send(form, fields)).status).toBe(200);
  expect((await send(multipart, `${part("a").repeat(1_000)}--b--\r\n`)).status).toBe(200);
});

test("JSON that is 1,000 deep is taken, in a body and in a query", async () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  expect((await send("application/json", nested(998))).status).toBe(200);
  const asked = (depth: number) => fetch(`${service.url}/fields?m=${nested(depth)}`, { method: "POST" });
  const { error } = (await (await asked(3_000)).json()) as { readonly error: { readonly message: string } };
  expect(error.message).toBe('the input "m" is nested more than 1000 deep');
});

test("headers, paths and queries as long as they can be", async () => {
  const long = (text: string) => text.repeat(14_000 / text.length);
  const statuses = await Promise.all([
    fetch(`${service.url}/a/b/c/d?${"a&".repeat(900)}`),
    fetch(`${service.url}/a/b/c/d?${long("a&")}`),
    fetch(`${service.url}${long("/a")}`),
    fetch(`${service.url}/a/${long("%41")}/c/${"%zz"}`),
    fetch(`${service.url}/a/b/c/d`, { headers: { cookie: long("a=b; ") } }),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([200, 400, 404, 200, 200]);
});

describe("a request that comes a byte at a time is cut off, answered or not", () => {
  /** What is answered until the server closes the connection. */
  function drip(port: number, head: string, piece: string): Promise<string> {
    return new Promise((resolve) => {
      let answer = "";
      const socket = connect(port, "127.0.0.1");
      socket.setEncoding("latin1").on("data", (text: string) => {
        answer += text;
      });
      socket.on("error", () => undefined);
      socket.write(head);
      const timer = setInterval(() => socket.write(piece), 50);
      socket.on("close", () => {
        clearInterval(timer);
        resolve(answer);
      });
    });
  }

  test("on every path", { timeout: 30_000 }, async () => {
    const { apiServer } = workflow.settings;
    const settings = { ...workflow.settings, apiServer: { ...apiServer, requestTimeout: "1s" } };
    await using impatient = await startService({ ...workflow, settings });
    const head = (path: string, last: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n${last}`;
    const length = "Content-Length: 100000\r\n\r\n";
    const answers = await Promise.all([
      drip(impatient.port, head("/health", length), "x"),
      drip(impatient.port, head("/health", "Transfer-Encoding: chunked\r\n\r\n"), "1\r\nx\r\n"),
      drip(impatient.port, head("/health", "X-Slow: "), "x"),
      drip(impatient.port, head("/nothing", length), "x"),
      drip(impatient.port, head("/a/b/c/d", `Content-Type: application/json\r\n${length}`), "x"),
    ]);
    const statuses = answers.map((answer) => [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status));
    expect(statuses).toEqual([["200"], ["200"], ["408"], ["404"], ["408"]]);
  });
});
