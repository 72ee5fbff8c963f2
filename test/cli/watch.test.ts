import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { flowcProgram } from "../support/flowc.ts";
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
  for (const name of ["a.txt", "b.txt"]) writeFileSync(join(folder.path, name), "no test");
  write("second.test.yaml", "two");
  await until(() => watched.stdout().includes("0 passed, 1 failed"));
  writeFileSync(join(folder.path, "workflow.yaml"), prints("two"));
  await until(() => watched.stdout().includes("1 passed, 1 failed"));
  expect(await watched.stop()).toEqual([0, null]);
  // Other changes, such as those that bundles in the cache are, are passed over without a word.
  const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;
  expect(count(watched.stderr(), /waiting for a change/g)).toBe(count(watched.stdout(), /\d passed, \d failed/g));
});
