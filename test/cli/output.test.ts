import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventsOf, flowc, flowcProgram, type Outcome, testCache } from "../support/flowc.ts";
import { command, hello, project } from "./project.ts";

// Nothing ends before its output is written, whoever reads it how slowly; a reader that goes is not a failure, and an output
// that is lost is one (spec sections 5 and 6).

const env = { ...process.env, GITHUB_ACTIONS: "", XDG_CACHE_HOME: testCache };
const full = "/dev/full";
const hasFull = existsSync(full);
const hasMounts = spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;

/** Runs a program whose output goes through the shell: `$@` is the program, `$0` the folder of its workflow. */
function through(script: string, cwd: string, args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", script, cwd, process.execPath, ...args], { cwd, env });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.on("close", (code, signal) => resolve({ stdout, stderr, code, signal }));
  });
}

/** The reader begins only when the writer has long filled the pipe between them. */
const toSlowReader = `{ "$@" 2>&1; echo "ended with $?"; } | { sleep 1; cat; }`;

describe("more than a pipe holds", () => {
  const wrong = project({
    resources: Array.from({ length: 1_500 }, (_, index) => ({
      ...command(`r${index}`, "true"),
      nam: "x",
      describtion: "y",
    })),
  });
  afterAll(() => wrong[Symbol.dispose]());

  test.each<readonly [readonly string[], RegExp]>([
    [["check", "."], /1 workflow checked: 3000 errors, 0 warnings\nended with 1\n$/],
    [["check", ".", "--format", "json"], /\n {2}\]\n\}\nended with 1\n$/],
    [["check", ".", "--format", "sarif"], /\}\nended with 1\n$/],
    [["check", ".", "--format", "github"], /::error [^\n]+\nended with 1\n$/],
    [["build", "."], /\nended with 1\n$/],
    [["run", "."], /\nended with 3\n$/],
    [["openapi", "."], /\nended with 1\n$/],
  ])("%j", async (args, end) => {
    const { stdout } = await through(toSlowReader, wrong.path, [flowcProgram, ...args]);
    expect(stdout.length).toBeGreaterThan(400_000);
    expect(stdout.match(/describtion/g)?.length).toBeGreaterThanOrEqual(1_500);
    expect(stdout.slice(-200)).toMatch(end);
    if (args.includes("json")) expect(JSON.parse(stdout.slice(0, stdout.lastIndexOf("ended"))).version).toBe(1);
  });

  test("of a bundle: its result, its error, its events", async () => {
    const long = "head -c 1500000 /dev/zero | tr '\\0' x";
    using folder = project({ name: "long", resources: [command("main", long)] });
    using failing = project({ name: "failing", resources: [command("main", `${long} >&2; exit 3`)] });
    for (const { path } of [folder, failing]) expect((await flowc(["build", "."], { cwd: path })).code).toBe(0);
    const result = await through(toSlowReader, folder.path, ["dist/long.mjs"]);
    expect(result.stdout).toBe(`${"x".repeat(1_500_000)}\nended with 0\n`);
    const error = await through(toSlowReader, failing.path, ["dist/failing.mjs"]);
    expect(error.stdout).toMatch(/^error: .*\[tool_runtime\]\nended with 1\n$/s);
    const events = await through(toSlowReader, folder.path, ["dist/long.mjs", "--events"]);
    expect(events.stdout).toContain('"event":"workflow.completed"');
  });
});

test("what an agent is answered is written whole, also where it has closed its end meanwhile", async () => {
  const script = "head -c 1500000 /dev/zero | tr '\\0' x";
  using folder = project({ name: "long", resources: [command("main", script)] });
  expect((await flowc(["build", ".", "--target", "mcp"], { cwd: folder.path })).code).toBe(0);
  const child = spawn(process.execPath, ["dist/long.mjs"], { cwd: folder.path, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve) => void child.on("close", resolve));
  const clientInfo = { name: "test", version: "1" };
  const messages = [
    { id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "long", arguments: {} } },
  ];
  child.stdin.write(messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join(""));
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (more: string) => {
    text += more;
    if (text.length < 10_000 || child.stdin.writableEnded) return;
    // The answer has begun: the client asks for nothing more, and reads on only a while later.
    child.stdout.pause();
    child.stdin.end();
    setTimeout(() => child.stdout.resume(), 1_000);
  });
  expect(await ended).toBe(0);
  const answers = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(answers.find(({ id }) => id === 2).result.content[0].text.length).toBeGreaterThanOrEqual(1_500_000);
});

describe("a reader that goes", () => {
  test.each([[["check", ".", "--format", "json"]], [["graph", "."]], [["--help"]]])("%j", async (args) => {
    using folder = project(hello);
    const script = `{ "$@"; echo "ended with $?" >&2; } | true`;
    const { stderr } = await through(script, folder.path, [flowcProgram, ...args]);
    expect(stderr).toBe("ended with 0\n");
  });
});

