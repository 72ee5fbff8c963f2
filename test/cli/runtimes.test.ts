import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examplesFolder } from "../support/examples.ts";
import { flowcHere, type Outcome, runProgram, temporaryFolder } from "../support/flowc.ts";
import { type Runtime, runtimeProgram, runtimes } from "../support/runtimes.ts";
import { command, project } from "./project.ts";
import { until } from "./serve/service.ts";

const place = temporaryFolder();
beforeAll(async () => {
  const served = { timeout: "60s", apiServer: { routes: [{ path: "/run", methods: ["GET"] }] } };
  using held = project({
    name: "held",
    settings: served,
    resources: [
      command("main", 'touch "$PLACE/began"; until [ -e "$PLACE/go" ]; do sleep 0.1; done; sleep 1.5; echo done'),
    ],
  });
  using long = project({ name: "long", resources: [command("main", 'touch "$PLACE/runs"; sleep 600')] });
  const paths = ["hello", "api", "visits"].map((name) => join(examplesFolder, name));
  const { code, stderr } = await flowcHere(["build", ...paths, held.path, long.path, "-o", place.path]);
  if (code !== 0) throw new Error(stderr);
});
afterAll(() => place[Symbol.dispose]());

/** Runs a program of a few lines beside the bundles. */
function runText(runtime: Runtime, name: string, text: string): Promise<Outcome> | undefined {
  const found = runtimeProgram(runtime);
  if (found === undefined) return undefined;
  const file = join(place.path, `${runtime}-${name}`);
  writeFileSync(file, text);
  const [program = file, ...more] = [...found.args, file];
  return runProgram(program, more, { node: found.program });
}

describe.each(runtimes)("under %s", (runtime) => {
  test("require() gives a bundle, and runs nothing", async (context) => {
    const text = `
      const { run, describe } = require("./hello.mjs");
      const { fetch } = require("./api.mjs");
      console.log(describe.name);
      run().then(async (greeting) => {
        const answer = await fetch(new Request("http://localhost/greetings/Ada"));
        console.log(greeting, answer.status, await answer.text());
      });`;
    const outcome = await runText(runtime, "require.cjs", text);
    if (outcome === undefined) return context.skip("not installed");
    expect(outcome).toMatchObject({
      code: 0,
      stdout: 'hello\nHello, world! 200 {"success":true,"response":{"greeting":"Hello, Ada!"}}\n',
    });
  });

  test("SIGTERM ends a command, and what it has started", async (context) => {
    const found = runtimeProgram(runtime);
    if (found === undefined) return context.skip("not installed");
    using folder = temporaryFolder();
    const child = spawn(found.program, [...found.args, join(place.path, "long.mjs")], {
      env: { ...process.env, PLACE: folder.path },
      stdio: ["ignore", "ignore", "pipe"],
    });
    // Its end is that of the last process that could write to it.
    const closed = once(child, "close");
    child.stderr.resume();
    await until(() => existsSync(join(folder.path, "runs")));
    child.kill("SIGTERM");
    expect(await closed).toEqual([143, null]);
  });
});

describe.each(["bun", "deno"] as const)("under %s", (runtime) => {
  test("SIGTERM lets a request finish, and the server exits 0", async (context) => {
    const found = runtimeProgram(runtime);
    if (found === undefined) return context.skip("not installed");
    using folder = temporaryFolder();
    const child = spawn(found.program, [...found.args, join(place.path, "held.mjs"), "--port", "0"], {
      env: { ...process.env, PLACE: folder.path },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const closed = once(child, "close");
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    await until(() => stderr.includes("\n"));
    const url = /http:\S+/.exec(stderr)?.[0] ?? "";
    const answer = fetch(`${url}/run`);
    await until(() => existsSync(join(folder.path, "began")));
    child.kill("SIGTERM");
    await until(() =>
      fetch(`${url}/nothing`).then(
        () => false,
        () => true,
      ),
    );
    writeFileSync(join(folder.path, "go"), "");
    expect(await (await answer).json()).toEqual({ success: true, response: "done" });
    expect(await closed).toEqual([0, null]);
  });

  test("its own server takes fetch", async (context) => {
    const start = {
      bun: "const { port, stop } = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch });",
      deno: "const { addr: { port } } = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, fetch);",
    }[runtime];
    const text = `
      import { fetch } from "./api.mjs";
      ${start}
      const ask = async (path, init) => {
        const answer = await globalThis.fetch("http://127.0.0.1:" + port + path, init);
        return answer.status + " " + await answer.text();
      };
      console.log(await ask("/greetings/Ada"));
      console.log(await ask("/words", { method: "POST", headers: { "content-type": "application/json" }, body: '{"text": "a b"}' }));
      console.log(await ask("/words", { method: "POST", headers: { "content-type": "application/json" }, body: "{" }));
      console.log((await ask("/nothing")).slice(0, 3));
      process.exit(0);`;
    const outcome = await runText(runtime, "serve.mjs", text);
    if (outcome === undefined) return context.skip("not installed");
    expect(outcome.code, outcome.stderr).toBe(0);
    expect(outcome.stdout.split("\n")).toEqual([
      '200 {"success":true,"response":{"greeting":"Hello, Ada!"}}',
      '200 {"success":true,"response":{"words":2}}',
      expect.stringMatching(/^400 .*not valid JSON/),
      "404",
      "",
    ]);
  });
});
