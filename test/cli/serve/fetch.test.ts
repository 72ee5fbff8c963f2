import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Fetch } from "../../../runtime-lib/serve/fetch.ts";
import { exampleNames, examplesFolder } from "../../support/examples.ts";
import { flowcHere, temporaryFolder } from "../../support/flowc.ts";
import { command, hello, project } from "../project.ts";
import { type RunningService, startService, until } from "./service.ts";

/** What an importer of a bundle sees. */
type Bundle = Readonly<Record<string, unknown>> & { readonly fetch: Fetch };

async function bundleIn(folder: string): Promise<Bundle> {
  return import(pathToFileURL(join(folder, readdirSync(folder).find((name) => name.endsWith(".mjs")) ?? "")).href);
}

const json = { "content-type": "application/json" };
const token = { authorization: "Bearer geheim" };
const bound = (path: string, response: unknown, more: object = {}) => ({
  actionId: path.slice(1).split("/", 1)[0],
  validations: { routes: [path] },
  apiResponse: { response, ...more },
});
const workflow = {
  name: "edges",
  settings: {
    targetActionId: "echo",
    inputs: { count: { type: "integer" }, name: { type: "string" }, id: { type: "integer" } },
    apiServer: {
      auth: { token: "{{ env('EDGE_TOKEN') }}" },
      cors: { allowOrigins: ["https://a.example"] },
      healthPath: "/health",
      maxBodyBytes: 2_000,
      requestTimeout: "2s",
      routes: [
        { path: "/echo", methods: ["GET", "POST", "PUT"] },
        { path: "/items/:id", methods: ["GET"] },
        { path: "/grüße/:name", methods: ["GET"] },
        { path: "/upload", methods: ["POST"] },
        { path: "/created", methods: ["POST"] },
        { path: "/empty", methods: ["DELETE"] },
        { path: "/refused", methods: ["POST"] },
        { path: "/broken", methods: ["POST"] },
        { path: "/late", methods: ["POST"] },
      ],
    },
  },
  resources: [
    bound("/echo", {
      body: "{{ get('body') }}",
      query: "{{ get('query') }}",
      count: "{{ get('count') }}",
      trace: "{{ get('x-trace', 'header') }}",
      cookie: "{{ get('cookie', 'header') }}",
      method: "{{ info('method') }}",
      path: "{{ info('path') }}",
      id: "{{ info('runId') }}",
    }),
    bound("/items/:id", "{{ get('id') }}"),
    { ...bound("/grüße/:name", "{{ get('name') }}"), actionId: "greet" },
    bound("/upload", "{{ [get('file'), get('file', 'filetype'), get('body').note, get('body').file.filename] }}"),
    bound("/created", "{{ get('name') }}", {
      success: false,
      statusCode: 201,
      headers: { Location: "/x/{{ get('name') }}", "X-Umlaut": "\u00fc", "Content-Type": "application/problem+json" },
    }),
    bound("/empty", null, { statusCode: 204 }),
    {
      ...bound("/refused", null),
      validations: { routes: ["/refused"], check: "get('name') == 'Ada'", error: { code: 422, message: "not Ada" } },
    },
    command("broken", "echo secret-path >&2; exit 3", { validations: { routes: ["/broken"] } }),
    command("late", "sleep 30", { validations: { routes: ["/late"] } }),
  ],
};

interface Asked extends RequestInit {
  readonly path: string;
}

const form = (): FormData => {
  const data = new FormData();
  data.set("note", "n");
  data.set("file", new File(["some,text"], "../a.csv", { type: "text/csv" }));
  return data;
};
const post = (
  path: string,
  body: NonNullable<RequestInit["body"]>,
  headers: Readonly<Record<string, string>> = json,
) => ({
  path,
  method: "POST",
  headers: { ...token, ...headers },
  body,
});
const get = (path: string, method = "GET") => ({ path, method, headers: token });

