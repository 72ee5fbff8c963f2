import { join } from "node:path";
import { expect, test } from "vitest";
import { eventsOf, flowc, flowcHere, runProgram } from "../support/flowc.ts";
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

test("info('dir') of an expression that stands alone is nil: there is no run", async () => {
  const { stdout, code } = await flowcHere(["eval", "info('dir')"]);
  expect([stdout, code]).toEqual(["null\n", 0]);
});

test("info('runId') is the runId of the events", async () => {
  using folder = project(facts);
  const { stdout, stderr } = await flowc(["run", ".", "--events"], { cwd: folder.path });
  expect(responseIn(stdout)[1]).toBe(eventsOf(stderr)[0]?.["runId"]);
});
