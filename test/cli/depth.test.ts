import { describe, expect, test } from "vitest";
import { eventsOf, flowc } from "../support/flowc.ts";
import { project } from "./project.ts";
import { post, startService } from "./serve/service.ts";

// Depth has a limit, which messages name: 1,000.

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
const tooDeep = "is nested more than 1000 deep";
const made = { actionId: "main", apiResponse: { response: "{{ reduce(1..20000, [#acc], []) }}" } };

describe.concurrent("an input that is too deep", () => {
  const echo = { resources: [{ actionId: "main", apiResponse: { response: "{{ get('value') }}" } }] };

  test.each([
    ["--input-json", `{"value": ${nested(5_000)}}`],
    ["--input-json", `{"value": ${nested(100_000)}}`],
  ])("by %s is refused by its name", async (option, json) => {
    using folder = project(echo);
    const { stdout, stderr, code } = await flowc(["run", folder.path, option, "-"], { stdin: json });
    expect([stdout, stderr, code]).toEqual(["", `error: the input "value" ${tooDeep}\n`, 2]);
  });

  test("by --input, where a list is declared", async () => {
    const inputs = { value: { type: "array" } };
    using folder = project({ ...echo, settings: { inputs } });
    const { stderr, code } = await flowc(["run", folder.path, "--input", `value=${nested(1_001)}`]);
    expect([stderr, code]).toEqual([`error: the input "value" ${tooDeep}\n`, 2]);
  });

  test("is taken where it just fits, as the result", async () => {
    using folder = project(echo);
    const { stdout, stderr, code } = await flowc(["run", folder.path, "--input-json", `{"value":${nested(999)}}`]);
    expect([stderr, code]).toEqual(["", 0]);
    expect(stdout).toBe(`{"success":true,"response":${nested(999)}}\n`);
  });
});

describe.concurrent("a result that is too deep", () => {
  test("fails the run: no event says that it is completed, no stack is shown", async () => {
    using folder = project({ resources: [made] });
    const { stderr, stdout, code } = await flowc(["run", folder.path]);
    expect([stdout, stderr, code]).toEqual(["", `error: the result ${tooDeep} [tool_runtime]\n`, 1]);
    const events = eventsOf((await flowc(["run", folder.path, "--events"])).stderr);
    expect(events.at(-1)).toMatchObject({ event: "workflow.failed", message: `the result ${tooDeep}` });
    expect(events.some(({ event }) => event === "workflow.completed")).toBe(false);
  });

  test("is 500 of a server, which goes on", async () => {
    const apiServer = { routes: [{ path: "/deep" }, { path: "/echo" }] };
    const bound = { ...made, actionId: "deep", validations: { routes: ["/deep"] } };
    const echo = {
      actionId: "echo",
      validations: { routes: ["/echo"] },
      apiResponse: { response: "{{ get('body') }}" },
    };
    await using service = await startService({
      settings: { targetActionId: "echo", apiServer },
      resources: [bound, echo],
    });
    expect((await post(`${service.url}/deep`, {})).status).toBe(500);
    const body = { method: "POST", headers: { "content-type": "application/json" }, body: nested(5_000) };
    const refused = await fetch(`${service.url}/echo`, body);
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { message: `the body ${tooDeep}` } }]);
    expect((await post(`${service.url}/echo`, { a: 1 })).status).toBe(200);
  });
});