/** Bodies are made anew for each edge: a stream can be read once. */
const cases: Readonly<Record<string, () => Asked>> = {
  "a query and headers": () => ({
    ...get("/echo?a=1&a=2&count=3"),
    headers: { ...token, "x-trace": "t", cookie: "a=1" },
  }),
  HEAD: () => get("/echo", "HEAD"),
  JSON: () => post("/echo", '{"count": 5, "x": ["é"]}'),
  "JSON of another media type": () =>
    post("/echo", "[1]", { "content-type": "application/vnd.api+json; charset=utf-8" }),
  "a body that is no object": () => post("/refused", "[1]"),
  "a form": () => post("/echo", "count=7&a=1&a=2", { "content-type": "application/x-www-form-urlencoded" }),
  "a body without a length": () => ({ ...post("/echo", new Blob(['{"count":1}']).stream()), duplex: "half" as const }),
  "an empty body": () => post("/echo", ""),
  "an empty text": () => post("/echo", "", {}),
  "no body": () => ({ ...get("/echo"), method: "PUT" }),
  "JSON that is none": () => post("/echo", "{"),
  "a body that is not UTF-8": () => post("/echo", new Uint8Array([0x22, 0xff, 0x22])),
  "a body that is nested too deep": () => post("/echo", "[".repeat(1_001)),
  "another type": () => post("/echo", "x", { "content-type": "text/xml" }),
  "no type": () => post("/echo", new Uint8Array([0x7b, 0x7d]), {}),
  "a body that is packed": () => post("/echo", "{}", { ...json, "content-encoding": "gzip" }),
  "a body that is too large": () => post("/echo", JSON.stringify("x".repeat(2_000))),
  "the same without a length": () => ({
    ...post("/echo", new Blob([JSON.stringify("x".repeat(90_000))]).stream()),
    duplex: "half" as const,
  }),
  "an upload": () => post("/upload", form(), {}),
  "an upload that is none": () => post("/upload", "--x", { "content-type": "multipart/form-data; boundary=x" }),
  "a parameter": () => get("/items/7"),
  "one that does not fit": () => get("/items/seven"),
  "letters in a path": () => get("/gr%C3%BC%C3%9Fe/a%20b%2Fc%2541?name=x"),
  "an encoding that is none": () => get("/gr%C3%BC%C3%9Fe/%zz"),
  "dots in a path": () => get("/items/../items/./3"),
  "too many parameters": () => get(`/echo?${"a&".repeat(1_001)}`),
  "a status and headers": () => post("/created", '{"name": "Ada"}'),
  "a header that the name makes unusable": () => post("/created", '{"name": "a\\nb"}'),
  "an answer without a body": () => get("/empty", "DELETE"),
  "a check that fails": () => post("/refused", '{"name": "Bob"}'),
  "a command that fails": () => post("/broken", "{}"),
  "a deadline that passes": () => post("/late", "{}"),
  "an unknown route": () => get("/nothing"),
  "an unknown method": () => get("/items/7", "PATCH"),
  "the methods of a route": () => get("/items/7", "OPTIONS"),
  "no token": () => ({ path: "/echo" }),
  "a wrong token": () => ({ path: "/echo", headers: { authorization: "Bearer other" } }),
  health: () => ({ path: "/health" }),
  "health by another method": () => ({ ...get("/health", "POST") }),
  "a browser that asks ahead": () => ({
    path: "/echo",
    method: "OPTIONS",
    headers: { origin: "https://a.example", "access-control-request-method": "PUT" },
  }),
  "another origin": () => ({ ...get("/echo"), headers: { ...token, origin: "https://b.example" } }),
  "the origin": () => ({ ...get("/echo"), headers: { ...token, origin: "https://a.example" } }),
};

/** Those of the connection: they are the host's. */
const ofTransport = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];

async function whole(response: Response) {
  const headers = [...response.headers].filter(([name]) => !ofTransport.includes(name));
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()).toString("latin1") };
}

