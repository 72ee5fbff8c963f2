import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventsOf, flowc } from "../../support/flowc.ts";
import { project, type Resource } from "../project.ts";
import { post, type RunningService, startService, until } from "./service.ts";

// What clients learn (spec section 9): what they did wrong, and nothing of the machine.

const routed = (actionId: string, more: Resource): Resource => ({
  actionId,
  ...more,
  validations: { routes: [`/${actionId}`], ...(more["validations"] as object) },
});
const answered = (response: unknown) => ({ apiResponse: { response } });
const resources = [
  routed("check", { validations: { check: ["get('body').name != 'x'"] }, ...answered("checked") }),
  routed("skip", { validations: { skip: ["get('n') > 3"] }, ...answered("not skipped") }),
  routed("before", { before: ["set('size', len(get('list')))"], ...answered("{{ get('size') }}") }),
  routed("stored", {
    before: ["set('kept', get('body'))"],
    validations: { check: ["len(get('kept').list) > 0"], error: { code: 422 } },
    ...answered("stored"),
  }),
  routed("inside", { before: ["set('number', int(env('FLOWC_TEST_WORD')))"], ...answered("never") }),
  routed("field", answered("{{ get('body').name }}")),
  routed("maybe", answered("{{ get('body')?.name }}")),
  routed("whole", answered("{{ get('body') }}")),
  routed("image", {
    chat: {
      model: "m",
      prompt: "p",
      files: ["{{ get('file', 'filepath') }}"],
      baseUrl: "http://127.0.0.1:9",
      timeout: "9s",
    },
  }),
  routed("url", { httpClient: { url: "{{ get('address') }}", proxy: "{{ env('FLOWC_TEST_PROXY') }}", timeout: "9s" } }),
  routed("secret", {
    validations: {
      check: ["get('word') == env('FLOWC_TEST_WORD')"],
      error: { message: "not {{ env('FLOWC_TEST_WORD') }}" },
    },
    ...answered("known"),
  }),
  routed("message", {
    validations: { check: ["get('word') == 'x'"], error: { message: "{{ get('body') }}" } },
    ...answered("known"),
  }),
];
const workflow = {
  name: "refusals",
  settings: {
    targetActionId: "message",
    timeout: "30s",
    apiServer: { routes: resources.map(({ actionId }) => ({ path: `/${actionId}`, methods: ["POST"] })) },
  },
  resources,
};
const env = { FLOWC_TEST_WORD: "geheimnis-word", FLOWC_TEST_PROXY: "no-url-of-a-proxy://[", OPENAI_API_KEY: "key" };

let service: RunningService;
beforeAll(async () => {
  service = await startService(workflow, { env, eventsFile: "events.ndjson" });
});
afterAll(() => service[Symbol.asyncDispose]());

async function told(response: Response): Promise<unknown> {
  const { response: value, error } = (await response.json()) as {
    readonly response?: unknown;
    readonly error?: { readonly code: number; readonly message: string; readonly failureClass: string };
  };
  return error === undefined ? value : [error.code, error.failureClass, error.message];
}
const send = async (path: string, body: unknown) => told(await post(`${service.url}/${path}`, body));

/** Waits for an event of this kind with such a message. */
async function eventReported(event: string, message: RegExp): Promise<void> {
  const events = () => eventsOf(readFileSync(join(service.folder, "events.ndjson"), "utf8"));
  await until(() => events().some((told) => told["event"] === event && message.test(String(told["message"]))));
}

const misfit = "a value in the request has the wrong type for this workflow";

