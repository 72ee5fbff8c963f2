import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { LambdaEvent, LambdaResult } from "../../runtime-lib/lambda/event.ts";
import type { Fetch } from "../../runtime-lib/serve/fetch.ts";
import { examplesFolder } from "../support/examples.ts";
import { flowcHere, temporaryFolder } from "../support/flowc.ts";
import { hello, oneSentence, project } from "./project.ts";

const workflow = {
  name: "cloud.api",
  settings: {
    targetActionId: "echo",
    apiServer: {
      auth: { token: "{{ env('LAMBDA_TOKEN') }}" },
      routes: [
        { path: "/echo/:name", methods: ["GET", "POST"] },
        { path: "/upload", methods: ["POST"] },
        { path: "/session", methods: ["POST"] },
        { path: "/broken", methods: ["GET"] },
      ],
    },
  },
  resources: [
    {
      actionId: "echo",
      validations: { routes: ["/echo/:name"] },
      apiResponse: {
        response: {
          name: "{{ get('name', 'param') }}",
          body: "{{ get('body') }}",
          query: "{{ get('query') }}",
          cookie: "{{ get('cookie', 'header') }}",
          header: "{{ get('header1', 'header') }}",
          ip: "{{ info('ip') }}",
          path: "{{ info('path') }}",
        },
      },
    },
    {
      actionId: "upload",
      validations: { routes: ["/upload"] },
      apiResponse: { response: "{{ [get('file'), get('body').note] }}" },
    },
    {
      actionId: "session",
      validations: { routes: ["/session"] },
      apiResponse: { response: null, statusCode: 201, headers: { "Set-Cookie": "id=1; HttpOnly", "X-A": "b" } },
    },
    {
      actionId: "broken",
      validations: { routes: ["/broken"] },
      exec: { command: "echo secret-path >&2; exit 3" },
      apiResponse: { response: null },
    },
  ],
};

/** The example of API Gateway's documentation (HTTP API, payload format 2.0), with a path of this workflow. */
const documented: LambdaEvent = {
  version: "2.0",
  routeKey: "$default",
  rawPath: "/echo/Ada",
  rawQueryString: "parameter1=value1&parameter1=value2&parameter2=value",
  cookies: ["cookie1", "cookie2"],
  headers: { header1: "value1", header2: "value1,value2", authorization: "Bearer geheim" },
  queryStringParameters: { parameter1: "value1,value2", parameter2: "value" },
  requestContext: {
    accountId: "123456789012",
    apiId: "api-id",
    authentication: { clientCert: { clientCertPem: "CERT_CONTENT", subjectDN: "www.example.com" } },
    authorizer: { jwt: { claims: { claim1: "value1", claim2: "value2" }, scopes: ["scope1", "scope2"] } },
    domainName: "id.execute-api.us-east-1.amazonaws.com",
    domainPrefix: "id",
    http: {
      method: "POST",
      path: "/echo/Ada",
      protocol: "HTTP/1.1",
      sourceIp: "192.0.2.1",
      userAgent: "agent",
    },
    requestId: "id",
    routeKey: "$default",
    stage: "$default",
    time: "12/Mar/2020:19:03:58 +0000",
    timeEpoch: 1583348638390,
  },
  pathParameters: { parameter1: "value1" },
  isBase64Encoded: false,
  stageVariables: { stageVariable1: "value1", stageVariable2: "value2" },
} as LambdaEvent;

interface Changes extends Partial<Omit<LambdaEvent, "requestContext">> {
  readonly method?: string;
  readonly stage?: string;
}

/** The documented event with some of its parts changed. */
function event({ method = "GET", stage = "$default", headers = {}, ...parts }: Changes = {}): LambdaEvent {
  const { requestContext } = documented;
  return {
    ...documented,
    ...parts,
    headers: { ...documented.headers, ...headers },
    requestContext: { ...requestContext, stage, http: { ...requestContext.http, method } },
  };
}

const folder = project(workflow);
const out = join(folder.path, "out");
let handler: (event: LambdaEvent) => Promise<LambdaResult>;
let bundleFetch: Fetch;
beforeAll(async () => {
  const { code, stderr } = await flowcHere(["build", ".", "-o", "out", "--target", "lambda"], { cwd: folder.path });
  if (code !== 0) throw new Error(stderr);
  ({ handler, fetch: bundleFetch } = await import(pathToFileURL(join(out, "index.mjs")).href));
});
afterAll(() => folder[Symbol.dispose]());

