import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowcHere, runProgram } from "../support/flowc.ts";
import { command, project, type WorkflowParts } from "./project.ts";

const schedule = { cron: "0 0 1 1 *", timeZone: "Europe/Berlin", catchUp: true };

/** Says that it runs and waits until the file `go` is there. */
const waits: WorkflowParts = {
  name: "yearly",
  settings: { schedule },
  resources: [command("main", "touch runs && until [ -e go ]; do sleep 0.05; done && echo done")],
};

async function built(workflow: WorkflowParts, ...more: readonly string[]) {
  const folder = project(workflow);
  const { code, stderr } = await flowcHere(["build", ".", ...more], { cwd: folder.path });
  expect(code, stderr).toBe(0);
  return { ...folder, bundle: join(folder.path, "dist", `${workflow.name}.mjs`), state: join(folder.path, "state") };
}

/** Starts the bundle as a process that has last run two years ago, and so has a run to make up for. */
function startMissed({ path, bundle, state }: Awaited<ReturnType<typeof built>>, ...args: readonly string[]) {
  mkdirSync(state);
  const { cron, timeZone } = schedule;
  const time = new Date(Date.now() - 2 * 366 * 86_400_000).toISOString();
  writeFileSync(join(state, "yearly.json"), JSON.stringify({ cron, timeZone, time }));
  const env = { ...process.env, STATE_DIRECTORY: state };
  const child = spawn(process.execPath, [bundle, "--scheduled", ...args], { cwd: path, env, stdio: "pipe" });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      said[name] += text;
    });
  }
  const ended = once(child, "close").then(([code]) => code as number | null);
  const until = async (text: string): Promise<void> => {
    while (!said.stderr.includes(text)) {
      if (child.exitCode !== null) throw new Error(`it ended: ${said.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const running = async (): Promise<void> => {
    while (!existsSync(join(path, "runs"))) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { child, said, ended, until, running, [Symbol.dispose]: () => void child.kill("SIGKILL") };
}

describe.concurrent("--scheduled", () => {
  test("a signal lets the run under way end", async () => {
    using made = await built(waits);
    using started = startMissed(made);
    const { child, said, ended, until, running } = started;
    await running();
    child.kill("SIGTERM");
    await until("a second signal cancels it");
    writeFileSync(join(made.path, "go"), "");
    expect(await ended).toBe(0);
    expect(said.stdout).toBe("done\n");
    const kept = JSON.parse(readFileSync(join(made.state, "yearly.json"), "utf8"));
    expect(Date.parse(kept.time)).toBeGreaterThan(Date.now() - 2 * 366 * 86_400_000);
  });

  test("a second signal cancels it", async () => {
    using made = await built(waits);
    using started = startMissed(made);
    const { child, said, ended, until, running } = started;
    await running();
    child.kill("SIGINT");
    await until("a second signal cancels it");
    child.kill("SIGTERM");
    expect(await ended).toBe(143);
    expect(said.stdout).toBe("");
    expect(said.stderr).toContain("the run was cancelled by SIGTERM");
  });

  test("a signal between two runs ends it at once", async () => {
    using made = await built({ ...waits, settings: { schedule: { ...schedule, catchUp: false } } });
    using started = startMissed(made);
    const { child, said, ended, until } = started;
    await until("follows its schedule");
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(said.stderr).toMatch(/^yearly: follows its schedule, next at \d{4}-01-01 00:00 Europe\/Berlin\n/);
  });

  test("each run has events of its own, and nothing else is on standard error", async () => {
    using made = await built(waits);
    using started = startMissed(made, "--events");
    const { child, said, ended, until, running } = started;
    await running();
    writeFileSync(join(made.path, "go"), "");
    await until("workflow.completed");
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    const events = said.stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).event);
    expect(events).toEqual(["workflow.started", "resource.started", "resource.completed", "workflow.completed"]);
  });

  test("refuses what every run would refuse", async () => {
    const settings = { schedule, inputs: { day: { type: "string", required: true } } };
    using made = await built({ name: "needy", settings, resources: [command("main", "date")] });
    const { code, stderr } = await runProgram(made.bundle, ["--scheduled"]);
    expect([code, stderr]).toEqual([2, "error: missing input: day\n"]);
    const events = await runProgram(made.bundle, ["--scheduled", "--events"]);
    expect(JSON.parse(events.stderr)).toMatchObject({ event: "workflow.failed", failureClass: "validation" });
  });

  test.each([
    ["--only", "main"],
    ["--from", "main", "--of", "x"],
    ["--run", "x", "--journal"],
  ])("does not go with %s", async (...options) => {
    using made = await built(waits, "--journal");
    const { code, stderr } = await runProgram(made.bundle, ["--scheduled", ...options]);
    expect([code, stderr]).toEqual([2, `error: --scheduled and ${options[0]} cannot be combined\n`]);
  });

  test("needs a schedule", async () => {
    using made = await built({ name: "plain", resources: [command("main", "date")] });
    const { code, stderr } = await runProgram(made.bundle, ["--scheduled"]);
    expect([code, stderr]).toEqual([
      2,
      "error: --scheduled needs settings.schedule, which this workflow does not have\n",
    ]);
    expect(readFileSync(made.bundle, "utf8")).not.toContain("CronPattern");
  });

  test("is in the bundle's description and help", async () => {
    using made = await built(waits);
    const described = await runProgram(made.bundle, ["--describe"]);
    expect(JSON.parse(described.stdout).schedule).toEqual({ ...schedule, overlap: "skip" });
    expect((await runProgram(made.bundle, ["--help"])).stdout).toContain("--scheduled");
  });
});

describe.concurrent("flowc", () => {
  test("check says when it would run next, in text only", async () => {
    using folder = project(waits);
    const text = await flowcHere(["check", "."], { cwd: folder.path });
    expect(text.stderr).toMatch(/\nnext run of yearly: \d{4}-01-01 00:00 Europe\/Berlin\n$/);
    const json = await flowcHere(["check", ".", "--format", "json"], { cwd: folder.path });
    expect([json.stderr, JSON.parse(json.stdout).diagnostics]).toEqual(["", []]);
  });

  test.each([
    [["--scheduled", "--report", "x.html"], "--report shows one run; leave out --scheduled"],
    [["--scheduled", "--watch"], "--watch runs at each change; leave out --scheduled"],
  ])("run refuses %s", async (options, message) => {
    using folder = project(waits);
    const { code, stderr } = await flowcHere(["run", ".", ...options], { cwd: folder.path });
    expect([code, stderr]).toEqual([2, `error: ${message}\n`]);
  });

  test("a server workflow has no schedule", async () => {
    const settings = { schedule, apiServer: { routes: [{ path: "/", methods: ["GET"] }] } };
    using folder = project({ ...waits, settings });
    const { code, stderr } = await flowcHere(["check", "."], { cwd: folder.path });
    expect(code).toBe(1);
    expect(stderr).toContain("a server workflow answers requests and cannot have a schedule [conflicting-keys]");
  });
});
