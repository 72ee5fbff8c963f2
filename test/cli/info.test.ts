import { join } from "node:path";
import { expect, test } from "vitest";
import { eventsOf, flowc, flowcHere, flowcProgram, runProgram } from "../support/flowc.ts";
import { connectedOverStdio } from "../support/mcp.ts";
import { serveModel } from "../support/model.ts";
import { project } from "./project.ts";

const facts = {
  name: "facts",
  resources: [{ actionId: "main", apiResponse: { response: ["{{ info('dir') }}", "{{ info('runId') }}"] } }],
};

function responseIn(stdout: string): readonly string[] {
  return (JSON.parse(stdout) as { readonly response: readonly string[] }).response;
}

test("info('dir') is the workflow's folder under run, and that of the bundle elsewhere", async () => {
  using folder = project(facts);
  const { stdout } = await flowc(["run", folder.path], { cwd: "/" });
  expect(responseIn(stdout)[0]).toBe(folder.path);
  await flowcHere(["build", ".", "-o", "out"], { cwd: folder.path });
  const bundle = join(folder.path, "out", "facts.mjs");
  expect(responseIn((await runProgram(bundle, [], { cwd: "/" })).stdout)[0]).toBe(join(folder.path, "out"));
  const { run } = (await import(bundle)) as { run: () => Promise<{ response: readonly string[] }> };
  expect((await run()).response[0]).toBe(join(folder.path, "out"));
});

test("info('dir') is the workflow's folder under mcp, and for the tools of agents", async () => {
  using folder = project(facts);
  const env = { ...process.env, XDG_CACHE_HOME: join(folder.path, "cache") };
  await using connection = await connectedOverStdio("auto", {
    args: [flowcProgram, "mcp", folder.path],
    env,
    cwd: "/",
  });
  const { structuredContent } = await connection.client.callTool({ name: "facts", arguments: {} });
  expect((structuredContent as { readonly response: readonly string[] }).response[0]).toBe(folder.path);
  await using model = await serveModel({ calls: [{ name: "facts", arguments: "{}" }] }, "done");
  const asking = { ...env, OPENAI_BASE_URL: model.baseUrl };
  await flowc(["agent", folder.path, "--model", "m", "--yes", "where?"], { env: asking, cwd: "/" });
  expect(JSON.stringify(model.asked())).toContain(JSON.stringify(folder.path).slice(1, -1));
});

test("info('dir') of an expression that stands alone is nil: there is no run", async () => {
  const { stdout, code } = await flowcHere(["eval", "info('dir')"]);
  expect([stdout, code]).toEqual(["null\n", 0]);
});

test("info('runId') is the runId of the events", async () => {
  using folder = project(facts);
  const { stdout, stderr } = await flowc(["run", ".", "--events"], { cwd: folder.path });
  expect(responseIn(stdout)[1]).toBe(eventsOf(stderr)[0]?.["runId"]);
});