/** What the function gives, and what it logs. */
async function call(given: LambdaEvent) {
  vi.stubEnv("LAMBDA_TOKEN", "geheim");
  const log = vi
    .spyOn(console, "log")
    .mockClear()
    .mockImplementation(() => undefined);
  const result = await handler(given);
  return { ...result, json: result.body === "" ? null : JSON.parse(result.body), lines: log.mock.calls.flat() };
}

const json = { "content-type": "application/json" };

describe("the handler of --target lambda", () => {
  test("answers the event of API Gateway's documentation", async () => {
    const {
      lines,
      json,
      body: _,
      ...result
    } = await call({ ...documented, body: "", headers: { ...documented.headers } });
    expect(result).toEqual({
      statusCode: 200,
      headers: { "content-type": "application/json", "x-request-id": expect.stringMatching(/^[\da-f-]{36}$/) },
      isBase64Encoded: false,
    });
    expect(json).toEqual({
      success: true,
      response: {
        name: "Ada",
        body: null,
        query: { parameter1: "value1", parameter2: "value", name: "Ada" },
        cookie: "cookie1; cookie2",
        header: "value1",
        ip: "192.0.2.1",
        path: "/echo/Ada",
      },
    });
    expect(lines.map((line) => JSON.parse(line as string))).toMatchObject([
      { client: "192.0.2.1", method: "POST", path: "/echo/Ada", route: "/echo/:name", status: 200 },
    ]);
  });

  test("reads bodies as they are and in base64, text and forms with files", async () => {
    const text = '{"a": "ü"}';
    const posted = { method: "POST", headers: json };
    expect((await call(event({ ...posted, body: text }))).json.response.body).toEqual({ a: "ü" });
    const encoded = { ...posted, body: Buffer.from(text).toString("base64"), isBase64Encoded: true };
    expect((await call(event(encoded))).json.response.body).toEqual({ a: "ü" });
    const form = new FormData();
    form.set("note", "n");
    form.set("file", new File(["\u00fc"], "a.txt"));
    const request = new Request("http://localhost", { method: "POST", body: form });
    const type = request.headers.get("content-type") ?? "";
    const bytes = Buffer.from(await request.arrayBuffer());
    const upload = { rawPath: "/upload", headers: { "content-type": type }, isBase64Encoded: true };
    const { json: uploaded } = await call(event({ ...posted, ...upload, body: bytes.toString("base64") }));
    expect(uploaded.response).toEqual(["ü", "n"]);
  });

  test("takes the name of the stage off the path, and what was decoded for what it is", async () => {
    const name = async (rawPath: string, stage: string) => (await call(event({ rawPath, stage }))).json?.response?.name;
    expect(await name("/prod/echo/Ada", "prod")).toBe("Ada");
    expect(await name("/echo/Ada", "prod")).toBe("Ada");
    expect(await name("/echo/a b?c#d\\e", "$default")).toBe("a b?c#d\\e");
    expect((await call(event({ rawPath: "/prod", stage: "prod" }))).statusCode).toBe(404);
    expect((await call(event({ rawPath: "/production/echo/Ada", stage: "prod" }))).statusCode).toBe(404);
  });

  test("gives cookies apart from other headers", async () => {
    const { statusCode, headers, cookies } = await call(event({ method: "POST", rawPath: "/session" }));
    expect([statusCode, cookies]).toEqual([201, ["id=1; HttpOnly"]]);
    expect(headers).toMatchObject({ "x-a": "b" });
    expect(Object.keys(headers)).not.toContain("set-cookie");
  });

  test("answers bad requests as the server does, and logs why one has failed", async () => {
    const status = async (changes: Changes) => (await call(event(changes))).statusCode;
    expect(await status({ headers: { authorization: "Bearer other" } })).toBe(401);
    expect(await status({ rawPath: "/nothing" })).toBe(404);
    expect(await status({ method: "DELETE" })).toBe(405);
    expect(await status({ method: "POST", headers: json, body: "{" })).toBe(400);
    expect(await status({ method: "POST", headers: json, body: "x".repeat(1_048_577) })).toBe(413);
    expect(await status({ method: "POST", headers: { "content-type": "text/xml" }, body: "x" })).toBe(415);
    expect(await status({ method: "TRACE" })).toBe(400);
    expect(await status({ headers: { header1: "Ω" } })).toBe(200);
    const { statusCode, body, lines } = await call(event({ rawPath: "/broken" }));
    expect([statusCode, body.includes("secret")]).toEqual([500, false]);
    expect(JSON.parse(String(lines[0]))).toMatchObject({
      status: 500,
      failureClass: "tool_runtime",
      actionId: "broken",
    });
  });

  test("gives what fetch gives, byte for byte", async () => {
    const headers = { ...documented.headers, cookie: "cookie1; cookie2", "x-request-id": "r-1" };
    for (const path of ["/echo/Ada?a=1&b=%C3%BC", "/nothing", "/session", "/broken"]) {
      const [rawPath = "", rawQueryString = ""] = path.split("?");
      const { statusCode, body } = await call(event({ rawPath, rawQueryString, headers }));
      const response = await bundleFetch(new Request(`https://x${path}`, { headers }), { ip: "192.0.2.1" });
      expect([statusCode, body], path).toEqual([response.status, await response.text()]);
    }
  });

  test("refuses events of other sources with a sentence", async () => {
    vi.stubEnv("LAMBDA_TOKEN", "geheim");
    const proxy = { resource: "/", httpMethod: "GET", path: "/", version: "1.0", requestContext: {} };
    for (const other of [proxy, {}, null, "x", { Records: [] }])
      await expect(handler(other as never)).rejects.toThrow("the event is not a request of payload format 2.0");
  });

  test("fails where the server would not start", async () => {
    vi.stubEnv("LAMBDA_TOKEN", "");
    const text = `import(${JSON.stringify(pathToFileURL(join(out, "index.mjs")).href)})
      .then(({ handler }) => handler(${JSON.stringify(event())})).catch(({ message }) => console.log(message));`;
    const { stdout } = spawnSync(process.execPath, ["--eval", text], { encoding: "utf8", env: { PATH: "/bin" } });
    expect(stdout).toContain("settings.apiServer.auth.token");
  });
});