/** The answer of each edge to the same request. */
async function bothEdges(service: Pick<RunningService, "url">, bundle: Bundle, make: () => Asked) {
  const [served, fetched] = await Promise.all(
    [
      (url: string, init: RequestInit) => fetch(url, init),
      (url: string, init: RequestInit) => bundle.fetch(new Request(url, init)),
    ].map(async (edge) => {
      const { path, ...init } = make();
      return whole(
        await edge(`${service.url}${path}`, { ...init, headers: { ...init.headers, "x-request-id": "r-1" } }),
      );
    }),
  );
  return { served, fetched };
}

describe("fetch answers byte for byte as serve does", () => {
  let service: RunningService;
  let bundle: Bundle;
  beforeAll(async () => {
    service = await startService(workflow, { env: { EDGE_TOKEN: "geheim" } });
    bundle = await bundleIn(join(service.folder, "out"));
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test.each(Object.entries(cases))("%s", async (_name, make) => {
    vi.stubEnv("EDGE_TOKEN", "geheim");
    const { served, fetched } = await bothEdges(service, bundle, make);
    expect(fetched).toEqual(served);
    expect(served?.headers).toContainEqual(["x-request-id", "r-1"]);
  });

  test("the cases meet every kind of answer", async () => {
    vi.stubEnv("EDGE_TOKEN", "geheim");
    const statuses = new Set<number>();
    for (const [name, make] of Object.entries(cases)) {
      if (name === "a deadline that passes") continue;
      const { path, ...init } = make();
      statuses.add((await bundle.fetch(new Request(`http://localhost${path}`, init))).status);
    }
    expect([...statuses].sort()).toEqual([200, 201, 204, 400, 401, 404, 405, 413, 415, 422, 500]);
  });
});

describe("all routes of all examples", () => {
  const servers = exampleNames.filter((name) =>
    readFileSync(join(examplesFolder, name, "workflow.yaml"), "utf8").includes("apiServer:"),
  );
  const bodies = ["{}", '{"name": "Ada", "text": "a b c"}', '{"name": 5}', "{"];

  test.each(servers)("of %s", async (example) => {
    await using service = await startService(readFileSync(join(examplesFolder, example, "workflow.yaml"), "utf8"));
    const bundle = await bundleIn(join(service.folder, "out"));
    const { routes } = bundle["describe"] as { readonly routes: readonly { path: string; methods: string[] }[] };
    expect(routes.length).toBeGreaterThan(0);
    for (const { path, methods } of [...routes, { path: "/nothing", methods: ["GET"] }]) {
      for (const method of [...methods, "PROPFIND", "OPTIONS", "HEAD"]) {
        for (const body of method === "POST" ? bodies : [undefined]) {
          const asked = { path: path.replace(/:\w+/, "x%20y"), method, headers: json, ...(body && { body }) };
          const { served, fetched } = await bothEdges(service, bundle, () => asked);
          expect(fetched, `${method} ${path} ${body}`).toEqual(served);
        }
      }
    }
  });
});

/** A server workflow of one command, built and imported. */
async function built(script: string, apiServer: object = {}) {
  const folder = project({
    name: "one",
    settings: { timeout: "60s", apiServer: { routes: [{ path: "/run", methods: ["POST"] }], ...apiServer } },
    resources: [command("main", script)],
  });
  const { code, stderr } = await flowcHere(["build", ".", "-o", "out"], { cwd: folder.path });
  if (code !== 0) throw new Error(stderr);
  return { folder, bundle: await bundleIn(join(folder.path, "out")) };
}

const run = (init: RequestInit = {}) => new Request("http://localhost/run", { method: "POST", ...init });

describe("a request of fetch", () => {
  test("ends its commands when its client goes away", async () => {
    using place = temporaryFolder();
    vi.stubEnv("PLACE", place.path);
    const { folder, bundle } = await built('echo $$ > "$PLACE/pid"; exec sleep 600');
    using _folder = folder;
    const client = new AbortController();
    const answer = bundle.fetch(run({ signal: client.signal }));
    const file = join(place.path, "pid");
    await until(() => existsSync(file) && readFileSync(file, "utf8").endsWith("\n"));
    const pid = Number(readFileSync(file, "utf8"));
    expect(isAlive(pid)).toBe(true);
    client.abort();
    expect((await answer).status).toBe(500);
    await until(() => !isAlive(pid));
  });

  test("is one of maxConcurrent", async () => {
    using place = temporaryFolder();
    vi.stubEnv("PLACE", place.path);
    const { folder, bundle } = await built(
      'touch "$PLACE/began"; until [ -e "$PLACE/go" ]; do sleep 0.05; done; echo done',
      { maxConcurrent: 1 },
    );
    using _folder = folder;
    const first = bundle.fetch(run());
    await until(() => existsSync(join(place.path, "began")));
    const second = await bundle.fetch(run());
    expect([second.status, second.headers.get("retry-after")]).toEqual([429, "1"]);
    writeFileSync(join(place.path, "go"), "");
    expect(await (await first).json()).toEqual({ success: true, response: "done" });
  });

  test("whose body does not come is answered 408, and says nothing of a connection", async () => {
    const { folder, bundle } = await built("echo done", { requestTimeout: "300ms" });
    using _folder = folder;
    const body = new ReadableStream<Uint8Array>({ start: (stream) => stream.enqueue(new Uint8Array([0x7b])) });
    for (const headers of [json, { "content-type": "text/xml" }] as const) {
      const answer = await bundle.fetch(run({ body: headers === json ? body : silent(), headers, duplex: "half" }));
      expect([answer.status, answer.headers.get("connection")]).toEqual([408, null]);
    }
  });

  test("has the address that its host gives, and none where it gives none", async () => {
    using folder = project({
      settings: { apiServer: { routes: [{ path: "/run", methods: ["POST"] }] } },
      resources: [{ actionId: "main", apiResponse: { response: "{{ info('ip') }}" } }],
    });
    await flowcHere(["build", ".", "-o", "out"], { cwd: folder.path });
    const bundle = await bundleIn(join(folder.path, "out"));
    const ip = async (client?: object) =>
      ((await (await bundle.fetch(run(), client)).json()) as { response: string }).response;
    expect(await ip({ ip: "192.0.2.1" })).toBe("192.0.2.1");
    expect(await ip()).toBe("");
    // What other hosts hand on beside a request.
    expect(await ip({ waitUntil: () => undefined })).toBe("");
  });

  test("rejects where the server would not start, until it would", async () => {
    const { folder, bundle } = await built("echo done", { auth: { token: "{{ env('EDGE_TOKEN') }}" } });
    using _folder = folder;
    vi.stubEnv("EDGE_TOKEN", "");
    await expect(bundle.fetch(run())).rejects.toMatchObject({ failureClass: "preflight" });
    vi.stubEnv("EDGE_TOKEN", "geheim");
    expect((await bundle.fetch(run({ headers: token }))).status).toBe(200);
  });
});

test("fetch mounts in an application of Hono below a path", async () => {
  using place = temporaryFolder();
  await flowcHere(["build", join(examplesFolder, "api"), "-o", place.path]);
  const { fetch: api } = await bundleIn(place.path);
  const app = new Hono().get("/", (context) => context.text("own")).mount("/api", api);
  expect(await (await app.request("/")).text()).toBe("own");
  expect(await (await app.request("/api/greetings/Ada")).json()).toMatchObject({
    response: { greeting: "Hello, Ada!" },
  });
  expect((await app.request("/api/nothing")).status).toBe(404);
});

test("the bundle of a command has no fetch", async () => {
  using folder = project(hello);
  await flowcHere(["build", ".", "-o", "out"], { cwd: folder.path });
  expect(Object.keys(await bundleIn(join(folder.path, "out")))).not.toContain("fetch");
  const types = readdirSync(join(folder.path, "out")).find((name) => name.endsWith(".d.mts")) ?? "";
  expect(readFileSync(join(folder.path, "out", types), "utf8")).not.toContain("function fetch");
});

/** A body of which nothing comes. */
function silent(): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
