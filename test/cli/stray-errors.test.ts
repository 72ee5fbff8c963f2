import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { eventsOf, flowc, runProgram, temporaryFolder } from "../support/flowc.ts";
import { listening } from "../support/server.ts";
import { command, project, type Resource } from "./project.ts";
import { startService } from "./serve/service.ts";

/** A server that answers each piece of bytes with the same. */
const answering = (bytes: string | Buffer) =>
  listening(
    createServer((socket) => {
      socket.on("error", () => undefined).on("data", () => socket.write(bytes));
    }),
  );

const switching = "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: Upgrade\r\n\r\n";
/** AuthenticationGSS. */
const kerberos = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 7]);
/** A greeting that is out of order, and cut. */
const misgreeting = Buffer.from([1, 0, 0, 9, 10]);

/** What Node loads first: it does something that no workflow can, when the process gets a signal. */
function preload(folder: string, act: string): NodeJS.ProcessEnv {
  const path = join(folder, "preload.mjs");
  writeFileSync(join(folder, "acted"), "");
  const acted = `process.getBuiltinModule("fs").appendFileSync(${JSON.stringify(join(folder, "acted"))}, "x")`;
  writeFileSync(path, `process.on("SIGUSR2", () => { setTimeout(() => ${acted}, 100); ${act}; });\n`);
  return { NODE_OPTIONS: `--import ${path}` };
}

const stray = [
  ["an exception", "setImmediate(() => { throw new RangeError('stray'); })"],
  ["a rejection", "Promise.reject(new RangeError('stray'))"],
  [
    "an error that nobody listens to",
    "new (process.getBuiltinModule('events'))().emit('error', new RangeError('stray'))",
  ],
] as const;

async function bundleOf(resources: readonly Resource[], settings: Resource = {}) {
  const folder = project({ settings, resources });
  const built = await flowc(["build", ".", "-o", "."], { cwd: folder.path });
  if (built.code !== 0) throw new Error(built.stderr);
  return { ...folder, program: join(folder.path, "sample.mjs") };
}