test("the folder holds the function whole: index.handler, beside its types and licences", async () => {
  expect(readdirSync(out).sort()).toEqual(["index.d.mts", "index.licenses.txt", "index.mjs"]);
  expect(readFileSync(join(out, "index.d.mts"), "utf8")).toContain("export declare function handler(");
  const { stdout, code } = await flowcHere(["verify", "out", "."], { cwd: folder.path });
  expect([code, stdout], stdout).toEqual([0, expect.stringContaining("index.mjs")]);
});

test("only functions have a handler", async () => {
  using place = temporaryFolder();
  await flowcHere(["build", join(examplesFolder, "api"), "-o", place.path]);
  const text = readFileSync(join(place.path, "api.mjs"), "utf8");
  expect(text).not.toContain("payload format 2.0");
});

test.each([
  [["--docker"], "--docker"],
  [["--exe"], "--exe"],
  [["--platform", "linuxmusl-x64"], "--platform is linuxmusl-x64"],
  [["../other"], "takes one workflow"],
])("%j does not go with it", async (more, message) => {
  using other = project({ ...workflow, name: "other" });
  mkdirSync(join(folder.path, "empty"), { recursive: true });
  const paths = more[0] === "../other" ? [".", other.path] : [".", ...more];
  const args = ["build", ...paths, "-o", "empty", "--target", "lambda"];
  const { code, stderr } = await flowcHere(args, { cwd: folder.path });
  expect([code, stderr]).toEqual([2, expect.stringMatching(oneSentence)]);
  expect(stderr).toContain(message);
  expect(readdirSync(join(folder.path, "empty"))).toEqual([]);
});

test("a workflow of commands is refused: it answers no requests", async () => {
  using command = project(hello);
  const { code, stderr } = await flowcHere(["build", ".", "--target", "lambda"], { cwd: command.path });
  expect([code, stderr]).toEqual([
    2,
    "error: workflow.yaml is not a server workflow: --target lambda answers HTTP requests, so declare settings.apiServer.routes\n",
  ]);
  expect(readdirSync(command.path).sort()).toEqual(["workflow.yaml"]);
});