describe.skipIf(!hasFull)("a device that is full", () => {
  const folder = project(hello);
  const server = project({
    settings: { apiServer: { routes: [{ path: "/x", methods: ["GET"] }] } },
    resources: [command("main", "echo", { validations: { routes: ["/x"], methods: ["GET"] } })],
  });
  beforeAll(async () => {
    expect((await flowc(["build", "."], { cwd: folder.path })).code).toBe(0);
  });
  afterAll(() => {
    folder[Symbol.dispose]();
    server[Symbol.dispose]();
  });

  const lost = "could not be written: no space left on device [infra]\n";
  test.each<readonly [readonly string[], string]>([
    [["dist/hello.mjs"], `error: the result ${lost}`],
    [["dist/hello.mjs", "--describe"], `error: the result ${lost}`],
    [["dist/hello.mjs", "--help"], `error: the result ${lost}`],
    [[flowcProgram, "run", "."], `error: the result ${lost}`],
    [[flowcProgram, "check", ".", "--format", "json"], `error: the output ${lost}`],
    [[flowcProgram, "build", ".", "--describe"], `error: the output ${lost}`],
    [[flowcProgram, "graph", "."], `error: the output ${lost}`],
    [[flowcProgram, "eval", "1 + 1"], `error: the output ${lost}`],
    [[flowcProgram, "explain"], `error: the output ${lost}`],
    [[flowcProgram, "verify", "dist"], `error: the output ${lost}`],
    [[flowcProgram, "completion", "bash"], `error: the output ${lost}`],
    [[flowcProgram, "--version"], `error: the output ${lost}`],
  ])("%j says so and exits 1", async (args, message) => {
    const { stderr, code } = await through(`exec "$@" >${full}`, folder.path, args);
    expect([stderr, code]).toEqual([message, 1]);
  });

  test("openapi", async () => {
    const { stderr, code } = await through(`exec "$@" >${full}`, server.path, [flowcProgram, "openapi", "."]);
    expect([stderr, code]).toEqual([`error: the output ${lost}`, 1]);
  });

  test("a run whose result is lost ends with workflow.failed, once", async () => {
    const { stderr, code } = await through(`exec "$@" >${full}`, folder.path, ["dist/hello.mjs", "--events"]);
    const ends = eventsOf(stderr).filter(({ event }) => String(event).startsWith("workflow."));
    expect(ends.map(({ event, failureClass }) => [event, failureClass])).toEqual([
      ["workflow.started", undefined],
      ["workflow.failed", "infra"],
    ]);
    expect(code).toBe(1);
  });

  test.each([
    ["what check finds", [flowcProgram, "check", "."], 1],
    ["what a build writes", [flowcProgram, "build", "."], 1],
    ["events", ["dist/hello.mjs", "--events"], 1],
    ["a usage error", [flowcProgram, "nothing"], 2],
  ])("standard error: %s", async (_what, args, expected) => {
    const { code } = await through(`exec "$@" 2>${full}`, folder.path, args);
    expect(code).toBe(expected);
  });

  test("--events=FILE of what does not compile: its errors and its exit code stay", async () => {
    using wrong = project({ resources: [command("main", "true", { nam: "x" })] });
    for (const [file, message] of [
      [full, `error: the events ${lost}`],
      ["missing/events", "error: cannot write the events file missing/events: no such file or folder\n"],
    ] as const) {
      const { stderr, code } = await through(`exec "$@"`, wrong.path, [flowcProgram, "run", ".", `--events=${file}`]);
      expect(stderr).toContain('unknown key "nam"');
      expect([stderr.endsWith(message), code]).toEqual([true, 3]);
    }
  });

  test("--events=FILE: the run goes on, and fails in the end", async () => {
    const { stdout, stderr, code } = await through(`exec "$@"`, folder.path, ["dist/hello.mjs", `--events=${full}`]);
    expect([stdout, stderr, code]).toEqual(["hello\n", `error: the events ${lost}`, 1]);
  });
});

describe.skipIf(!hasMounts)("a disk that gets full", () => {
  test("leaves whole events behind, and what was in the file before", async () => {
    const many = Array.from({ length: 120 }, (_, index) => command(`r${index}`, "true"));
    const requires = many.map(({ actionId }) => String(actionId));
    using folder = project({ name: "many", resources: [...many, command("main", "echo done", { requires })] });
    expect((await flowc(["build", "."], { cwd: folder.path })).code).toBe(0);
    mkdirSync(join(folder.path, "disk"));
    const script = (redirect: string) =>
      `unshare -m sh -c 'mount -t tmpfs -o size=16k tmpfs disk && echo before >disk/log; "$@" ${redirect}; code=$?; cp disk/events kept 2>/dev/null; cp disk/log log; exit $code' sh "$@"`;
    const file = await through(script(""), folder.path, ["dist/many.mjs", "--events=disk/events"]);
    expect([file.stdout, file.code]).toEqual(["done\n", 1]);
    expect(file.stderr).toBe("error: the events could not be written: no space left on device [infra]\n");
    const kept = eventsOf(readFileSync(join(folder.path, "kept"), "utf8"));
    expect(kept.length).toBeGreaterThan(20);
    const appended = await through(script("2>>disk/log"), folder.path, ["dist/many.mjs", "--events"]);
    expect(appended.code).toBe(1);
    const log = readFileSync(join(folder.path, "log"), "utf8");
    expect(log.startsWith("before\n")).toBe(true);
    expect(eventsOf(log.slice("before\n".length)).length).toBeGreaterThan(20);
  });
});