describe.each(stray)("%s of a library", (_what, act) => {
  test("fails the run that is under way, and its events are complete", async () => {
    using bundle = await bundleOf([command("main", "sleep 60")]);
    const { stderr, stdout, code } = await runProgram(bundle.program, ["--events"], {
      env: { ...process.env, ...preload(bundle.path, act) },
      started: (child) => child.stderr?.once("data", () => void setTimeout(() => child.kill("SIGUSR2"), 200)),
    });
    expect([stdout, code]).toEqual(["", 1]);
    const events = eventsOf(stderr);
    expect(events.map(({ event }) => event)).toEqual([
      "workflow.started",
      "resource.started",
      "resource.failed",
      "workflow.failed",
    ]);
    expect(events.at(-1)).toMatchObject({
      failureClass: "infra",
      message: "something failed outside the resource that started it: stray",
    });
  });

  test("fails the requests that are under way, and the server goes on", async () => {
    using elsewhere = temporaryFolder();
    const routes = [
      { path: "/slow", methods: ["GET"] },
      { path: "/quick", methods: ["GET"] },
    ];
    const service = await startService(
      {
        settings: { apiServer: { routes } },
        resources: [
          command("slow", "sleep 60", { validations: { routes: ["/slow"] } }),
          command("quick", "echo quick", { validations: { routes: ["/quick"] } }),
        ],
      },
      { env: preload(elsewhere.path, act), eventsFile: "events.ndjson" },
    );
    await using _stopped = service;
    const slow = fetch(`${service.url}/slow`);
    while (!readFileSync(join(service.folder, "events.ndjson"), "utf8").includes("resource.started")) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    service.child.kill("SIGUSR2");
    const failed = await slow;
    expect([failed.status, await failed.text()]).toEqual([
      500,
      expect.stringMatching(/"message":"the workflow failed","failureClass":"infra"/),
    ]);
    expect(await (await fetch(`${service.url}/quick`)).json()).toEqual({ success: true, response: "quick" });
    // Without a run to fail nothing happens.
    service.child.kill("SIGUSR2");
    while (readFileSync(join(elsewhere.path, "acted"), "utf8") !== "xx") {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect((await fetch(`${service.url}/quick`)).status).toBe(200);
    const events = eventsOf(readFileSync(join(service.folder, "events.ndjson"), "utf8"));
    expect(events.find(({ event }) => event === "workflow.failed")).toMatchObject({
      failureClass: "infra",
      message: expect.stringMatching(/outside the resource that started it: (?:RangeError|Error)/),
    });
  });
});

test("a bundle that is imported leaves the handlers of the process alone", async () => {
  using bundle = await bundleOf([command("main", "sleep 0.2")]);
  const importer = join(bundle.path, "importer.mjs");
  writeFileSync(
    importer,
    `import { run } from "./sample.mjs";
const running = run();
console.log(process.listenerCount("uncaughtException"), process.listenerCount("unhandledRejection"));
await running;\n`,
  );
  expect(await runProgram(importer, [])).toMatchObject({ stdout: "0 0\n", code: 0 });
});

test("warnings stay out of the events", async () => {
  using bundle = await bundleOf([command("main", "sleep 1")]);
  const env = { ...process.env, ...preload(bundle.path, "process.emitWarning('old', 'DeprecationWarning')") };
  const warned = await runProgram(bundle.program, ["--events"], {
    env,
    started: (child) => child.stderr?.once("data", () => void child.kill("SIGUSR2")),
  });
  expect(warned.code).toBe(0);
  expect(eventsOf(warned.stderr)).toHaveLength(4);
});

describe("a bundle whose upstream breaks its protocol", () => {
  const sqlSettings = { sqlConnections: { main: { connection: "{{ env('URL') }}" } } };
  const query = { actionId: "main", sql: { connectionName: "main", query: "SELECT 1" } };

  test.each<[string, string | Buffer, Resource, string]>([
    ["httpClient", switching, { actionId: "main", httpClient: { url: "{{ env('URL') }}" } }, "provider"],
    [
      "chat",
      switching,
      { actionId: "main", chat: { model: "m", prompt: "p", baseUrl: "{{ env('URL') }}" } },
      "provider",
    ],
    ["postgres", kerberos, query, "infra"],
    ["mysql", misgreeting, query, "infra"],
  ])("%s fails like any other, with nothing but events", async (scheme, bytes, resource, failureClass) => {
    await using upstream =
      scheme === "mysql"
        ? await listening(createServer((socket) => void socket.on("error", () => undefined).write(bytes)))
        : await answering(bytes);
    const settings = "sql" in resource ? sqlSettings : {};
    using bundle = await bundleOf([resource], settings);
    const URL = "sql" in resource ? `${scheme}://me:secret@${upstream.host}/x` : upstream.url;
    const { stderr, stdout, code } = await runProgram(bundle.program, ["--events"], { env: { ...process.env, URL } });
    expect([stdout, code]).toEqual(["", 1]);
    expect(eventsOf(stderr).map(({ event }) => event)).toEqual([
      "workflow.started",
      "resource.started",
      "resource.failed",
      "workflow.failed",
    ]);
    expect(eventsOf(stderr).at(-1)).toMatchObject({ failureClass });
    expect(stderr).not.toContain("secret");
  });

  test("as a server answers each request, and loses none of its places", async () => {
    await using http = await answering(switching);
    await using database = await answering(kerberos);
    const routes = ["/http", "/sql", "/ok"].map((path) => ({ path, methods: ["GET"] }));
    await using service = await startService(
      {
        settings: { ...sqlSettings, apiServer: { routes, maxConcurrent: 1 } },
        resources: [
          { actionId: "http", httpClient: { url: http.url }, validations: { routes: ["/http"] } },
          { ...query, actionId: "sql", validations: { routes: ["/sql"] } },
          command("main", "echo ok", { validations: { routes: ["/ok"] } }),
        ],
      },
      { env: { URL: `postgres://me:secret@${database.host}/x` } },
    );
    const status = async (path: string) => (await fetch(`${service.url}${path}`)).status;
    for (const _round of [1, 2]) {
      expect([await status("/http"), await status("/sql"), await status("/ok")]).toEqual([502, 500, 200]);
    }
  });
});
