import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command } from "../cli/project.ts";
import {
  type Databases,
  type DurableBundle,
  durableBundle,
  ended,
  query,
  startDatabases,
  until,
} from "../support/durable.ts";
import { eventsOf } from "../support/flowc.ts";

// What becomes of runs in a database: workers that end, runs that are cancelled, retried, forked, scheduled and purged.

const databases = await startDatabases();
afterAll(() => databases?.server.stop());

/** `waits` goes on once there is a file `go`, `gate` fails while there is none called `open`. */
const held = {
  name: "held",
  settings: { targetActionId: "last", schedule: { cron: "0 6 * * *", timeZone: "UTC" } },
  resources: [
    command("first", "echo first >> log; echo one"),
    command("each", "echo item{{index}} >> log; echo {{item}}", { items: [1, 2] }),
    command("waits", "echo waits >> log; while ! test -f go; do sleep 0.05; done; echo two", {
      requires: ["first", "each"],
    }),
    command("gate", "echo gate >> log; test -f open", {
      requires: ["waits"],
      onError: { action: "retry", maxRetries: 1 },
    }),
    command("last", "echo done", { requires: ["gate"] }),
  ],
};

describe.skipIf(databases === undefined)("a run in a database", () => {
  let bundle: DurableBundle;

  beforeAll(async () => {
    bundle = await durableBundle(held, await (databases as Databases).make());
    // Whoever comes first to a new database makes its tables.
    const first = await Promise.all([bundle.worker(), bundle.worker(), bundle.worker(), bundle.run(["migrate"])]);
    expect(first.at(-1)).toMatchObject({ code: 0 });
    await Promise.all(first.slice(0, 3).map((worker) => ended(worker as ChildProcess, "SIGTERM")));
  });
  afterAll(() => bundle[Symbol.asyncDispose]());

  const file = (name: string): string => join(bundle.folder, name);
  const log = (): readonly string[] =>
    existsSync(file("log")) ? readFileSync(file("log"), "utf8").trim().split("\n") : [];
  const times = (name: string): number => log().filter((line) => line === name).length;
  const begin = (names: readonly string[]): void => {
    for (const name of ["log", "go", "open"]) rmSync(file(name), { force: true });
    for (const name of names) writeFileSync(file(name), "");
  };
  const shown = async (run: string) => JSON.parse((await bundle.run(["show", run, "--format", "json"])).stdout);
  const whenStatus = (run: string, status: string) =>
    until(async () => {
      const found = await shown(run);
      return found.status === status ? found : undefined;
    });

  test("goes on with another worker where its own is killed: what is recorded does not run again", async () => {
    begin(["open"]);
    const [one, other] = [await bundle.worker(), await bundle.worker()];
    await bundle.run(["start", "--id", "killed"]);
    await until(() => (times("waits") === 1 ? true : undefined));
    const { worker } = await shown("killed");
    const [dead, alive] = String(worker).includes(`:${one.pid}:`) ? [one, other] : [other, one];
    await ended(dead, "SIGKILL");
    await until(() => (times("waits") === 2 ? true : undefined));
    writeFileSync(file("go"), "");
    expect(await bundle.run(["result", "killed"])).toMatchObject({ code: 0, stdout: "done\n" });
    expect([times("first"), times("item0"), times("item1")]).toEqual([1, 1, 1]);
    expect(await shown("killed")).toMatchObject({ attempts: 2, status: "completed" });
    expect((await shown("killed")).worker).toContain(`:${alive.pid}:`);
    expect(await ended(alive, "SIGTERM")).toBe(0);
  });

  test("is handed over at SIGTERM, and its commands end", async () => {
    begin(["open"]);
    const worker = await bundle.worker();
    await bundle.run(["start", "--id", "handed"]);
    await until(() => (times("waits") === 1 ? true : undefined));
    expect(await ended(worker, "SIGTERM")).toBe(0);
    expect(await shown("handed")).toMatchObject({ status: "queued" });
    writeFileSync(file("go"), "");
    const next = await bundle.worker();
    expect(await bundle.run(["result", "handed"])).toMatchObject({ code: 0 });
    expect([times("first"), times("waits")]).toEqual([1, 2]);
    await ended(next, "SIGTERM");
  });

  test("of a process that was killed goes on with the same run --id", async () => {
    begin(["open"]);
    const killed = bundle.run(["run", "--id", "here"], {
      started: (child) => void until(() => (times("waits") === 1 ? true : undefined)).then(() => child.kill("SIGKILL")),
    });
    expect(await killed).toMatchObject({ signal: "SIGKILL" });
    writeFileSync(file("go"), "");
    expect(await bundle.run(["run", "--id", "here"])).toMatchObject({ code: 0, stdout: "done\n" });
    expect([times("first"), times("waits")]).toEqual([1, 2]);
  });

  test("is set aside with its history where it ends its workers", async () => {
    begin(["open"]);
    const first = await bundle.worker(["--attempts", "1"]);
    await bundle.run(["start", "--id", "deadly"]);
    for (const [begun, worker] of [
      [1, first],
      [2, await bundle.worker(["--attempts", "1"])],
    ] as const) {
      await until(() => (times("waits") === begun ? true : undefined));
      const last = await bundle.worker(["--attempts", "1"]);
      const { worker: owner } = await shown("deadly");
      await ended(String(owner).includes(`:${worker.pid}:`) ? worker : last, "SIGKILL");
      if (begun === 1) await ended(String(owner).includes(`:${worker.pid}:`) ? last : worker, "SIGTERM");
    }
    const dead = await whenStatus("deadly", "dead");
    expect(dead.places.map(({ place }: { place: string }) => place)).toEqual(expect.arrayContaining(["first", "each"]));
    expect(await bundle.run(["result", "deadly"])).toMatchObject({
      code: 1,
      stderr: "error: the run was set aside, as its workers ended too often while they ran it [infra]\n",
    });
    writeFileSync(file("go"), "");
    const worker = await bundle.worker();
    expect(await bundle.run(["resume", "deadly"])).toMatchObject({ code: 0 });
    expect(await bundle.run(["result", "deadly"])).toMatchObject({ code: 0, stdout: "done\n" });
    expect(times("first")).toBe(1);
    await ended(worker, "SIGTERM");
  });

  test("is cancelled wherever it runs, and resumed", async () => {
    begin(["open"]);
    const worker = await bundle.worker();
    await bundle.run(["start", "--id", "stopped"]);
    await until(() => (times("waits") === 1 ? true : undefined));
    expect(await bundle.run(["cancel", "stopped"])).toMatchObject({ code: 0, stdout: "cancelled stopped\n" });
    expect(await bundle.run(["result", "stopped"])).toMatchObject({
      code: 1,
      stderr: "error: the run was cancelled [tool_runtime]\n",
    });
    expect((await bundle.run(["cancel", "stopped"])).stderr).toBe(
      'error: the run "stopped" has ended: it is cancelled\n',
    );
    expect((await bundle.run(["retry", "stopped"])).stderr).toBe(
      'error: retry takes a run that is failed; "stopped" is cancelled\n',
    );
    writeFileSync(file("go"), "");
    expect(await bundle.run(["resume", "stopped"])).toMatchObject({ code: 0, stdout: "stopped\n" });
    expect(await bundle.run(["result", "stopped"])).toMatchObject({ code: 0, stdout: "done\n" });
    expect([times("first"), times("waits")]).toEqual([1, 2]);
    await ended(worker, "SIGTERM");
  });

  test("that failed is retried: what failed runs again, what is done does not; a fork takes over the rest", async () => {
    begin(["go"]);
    const worker = await bundle.worker();
    expect(await bundle.run(["start", "--id", "fails", "--wait"])).toMatchObject({ code: 1 });
    expect([times("first"), times("gate")]).toEqual([1, 2]);
    writeFileSync(file("open"), "");
    expect(await bundle.run(["retry", "fails"])).toMatchObject({ code: 0, stdout: "fails\n" });
    expect(await bundle.run(["result", "fails"])).toMatchObject({ code: 0, stdout: "done\n" });
    expect([times("first"), times("waits"), times("gate")]).toEqual([1, 1, 3]);

    const events = eventsOf((await bundle.run(["events", "fails", "--follow"])).stdout);
    expect(events.at(0)).toMatchObject({ event: "workflow.started", workflowId: "held", runId: "fails" });
    expect(events.at(-1)).toMatchObject({ event: "workflow.completed" });
    const kinds = events.map(({ event, actionId, attempt }) => [event, actionId, attempt]);
    expect(kinds).toContainEqual(["resource.completed", "each", undefined]);
    expect(kinds).toContainEqual(["resource.retrying", "gate", 1]);

    begin(["go", "open"]);
    expect(await bundle.run(["fork", "fails", "--from", "waits", "--wait"])).toMatchObject({
      code: 0,
      stdout: "done\n",
    });
    expect([times("first"), times("item0"), times("waits"), times("gate")]).toEqual([0, 0, 1, 1]);
    expect((await bundle.run(["fork", "fails", "--from", "nothing"])).stderr).toBe(
      'error: --from takes the id of a resource: first, each, waits, gate, last; not "nothing"\n',
    );
    await ended(worker, "SIGTERM");
  });

  test("keeps to the limits of its queue, which commands set", async () => {
    const limits = "concurrency 2\nglobal      2\nrate        100 in 60 s\n";
    const set = ["queue", "--concurrency", "3", "--global", "2", "--rate", "100/1m"];
    expect(await bundle.run(set)).toMatchObject({ code: 0, stdout: limits });
    expect(await bundle.run(["queue"])).toMatchObject({ code: 0, stdout: limits });
    begin(["open"]);
    const workers = [await bundle.worker(), await bundle.worker()];
    for (const id of ["q1", "q2", "q3"]) await bundle.run(["start", "--id", id]);
    await until(() => (times("waits") === 2 ? true : undefined));
    const statuses = async () => Promise.all(["q1", "q2", "q3"].map(async (id) => (await shown(id)).status));
    expect((await statuses()).sort()).toEqual(["queued", "running", "running"]);
    writeFileSync(file("go"), "");
    for (const id of ["q1", "q2", "q3"]) expect(await bundle.run(["result", id])).toMatchObject({ code: 0 });
    expect((await bundle.run(["queue", "--rate", "fast"])).stderr).toContain(
      '--rate takes a number and a time, such as 100/1m, not "fast"',
    );
    for (const worker of workers) await ended(worker, "SIGTERM");
    await bundle.run(["queue", "--global", "none", "--rate", "none"]);
  });

  test("is started once for each time of a schedule, by three workers", { timeout: 240_000 }, async () => {
    begin(["go", "open"]);
    const workers = await Promise.all([bundle.worker(), bundle.worker(), bundle.worker()]);
    expect(await bundle.run(["schedule", "--cron", "* * * * *"])).toMatchObject({ code: 0 });
    const ticks = () =>
      query(bundle.url, "SELECT workflow_uuid AS id FROM dbos.workflow_status WHERE schedule_name IS NOT NULL");
    const [first] = await until(async () => {
      const found = await ticks();
      return found.length > 0 ? found : undefined;
    });
    expect(await bundle.run(["result", String(first?.["id"])])).toMatchObject({ code: 0, stdout: "done\n" });
    await bundle.run(["schedule", "--remove"]);
    const found = await ticks();
    const minutes = found.map(({ id }) => /\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(String(id))?.[0]);
    expect(minutes).not.toContain(undefined);
    expect(new Set(minutes).size).toBe(found.length);
    for (const { id } of found) await bundle.run(["result", String(id)]);
    expect(times("first")).toBe(found.length);
    for (const worker of workers) await ended(worker, "SIGTERM");
  });

  test("is started by a schedule, and purged when it is old", async () => {
    expect(await bundle.run(["schedule"])).toMatchObject({ code: 0, stdout: "0 6 * * * UTC\n" });
    const cron = ["schedule", "--cron", "30 4 * * 1", "--time-zone", "Europe/Berlin"];
    expect(await bundle.run(cron)).toMatchObject({ code: 0, stdout: "30 4 * * 1 Europe/Berlin\n" });
    const rows = await query(
      bundle.url,
      "SELECT schedule, cron_timezone, queue_name, status FROM dbos.workflow_schedules",
    );
    expect(rows).toEqual([
      { schedule: "30 4 * * 1", cron_timezone: "Europe/Berlin", queue_name: "flowc held", status: "ACTIVE" },
    ]);
    const wrong = await bundle.run(["schedule", "--cron", "61 4 * * 1"]);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/^error: --cron '61 4 \* \* 1': /)]);
    expect((await bundle.run(["schedule", "--cron", "* *"])).stderr).toBe(
      'error: --cron takes five fields, not "* *"\n',
    );
    expect(await bundle.run(["schedule", "--remove"])).toMatchObject({ code: 0 });
    expect(await query(bundle.url, "SELECT 1 FROM dbos.workflow_schedules")).toEqual([]);

    expect(await bundle.run(["purge", "--older", "1d"])).toMatchObject({ code: 0, stdout: "removed 0 runs\n" });
    expect((await bundle.run(["purge", "--older", "0s"])).stdout).toMatch(/^removed [1-9]\d* runs\n$/);
    expect(await bundle.run(["list"])).toMatchObject({ stdout: "no runs\n" });
    expect(await query(bundle.url, "SELECT 1 FROM dbos.operation_outputs")).toEqual([]);
  });
});
