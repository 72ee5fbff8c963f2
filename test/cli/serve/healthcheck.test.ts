import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowcHere, runProgram } from "../../support/flowc.ts";
import { freePort, listening, serve } from "../../support/server.ts";
import { command, hello, oneSentence, project } from "../project.ts";
import { startService } from "./service.ts";

const service = (apiServer: object = {}, name = "well") => ({
  name,
  settings: { apiServer: { routes: [{ path: "/x", methods: ["GET"] }], ...apiServer } },
  resources: [command("main", "echo", { validations: { routes: ["/x"] } })],
});

/** Asks the bundle in a folder of `startService`. */
function check(folder: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const out = join(folder, "out");
  const bundle = readdirSync(out).find((name) => name.endsWith(".mjs")) ?? "";
  return runProgram(join(out, bundle), ["healthcheck", ...args], { cwd: "/", env: { ...process.env, ...env } });
}

const healthPath = "/well/it's é";
const onLinux = process.platform === "linux";

describe.concurrent("healthcheck", () => {
  test.skipIf(!onLinux)("finds the port that the server was started with, and asks its health path", async () => {
    await using running = await startService(service({ healthPath, portNum: 1 }), { env: { PORT: "2" } });
    const { stdout, stderr, code } = await check(running.folder, [], { PORT: "2" });
    expect([stdout, stderr, code]).toEqual([`healthy: ${running.url}${healthPath} answers 200\n`, "", 0]);
  });

  test.skipIf(!onLinux)("asks where the server listens alone, and has no need of a token", async () => {
    const settings = { auth: { token: "{{ env('TOKEN') }}" } };
    await using running = await startService(service(settings), {
      args: ["--host", "127.0.0.7"],
      env: { TOKEN: "secret" },
    });
    const { stdout, code } = await check(running.folder);
    expect([stdout, code]).toEqual([`healthy: http://127.0.0.7:${running.port} answers\n`, 0]);
  });

  test.skipIf(!onLinux)("knows the server from others, and asks for the port where it runs twice", async () => {
    await using running = await startService(service());
    await using other = await startService(service({}, "other"));
    const own = (await check(other.folder)).stdout;
    expect(own).toContain(`:${other.port} answers`);
    const { child, port } = running;
    const second = await freePort();
    const again = runProgram(child.spawnargs[1] ?? "", ["--port", String(second)], {
      started: (started) =>
        void started.stderr?.once("data", async () => {
          const both = await check(running.folder);
          const one = await check(running.folder, ["--port", String(second)]);
          asked.push([both.code, both.stderr, one.code, one.stdout]);
          started.kill("SIGTERM");
        }),
    });
    const asked: unknown[] = [];
    expect((await again).code).toBe(0);
    expect(asked).toEqual([
      [
        2,
        expect.stringMatching(/^error: several servers of this workflow run, at the ports \d+ and \d+: give --port\n$/),
        0,
        `healthy: http://127.0.0.1:${second} answers\n`,
      ],
    ]);
    expect(asked[0]).toContainEqual(expect.stringContaining(String(port)));
  });

  test("is unhealthy where nothing listens, or not what it should", async () => {
    await using running = await startService(service({ healthPath: "/health" }));
    const port = String(await freePort());
    for (const args of [
      ["--port", port],
      ["--host", "127.0.0.1", "--port", port],
    ]) {
      const { stdout, stderr, code } = await check(running.folder, args);
      expect([stdout, code]).toEqual(["", 1]);
      expect(stderr).toMatch(
        /^error: unhealthy: http:\/\/127\.0\.0\.1:\d+ does not answer: [^\n]*ECONNREFUSED[^\n]*\n$/,
      );
    }
    await using sick = await serve((_request, response) => {
      response.statusCode = 503;
      return "";
    });
    const { stderr, code } = await check(running.folder, ["--port", String(sick.port)]);
    expect([stderr, code]).toEqual([`error: unhealthy: ${sick.url}/health answers 503\n`, 1]);
  });

  test("takes PORT where no server can be seen", async () => {
    await using running = await startService(service({ portNum: 1 }));
    running.child.kill("SIGTERM");
    await running.ended();
    await using server = await listening(createServer((_request, response) => response.writeHead(404).end()));
    const { stdout, code } = await check(running.folder, [], { PORT: String(server.port) });
    expect([stdout, code]).toEqual([`healthy: ${server.url} answers\n`, 0]);
  });

  test.each([
    [["--port", "70000"], /--port takes a number up to 65535, not "70000"/],
    [["--ports"], /Unknown option '--ports'/],
    [["now"], /Unexpected argument 'now'/],
  ])("%j is bad usage", async (args, message) => {
    await using running = await startService(service());
    const { stdout, stderr, code } = await check(running.folder, args);
    expect([stdout, code]).toEqual(["", 2]);
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toMatch(message);
  });

  test("has a help page, which that of the workflow names; other workflows have none", async () => {
    await using running = await startService(service());
    const { stdout, code } = await check(running.folder, ["--help"]);
    expect([stdout, code]).toEqual([expect.stringMatching(/^healthcheck: [\s\S]*--port NUMBER/), 0]);
    const bundle = join(running.folder, "out", "well.mjs");
    expect((await runProgram(bundle, ["--help"])).stdout).toMatch(/^commands:\n {2}healthcheck {2}/m);
    using folder = project(hello);
    expect((await flowcHere(["build", "."], { cwd: folder.path })).code).toBe(0);
    const plain = join(folder.path, "dist", "hello.mjs");
    expect((await runProgram(plain, ["--help"])).stdout).not.toContain("healthcheck");
    expect((await runProgram(plain, ["healthcheck"])).code).toBe(2);
  });
});
