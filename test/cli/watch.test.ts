import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { flowcProgram } from "../support/flowc.ts";
import { freePort } from "../support/server.ts";
import { command, project, workflowText } from "./project.ts";
import { until } from "./serve/service.ts";

/** A command of flowc that watches, while the scope lasts. */
function watching(args: readonly string[], path: string) {
  const env = { ...process.env, GITHUB_ACTIONS: "", XDG_CACHE_HOME: join(path, "cache") };
  const child = spawn(process.execPath, [flowcProgram, ...args, "--watch"], { env, cwd: path });
  const exit = once(child, "exit");
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const stop = async () => {
    child.kill("SIGTERM");
    return (await exit) as unknown;
  };
  return { stdout: () => stdout, stderr: () => stderr, stop, [Symbol.dispose]: () => void child.kill("SIGKILL") };
}

const prints = (word: string) => workflowText({ resources: [command("main", `echo ${word}`)] });

test("run --watch runs a command again when its files change; what does not compile waits", async () => {
  using folder = project(prints("one"));
  using watched = watching(["run", "."], folder.path);
  const write = (text: string) => writeFileSync(join(folder.path, "workflow.yaml"), text);
  await until(() => watched.stderr().includes("ended with exit code 0"));
  write(prints("{{ nosuch() }}"));
  await until(() => watched.stderr().includes("does not compile"));
  write(prints("two"));
  await until(() => watched.stdout() === "one\ntwo\n");
  expect(await watched.stop()).toEqual([0, null]);
});

test("run --watch ends the run before, with its commands", async () => {
  const slow = workflowText({
    resources: [command("main", "trap 'touch ended; exit' TERM; touch begun; sleep 60 & wait")],
  });
  using folder = project(slow);
  using watched = watching(["run", "."], folder.path);
  const there = (name: string) => until(() => existsSync(join(folder.path, name)));
  await there("begun");
  writeFileSync(join(folder.path, "workflow.yaml"), prints("next"));
  await until(() => watched.stdout() === "next\n");
  await there("ended");
  expect(watched.stderr()).toContain("the run was cancelled: the files of its workflow have changed");
  expect(await watched.stop()).toEqual([0, null]);
});

test("run --watch says once what does not compile, and again what was mended and broken anew", async () => {
  using folder = project(prints("{{ nosuch() }}"));
  using watched = watching(["run", "."], folder.path);
  const write = (text: string) => writeFileSync(join(folder.path, "workflow.yaml"), text);
  const said = (text: string) => watched.stderr().split(text).length - 1;
  await until(() => said("it does not compile") === 1);
  // A change that changes nothing of it is not heard of: nothing tells when it has been looked at.
  writeFileSync(join(folder.path, "notes.txt"), "x");
  await sleep(500);
  write(prints("{{ other() }}"));
  await until(() => said("it does not compile") === 2);
  expect([said('unknown function "nosuch"'), said('unknown function "other"')]).toEqual([1, 1]);
  write(prints("fine"));
  await until(() => watched.stdout() === "fine\n");
  write(prints("{{ other() }}"));
  await until(() => said("it does not compile") === 3);
  expect(said('unknown function "nosuch"')).toBe(1);
  expect(await watched.stop()).toEqual([0, null]);
});

test("run --watch --events --events-output writes the lines of each run as events, and nothing else", async () => {
  using folder = project(prints("one"));
  using watched = watching(["run", ".", "--events", "--events-output"], folder.path);
  const lines = () =>
    watched
      .stderr()
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text) as { readonly event: string; readonly line?: string; readonly runId: string });
  await until(() => watched.stderr().includes("workflow.completed") && watched.stderr().endsWith("\n"));
  writeFileSync(join(folder.path, "workflow.yaml"), prints("{{ nosuch() }}"));
  await until(() => watched.stderr().includes('"failureClass":"compile"'));
  writeFileSync(join(folder.path, "workflow.yaml"), prints("two"));
  await until(() => watched.stdout() === "one\ntwo\n" && watched.stderr().split("workflow.completed").length === 3);
  expect(await watched.stop()).toEqual([0, null]);
  const kinds = ["workflow.started", "resource.started", "resource.output", "resource.completed", "workflow.completed"];
  expect(lines().map(({ event }) => event)).toEqual([...kinds, "workflow.failed", ...kinds]);
  expect(lines().flatMap(({ line }) => (line === undefined ? [] : [line]))).toEqual(["one", "two"]);
  expect(new Set(lines().map(({ runId }) => runId)).size).toBe(3);
});

test("run --watch --events-output of a server writes the lines of its requests as events", async () => {
  const settings = { apiServer: { routes: [{ path: "/", methods: ["GET"] }] } };
  const serves = (word: string) => workflowText({ settings, resources: [command("main", `echo ${word}`)] });
  using folder = project(serves("one"));
  const port = await freePort();
  const args = ["run", ".", "--port", String(port), "--events", "--events-output"];
  using watched = watching(args, folder.path);
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      (answer) => answer.text(),
      () => "",
    );
  const has = (word: string) => until(async () => (await answers()).includes(word));
  await has("one");
  writeFileSync(join(folder.path, "workflow.yaml"), serves("two"));
  await has("two");
  expect(await watched.stop()).toEqual([0, null]);
  const events = watched
    .stderr()
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text) as { readonly line?: string });
  expect(new Set(events.flatMap(({ line }) => (line === undefined ? [] : [line])))).toEqual(new Set(["one", "two"]));
});

test("check --watch checks again", async () => {
  using folder = project(prints("{{ nosuch() }}"));
  using watched = watching(["check", "."], folder.path);
  await until(() => watched.stderr().includes("waiting for a change"));
  expect(watched.stderr()).toContain('unknown function "nosuch"');
  writeFileSync(join(folder.path, "workflow.yaml"), prints("fine"));
  await until(() => watched.stderr().includes("no problems"));
  expect(await watched.stop()).toEqual([0, null]);
});

test("test --watch runs again only the tests whose file or workflow has changed", async () => {
  using folder = project(prints("one"));
  const write = (name: string, expected: string) =>
    writeFileSync(
      join(folder.path, name),
      `tests:\n  - { name: a, given: { main: one }, expect: { result: ${expected} } }\n`,
    );
  write("first.test.yaml", "one");
  write("second.test.yaml", "one");
  using watched = watching(["test", "."], folder.path);
  await until(() => watched.stdout().includes("2 passed, 0 failed"));
  await until(() => watched.stderr().includes("waiting for a change"));
  write("second.test.yaml", "two");
  await until(() => watched.stdout().includes("0 passed, 1 failed"));
  writeFileSync(join(folder.path, "workflow.yaml"), prints("two"));
  await until(() => watched.stdout().includes("1 passed, 1 failed"));
  expect(await watched.stop()).toEqual([0, null]);
});
