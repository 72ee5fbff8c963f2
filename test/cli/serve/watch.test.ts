import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { collector } from "../../support/collector.ts";
import { flowcProgram } from "../../support/flowc.ts";
import { project, workflowText } from "../project.ts";
import { until } from "./service.ts";

const greeting = (word: string) =>
  workflowText({
    name: "watched",
    settings: { timeout: "10s", apiServer: { routes: [{ path: "/", methods: ["GET"] }] } },
    resources: [{ actionId: "main", apiResponse: { response: word } }],
  });

/** `flowc run --watch` of a folder while the scope lasts. */
async function watching(path: string, more: readonly string[] = [], variables: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, ...variables, XDG_CACHE_HOME: join(path, "cache") };
  const args = [flowcProgram, "run", path, "--watch", "--port", "0", ...more];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  const exit = once(child, "exit");
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const said = (text: string) => until(() => stderr.includes(text));
  const answers = async (word: string) => {
    await said("listens on");
    const [url = ""] = /http:\/\/\S+/.exec(stderr) ?? [];
    const isServed = async () => ((await (await fetch(url)).json()) as { response: string }).response === word;
    await until(() => isServed().catch(() => false));
  };
  const stop = async () => {
    child.kill("SIGTERM");
    return (await exit) as unknown;
  };
  return { stderr: () => stderr, said, answers, stop, [Symbol.dispose]: () => void child.kill("SIGKILL") };
}

test("a change is served on the same port; what does not compile is shown, and the previous version keeps running", async () => {
  using folder = project(greeting("one"));
  using watched = await watching(folder.path);
  const write = (word: string) => writeFileSync(join(folder.path, "workflow.yaml"), greeting(word));
  await watched.answers("one");
  write("two");
  await watched.answers("two");
  write("{{ nosuch() }}");
  await watched.said("the previous version keeps running");
  expect(watched.stderr()).toContain('unknown function "nosuch"');
  await watched.answers("two");
  write("three");
  await watched.answers("three");
  expect(await watched.stop()).toEqual([0, null]);
});

test("lines of commands are shown where --step-output asks for them, and each request of each version is traced", async () => {
  const writing = (word: string) =>
    workflowText({
      name: "watched",
      settings: { timeout: "10s", apiServer: { routes: [{ path: "/", methods: ["GET"] }] } },
      resources: [
        { actionId: "write", exec: { command: `echo written ${word}` } },
        { actionId: "main", requires: ["write"], apiResponse: { response: word } },
      ],
    });
  using folder = project(writing("one"));
  await using received = await collector();
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: received.url };
  using watched = await watching(folder.path, ["--step-output", "full"], variables);
  await watched.answers("one");
  await watched.said("write | written one\n");
  writeFileSync(join(folder.path, "workflow.yaml"), writing("two"));
  await watched.answers("two");
  await watched.said("write | written two\n");
  expect(await watched.stop()).toEqual([0, null]);
  expect(received.spans().filter(({ name }) => name === "GET /").length).toBeGreaterThanOrEqual(2);
  expect(received.spans().map(({ name }) => name)).toContain("write");
  expect(received.problems).toEqual([]);
});

test("what cannot be read at the start is waited for; a file of a component counts as one of the workflow", async () => {
  const component = (word: string) =>
    `metadata: { name: greet }\nresources:\n  - actionId: word\n    apiResponse: { response: ${word} }\n`;
  const workflow = workflowText({
    name: "watched",
    settings: { timeout: "10s", apiServer: { routes: [{ path: "/", methods: ["GET"] }] } },
    resources: [
      { actionId: "greet", component: { name: "greet" } },
      { actionId: "main", requires: ["greet"], apiResponse: { response: "{{ get('greet').response }}" } },
    ],
  });
  using folder = project("metadata: { name: [", { "components/greet/component.yaml": component("one") });
  using watched = await watching(folder.path);
  await watched.said("it does not compile; waiting for a change");
  writeFileSync(join(folder.path, "workflow.yaml"), workflow);
  await watched.answers("one");
  writeFileSync(join(folder.path, "components/greet/component.yaml"), component("two"));
  await watched.answers("two");
  expect(await watched.stop()).toEqual([0, null]);
});
