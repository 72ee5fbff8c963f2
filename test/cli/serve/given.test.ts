import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CompiledWorkflow } from "../../../runtime-lib/run/workflow.ts";
import type { GivenAnswer } from "../../../runtime-lib/serve/given.ts";
import { flowc } from "../../support/flowc.ts";
import { project } from "../project.ts";
import { type RunningService, startService } from "./service.ts";

const bound = (path: string, response: unknown) => ({
  actionId: path.replaceAll(/\W+/g, "-").slice(1) || "root",
  validations: { routes: [path] },
  apiResponse: { response },
});
const workflow = {
  name: "given",
  settings: {
    targetActionId: "items-id",
    inputs: {
      count: { type: "integer", maximum: 100 },
      flag: { type: "boolean" },
      level: { enum: [1, 2, 3] },
      tags: { type: "array" },
      either: { anyOf: [{ type: "integer" }, { type: "boolean" }] },
      perhaps: { oneOf: [{ type: "integer" }, { type: "string" }] },
      name: { type: "string" },
      id: { type: "integer" },
    },
    apiServer: {
      routes: [
        { path: "/items/:id", methods: ["GET", "POST"] },
        { path: "/items/new", methods: ["GET", "POST"] },
        { path: "/typed", methods: ["GET", "POST"] },
        { path: "/grüße/:name", methods: ["GET"] },
        { path: "/", methods: ["GET"] },
        { path: "/file", methods: ["POST"] },
        { path: "/alternatives", methods: ["GET"] },
        { path: "/needs-file", methods: ["POST"] },
        { path: "/status", methods: ["PUT", "DELETE"] },
      ],
    },
  },
  resources: [
    bound("/items/:id", { route: "id", id: "{{ get('id') }}", text: "{{ get('id', 'param') }}" }),
    bound("/items/new", { route: "new" }),
    bound("/typed", {
      values: "{{ [get('count'), get('flag'), get('level'), get('tags'), get('name')] }}",
      trace: "{{ get('x-trace', 'header') }}",
      page: "{{ get('query').page }}",
      method: "{{ info('method') }}",
      path: "{{ info('path') }}",
      body: "{{ get('body')?.name }}",
    }),
    { ...bound("/grüße/:name", { name: "{{ get('name') }}" }), actionId: "hello" },
    bound("/", "root"),
    {
      actionId: "made",
      validations: { routes: ["/status"], methods: ["PUT"] },
      apiResponse: { success: false, response: "{{ info('runId') }}", statusCode: 201 },
    },
    {
      actionId: "removed",
      validations: { routes: ["/status"], methods: ["DELETE"] },
      apiResponse: { response: null, statusCode: 204 },
    },
    { ...bound("/file", "{{ [get('file'), get('file', 'filetype')] }}"), actionId: "upload" },
    bound("/alternatives", "{{ [get('either'), get('perhaps')] }}"),
    {
      ...bound("/needs-file", "{{ get('file', 'filetype') }}"),
      validations: { routes: ["/needs-file"], required: ["file"] },
    },
  ],
};

let service: RunningService;
let bundle: CompiledWorkflow;
let file: string;
beforeAll(async () => {
  service = await startService(workflow);
  const out = join(service.folder, "out");
  file = join(out, readdirSync(out).find((name) => name.endsWith(".mjs")) ?? "");
  bundle = await import(pathToFileURL(file).href);
});
afterAll(() => service[Symbol.asyncDispose]());

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What is answered, or what is wrong, by the server. */
async function served({ method = "GET", path, headers = {}, body }: Asked): Promise<unknown> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const all = body === undefined ? headers : { "content-type": "application/json", ...headers };
  const response = await fetch(`${service.url}${path}`, { method, headers: all, ...init });
  const answer = (await response.json()) as { response?: unknown; error?: { message: string } };
  return answer.error === undefined ? answer.response : { [response.status]: answer.error.message };
}

/** The same without a server. */
async function run(asked: Asked): Promise<unknown> {
  const request = { method: "GET", ...asked };
  return bundle.run({ request }).then(
    (answer) => (answer as GivenAnswer & { body: { response: unknown } }).body.response,
    ({ message, failureClass }) => ({ [failureClass === "validation" ? 400 : 500]: message }),
  );
}