describe("an expression that fails on what a client sent is its mistake", () => {
  test.each([
    ["skip", { n: "text" }, [400, "validation", misfit]],
    ["skip", { n: 1 }, "not skipped"],
    ["before", { list: 5 }, [400, "validation", misfit]],
    ["before", { list: [5] }, 1],
    ["stored", { list: 5 }, [422, "validation", misfit]],
    ["check", { name: "Ada" }, "checked"],
  ] as const)("%s of %j", async (path, body, expected) => {
    expect(await send(path, body)).toEqual(expected);
  });

  test("one that fails on something else is not", async () => {
    expect(await send("inside", {})).toEqual([500, "tool_runtime", "the workflow failed"]);
  });

  test("events tell the cause, also of a run without a server", async () => {
    await send("before", { list: 5 });
    await eventReported("workflow.failed", /len/);
    using folder = project({
      resources: [{ actionId: "main", validations: { check: ["get('n') > 3"] }, ...answered("big") }],
    });
    const { stderr, code } = await flowc(["run", folder.path, "--input", "n=text"]);
    expect(stderr).toContain("[validation]");
    expect(stderr).toContain("cannot compare");
    expect(code).toBe(1);
  });
});

describe("a body that is not an object is refused where its fields are read", () => {
  test.each([
    ["field", [1], "array"],
    ["field", "text", "string"],
    ["field", null, "nil"],
    ["maybe", [1], "array"],
    ["check", [1], "array"],
    ["stored", 5, undefined],
  ])("%s of %j", async (path, body, type) => {
    const message = type === undefined ? misfit : `the body must be a JSON object, found ${type}`;
    expect(await send(path, body)).toEqual([path === "stored" ? 422 : 400, "validation", message]);
  });

  test("and so is none at all where a field is read that needs one", async () => {
    const none = async (path: string) => told(await fetch(`${service.url}/${path}`, { method: "POST" }));
    expect(await none("field")).toEqual([400, "validation", "the body must be a JSON object, found none"]);
    expect(await none("maybe")).toBeNull();
    expect(await none("whole")).toBeNull();
  });

  test("but not where it is read as it is", async () => {
    expect(await send("whole", [1])).toEqual([1]);
    expect(await send("field", { name: "Ada" })).toBe("Ada");
  });
});

describe("no answer tells of the machine", () => {
  test("an upload that is not an image: no path", async () => {
    const form = new FormData();
    form.append("upload", new File(["text"], "a.png", { type: "image/png" }));
    const answer = await told(await fetch(`${service.url}/image`, { method: "POST", body: form }));
    expect(answer).toEqual([400, "validation", "the file is not an image that models accept: PNG, JPEG, GIF or WebP"]);
    await eventReported("workflow.failed", /the file ".*flowc-upload-\w+.*" is not an image/);
  });

  test("a setting that does not fit: neither its value nor the environment", async () => {
    const refused = [400, "validation", "the workflow cannot work with this request"];
    expect(await send("url", { address: "http://127.0.0.1:9/" })).toEqual(refused);
    expect(await send("url", { address: "no address" })).toEqual(refused);
  });

  test("a message that its author wrote, but for secrets in it", async () => {
    expect(await send("secret", { word: "x" })).toEqual([400, "validation", "not ***"]);
    expect(await send("message", { word: "y" })).toEqual([400, "validation", '{"word":"y"}']);
  });
});

test("a token that is empty: the variable and the line", async () => {
  const apiServer = { routes: [{ path: "/whole" }], auth: { token: "{{ env('API_TOKEN') }}" } };
  using folder = project({
    ...workflow,
    settings: { targetActionId: "whole", apiServer },
    resources: [resources[7] ?? {}],
  });
  const text = readFileSync(join(folder.path, "workflow.yaml"), "utf8").split("\n");
  const line = text.findIndex((content) => content.includes("API_TOKEN")) + 1;
  const { stderr, code } = await flowc(["run", folder.path], { env: { API_TOKEN: "" } });
  const why = "the environment variable API_TOKEN is empty or not set";
  expect(stderr).toBe(`error: settings.apiServer.auth.token is empty: ${why} (workflow.yaml:${line}) [preflight]\n`);
  expect(code).toBe(1);
});
