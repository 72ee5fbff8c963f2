import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { EffectCall, RunEffects } from "../../../runtime-lib/run/effects.ts";
import { flowcHere, temporaryFolder } from "../../support/flowc.ts";

/** Builds a workflow and imports its bundle. */
async function bundleOf(folder: string, workflow: object) {
  writeFileSync(join(folder, "workflow.yaml"), JSON.stringify(workflow));
  const { stderr, code } = await flowcHere(["build", folder, "-o", join(folder, "dist")]);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining("error")]);
  const file = readdirSync(join(folder, "dist")).find((name) => name.endsWith(".mjs")) ?? "";
  return import(pathToFileURL(join(folder, "dist", file)).href);
}

function effectsOf(answers: Readonly<Record<string, unknown>>, calls: EffectCall[], more: Partial<RunEffects> = {}) {
  const answer = async (call: EffectCall, perform: () => Promise<unknown>): Promise<unknown> => {
    calls.push(call);
    const given = answers[call.place];
    if (call.kind === "component" && given === undefined) return perform();
    if (given instanceof Error) throw given;
    return given;
  };
  return { surroundings: { environment: {}, processors: 2 }, answer, ...more };
}

const child = (stdout: string, code = 0) => {
  const written = (text: string) => ({ text: () => text, end: () => text });
  return { code, signal: null, stdout: written(stdout), stderr: written("") };
};

test("each executor asks the effects of its run instead of the world", async () => {
  using folder = temporaryFolder();
  const bundle = await bundleOf(folder.path, {
    metadata: { name: "all", targetActionId: "end" },
    settings: { sqlConnections: { db: { connection: "postgres://127.0.0.1:1/none" } } },
    resources: [
      { actionId: "run", exec: { command: "never-there", args: ["{{ get('who', 'Ada') }}"] } },
      { actionId: "count", python: { script: "boom", inputs: { run: "get('run')" } }, requires: ["run"] },
      { actionId: "fetch", httpClient: { url: "http://127.0.0.1:1/x", data: { a: 1 } } },
      { actionId: "say", chat: { model: "m", prompt: "hello" } },
      { actionId: "rows", sql: { connectionName: "db", query: "SELECT a FROM t WHERE b = $1", params: [7] } },
      { actionId: "last", component: { name: "memory", with: { action: "retrieve", key: "k" } } },
      {
        actionId: "end",
        requires: ["run", "count", "fetch", "say", "rows", "last"],
        apiResponse: {
          response: [
            "get('run')",
            "get('count').n",
            "get('fetch').ok",
            "get('say')",
            "get('rows')[0].a",
            "output('last').value",
          ],
        },
      },
    ],
  });
  const calls: EffectCall[] = [];
  const answers = {
    run: child("ran"),
    count: child('{"n": 2}'),
    fetch: {
      statusCode: 200,
      headers: { "content-type": "application/json" },
      bytes: Buffer.from('{"ok":true}'),
      url: new URL("http://127.0.0.1:1/x"),
    },
    say: { model: "m", choices: [{ message: { role: "assistant", content: "hi" }, finish_reason: "stop" }] },
    rows: [{ columns: ["a"], rows: [[5]], rowsAffected: 0, lastInsertId: null }],
    last: "kept",
    "": { program: "python3", environment: {} },
  };
  const result = await bundle.run({ effects: effectsOf(answers, calls) });
  expect(result).toEqual({ success: true, response: ["ran", 2, true, "hi", 5, "kept"] });
  const asked = Object.fromEntries(calls.map(({ kind, request }) => [kind, request]));
  expect(asked).toMatchObject({
    exec: { command: "never-there", args: ["Ada"] },
    python: { script: "boom", inputs: { run: "ran" } },
    httpClient: { method: "POST", url: "http://127.0.0.1:1/x", body: { a: 1 } },
    chat: { model: "m", prompt: "hello", messages: [{ role: "user", content: "hello" }] },
    sql: { connection: "db", query: "SELECT a FROM t WHERE b = $1", params: [7] },
    memory: { action: "retrieve", key: "k" },
  });
});

test("retries, delays and timeouts take the time of the run's clock", async () => {
  using folder = temporaryFolder();
  const bundle = await bundleOf(folder.path, {
    metadata: { name: "waits", targetActionId: "end" },
    resources: [
      {
        actionId: "fetch",
        httpClient: { url: "http://127.0.0.1:1/", retry: { maxAttempts: 2, backoff: "20s" } },
        onError: { action: "retry", maxRetries: 1, retryDelay: "24h" },
      },
      {
        actionId: "end",
        requires: ["fetch"],
        apiResponse: { response: { at: "string(now())", stamp: "info('timestamp')" } },
      },
    ],
  });
  let time = Date.UTC(2026, 0, 2);
  const clock = {
    now: () => time,
    start(milliseconds: number, expire: () => void) {
      const timer = setImmediate(() => {
        time += milliseconds;
        expire();
      });
      return () => clearImmediate(timer);
    },
  };
  const refused = Object.assign(new Error("refused"), { failureClass: "infra", unsent: true });
  const events: { event: string; emittedAt: string }[] = [];
  const calls: EffectCall[] = [];
  const run = bundle.run({
    effects: effectsOf({ fetch: refused }, calls, { clock }),
    onEvent: events.push.bind(events),
  });
  await expect(run).rejects.toMatchObject({ failureClass: "infra", message: '"fetch" failed: refused' });
  expect(calls.map(({ attempt }) => attempt)).toEqual([1, 1, 2, 2]);
  expect(events.map(({ event, emittedAt }) => `${event} ${emittedAt}`)).toEqual([
    "workflow.started 2026-01-02T00:00:00.000Z",
    "resource.started 2026-01-02T00:00:00.000Z",
    "resource.retrying 2026-01-02T00:00:20.000Z",
    "resource.failed 2026-01-03T00:00:40.000Z",
    "resource.skipped 2026-01-03T00:00:40.000Z",
    "workflow.failed 2026-01-03T00:00:40.000Z",
  ]);
});