describe("run({ request }) answers as the server does", () => {
  const asked: Readonly<Record<string, Asked>> = {
    "a parameter of the path": { path: "/items/7" },
    "one that does not fit its schema": { path: "/items/x" },
    "a number too large to be one": { path: "/items/1e400" },
    "the first route that fits": { path: "/items/new" },
    "a method and its body": { method: "POST", path: "/items/8", body: { id: 9 } },
    "text of a query, by the schema": { path: "/typed?count=5&flag=true&level=2&tags=%5B1%5D&name=7" },
    "a repeated parameter": { path: "/typed?count=5&count=6&page=1&page=2" },
    "text that is not an integer": { path: "/typed?count=x" },
    "text that is not a bool": { path: "/typed?flag=1" },
    "an empty text": { path: "/typed?count=" },
    "a number beyond the schema": { path: "/typed?count=101" },
    "a value that is not allowed": { path: "/typed?level=4" },
    "what is not declared": { path: "/typed?other=1", body: { name: "Ada", other: 2 }, method: "POST" },
    "JSON as it is": { method: "POST", path: "/typed", body: { count: "5" } },
    "a body that is not an object": { method: "POST", path: "/items/7", body: [1] },
    "a header": { path: "/typed", headers: { "X-Trace": "t1" } },
    "letters, encoded": { path: "/gr%C3%BC%C3%9Fe/a%20b%2Fc%2541" },
    "letters as they are": { path: "/grüße/é" },
    "an encoding that is none": { path: "/grüße/%zz%C3%BC" },
    "dots in the path": { path: "/typed/../items/./3" },
    "a value of one type or another": { path: "/alternatives?either=3&perhaps=3" },
    "what is of neither type": { path: "/alternatives?either=x" },
    root: { path: "/" },
    "root and a query": { path: "/?count=3" },
    "plus and percent in a query": { path: "/typed?name=a+b%2Bc&page=%zz" },
    "a parameter without a value": { path: "/typed?name&page" },
    "names of prototypes": { path: "/typed?__proto__=1&constructor=2&page=3" },
    "too many parameters": { path: `/typed?${"a&".repeat(1_001)}` },
  };

  test.each(Object.entries(asked))("%s", async (_name, request) => {
    const answer = await served(request);
    expect(answer).not.toBeUndefined();
    expect(await run(request)).toEqual(answer);
  });

  test("what the answers are", async () => {
    expect(await run({ path: "/items/7" })).toEqual({ route: "id", id: 7, text: "7" });
    expect(await run({ path: "/items/new" })).toEqual({ 400: 'the input "id" must be integer' });
    expect(await run({ path: "/items/1e400" })).toEqual({ 400: 'the input "id" must be integer' });
    expect(await run({ path: "/typed?count=5&flag=true&level=2&tags=[1]&name=7" })).toMatchObject({
      values: [5, true, 2, [1], "7"],
    });
    expect(await run({ path: "/typed?count=x" })).toEqual({ 400: 'the input "count" must be integer' });
    expect(await run({ path: "/alternatives?either=3&perhaps=3" })).toEqual([3, "3"]);
    expect(await run({ path: "/alternatives?either=true" })).toEqual([true, null]);
    expect(await run({ method: "POST", path: "/items/7", body: [1] })).toEqual({
      400: "the body must be a JSON object, found array",
    });
    expect(await run({ path: `/typed?${"a&".repeat(1_001)}` })).toEqual({
      400: "the query has more parameters than 1000",
    });
  });

  test("an unknown path, and a method that the route does not take", async () => {
    expect(await run({ path: "/nothing" })).toEqual({ 400: "no route /nothing in this workflow" });
    expect(await run({ path: "/items/7", method: "DELETE" })).toEqual({
      400: "the route /items/7 does not take DELETE",
    });
    expect(await run({ path: "items" })).toEqual({ 400: 'the path of a request must start with "/", found "items"' });
  });

  test("takes query, headers and a file beside the path; method and names of headers in any case", async () => {
    const request = { method: "get", path: "/typed?page=1", query: { page: "2" }, headers: { "X-TRACE": "t" } };
    expect(await bundle.run({ request })).toMatchObject({
      status: 200,
      body: { response: { trace: "t", page: "2", method: "GET", path: "/typed" } },
    });
    const uploaded = { method: "POST", path: "/file", file: join(service.folder, "workflow.yaml") };
    expect(await bundle.run({ request: uploaded })).toMatchObject({
      body: { response: [expect.stringContaining("targetActionId"), "application/yaml"] },
    });
  });

  test("gives status, headers and body, as the server answers them", async () => {
    const answer = async (path: string, method: string) => {
      const response = await fetch(`${service.url}${path}`, { method, headers: { "x-request-id": "r-1" } });
      const text = await response.text();
      const { "content-type": type, "x-request-id": id } = Object.fromEntries(response.headers);
      const headers = { ...(type && { "content-type": type }), ...(id && { "x-request-id": id }) };
      return { status: response.status, headers, body: text === "" ? null : JSON.parse(text) };
    };
    for (const [method, path] of [
      ["GET", "/items/7"],
      ["PUT", "/status"],
      ["DELETE", "/status"],
    ] as const) {
      const request = { method, path, headers: { "X-Request-Id": "r-1" } };
      expect(await bundle.run({ request })).toEqual(await answer(path, method));
    }
    expect(await answer("/status", "PUT")).toMatchObject({ status: 201, body: { success: false, response: "r-1" } });
    expect(await answer("/status", "DELETE")).toMatchObject({ status: 204, body: null });
    const request = { method: "PUT", path: "/status" };
    expect(await bundle.run({ request, runId: "own" })).toMatchObject({ headers: { "x-request-id": "own" } });
  });

  test("takes the parameters of a path as it is declared", async () => {
    const body = async (path: string, params: object) =>
      (await run({ path, params } as Asked)) as { readonly text?: string; readonly name?: string };
    expect(await body("/items/:id", { id: 7 })).toMatchObject({ id: 7, text: "7" });
    expect(await body("/grüße/:name", { name: "a/b%2F ?é" })).toEqual({ name: "a/b%2F ?é" });
    expect(await body("/items/:id", {})).toEqual({ 400: 'the parameter "id" of the path is missing' });
    expect(await body("/items/:toString", {})).toEqual({ 400: 'the parameter "toString" of the path is missing' });
    expect(await body("/items/:id", { id: 7, page: 2 })).toEqual({
      400: 'the path "/items/:id" has no parameter "page"',
    });
    expect(await body("/items/:id", { id: "" })).toEqual({ 400: "no route /items/ in this workflow" });
  });

  test("a file that is asked for is not an input: nobody declares it", async () => {
    const needsFile = { method: "POST", path: "/needs-file" };
    expect(await served(needsFile)).toEqual({ 400: "missing input: file" });
    expect(await run(needsFile)).toEqual({ 400: expect.stringContaining("missing input: file") });
    const request = { ...needsFile, file: join(service.folder, "workflow.yaml") };
    expect(await bundle.run({ request })).toMatchObject({ body: { response: "application/yaml" } });
  });

  test.each([null, 5, {}, { path: "/" }, { method: "GET" }, { method: "GET", path: 5 }])(
    "what is not a request is refused: %j",
    async (request) => {
      await expect(bundle.run({ request: request as never })).rejects.toMatchObject({
        failureClass: "validation",
        message: "a request must be an object with the strings method and path",
      });
    },
  );

  test("HEAD is answered as GET is", async () => {
    expect(await bundle.run({ request: { method: "HEAD", path: "/items/7" } })).toMatchObject({
      body: { response: { id: 7 } },
    });
  });

  test("a body or an input that is nested too deep is refused", async () => {
    const deep: unknown = JSON.parse("[".repeat(1_001) + "]".repeat(1_001));
    const problem = "is nested more than 1000 deep";
    expect(await run({ method: "POST", path: "/file", body: deep })).toEqual({ 400: `the body ${problem}` });
    await expect(bundle.tool.call({ tags: deep })).rejects.toThrow(`the input "tags" ${problem}`);
  });

  test("a refused request ends its events as any failed run", async () => {
    const events: unknown[] = [];
    const onEvent = (event: { readonly event: string }) => void events.push(event.event);
    await expect(bundle.run({ request: { method: "GET", path: "/nothing" }, onEvent })).rejects.toThrow("no route");
    expect(events).toEqual(["workflow.failed"]);
  });
});

test("a workflow without routes takes no request", async () => {
  using folder = project({ resources: [{ actionId: "main", apiResponse: { response: "hi" } }] });
  const { stdout, stderr, code } = await flowc(["run", folder.path, "--request", "GET /x"]);
  expect([stdout, stderr, code]).toEqual(["", "error: this workflow has no routes: it takes no request\n", 2]);
});

test("--request does the same, with the inputs as its body", async () => {
  const answer = async (...args: readonly string[]) => {
    const { stdout, stderr, code } = await flowc(["run", service.folder, "--request", ...args]);
    return code === 0 ? (JSON.parse(stdout) as { response: unknown }).response : [code, stderr];
  };
  expect(await answer("GET /gr%C3%BC%C3%9Fe/a%20b")).toEqual({ name: "a b" });
  expect(await answer("POST /typed", "--input-json", '{"name": "Ada", "other": 1}')).toMatchObject({ body: "Ada" });
  expect(await answer("GET /typed?count=x")).toEqual([2, 'error: the input "count" must be integer\n']);
});
