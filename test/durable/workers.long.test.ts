import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
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

// Workers that are killed without end, one that is stopped and goes on, a database that is stopped hard: runs end right, and
// nothing that was recorded runs again.

const databases = await startDatabases();
afterAll(() => databases?.server.stop());

const runs = 24;
const kills = 10;

/** Each place writes when it starts, in milliseconds since 1970: `run place time`. */
const storm = {
  name: "storm",
  settings: { targetActionId: "last", concurrency: 4 },
  resources: [
    place("first", "echo 1"),
    { ...place("each{{index}}", "echo {{item}}"), actionId: "each", items: [10, 20, 30, 40] },
    { ...place("second", "echo 2"), requires: ["first"] },
    { ...place("stores", "echo 3"), requires: ["second"], after: ["set('kept', 'kept')"] },
    {
      actionId: "last",
      requires: ["each", "stores"],
      apiResponse: {
        success: true,
        response: ["{{get('first')}}", "{{get('second')}}", "{{get('each')}}", "{{get('kept')}}"],
      },
    },
  ],
};
const result = `${JSON.stringify({ success: true, response: ["1", "2", ["10", "20", "30", "40"], "kept"] })}\n`;

function place(name: string, script: string) {
  return command(name, `echo {{info('runId')}} ${name} $(date +%s%3N) >> log; sleep 0.1; ${script}`);
}

/** Numbers that look random and are the same in each run of the test. */
function* noise(): Generator<number, never> {
  for (let state = 7_919; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

/** Starts of places after they had been recorded, as `run place`. */
async function repeated({ url, folder }: DurableBundle): Promise<readonly string[]> {
  const rows = await query(
    url,
    "SELECT workflow_uuid AS run, function_name AS place, (output::jsonb ->> 'endedAt')::bigint AS ended FROM dbos.operation_outputs",
  );
  const recorded = new Map(rows.map(({ run, place: name, ended: at }) => [`${run} ${name}`, Number(at)]));
  const lines = readFileSync(join(folder, "log"), "utf8").trim().split("\n");
  return lines.filter((line) => {
    const [run, name = "", time] = line.split(" ");
    return (
      Number(time) > (recorded.get(`${run} ${name.replace(/^each(\d)$/, "each[$1]")}`) ?? Number.POSITIVE_INFINITY)
    );
  });
}

/** Every place of every run is recorded once. */
async function doubled({ url }: DurableBundle): Promise<readonly unknown[]> {
  return query(
    url,
    "SELECT workflow_uuid, function_name FROM dbos.operation_outputs GROUP BY 1, 2 HAVING count(*) > 1",
  );
}

describe.skipIf(databases === undefined)("workers", () => {
  let bundle: DurableBundle;

  beforeAll(async () => {
    bundle = await durableBundle(storm, await (databases as Databases).make());
    await bundle.run(["migrate"]);
  });
  afterAll(() => bundle[Symbol.asyncDispose]());

  const start = async (prefix: string, count: number): Promise<readonly string[]> => {
    const ids = Array.from({ length: count }, (_, index) => `${prefix}${index}`);
    for (const id of ids) await bundle.run(["start", "--id", id]);
    return ids;
  };
  const open = async (): Promise<number> => {
    const [row] = await query(
      bundle.url,
      "SELECT count(*) AS open FROM dbos.workflow_status WHERE status IN ('PENDING', 'ENQUEUED')",
    );
    return Number(row?.["open"]);
  };
  const expectRight = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) expect(await bundle.run(["result", id])).toMatchObject({ code: 0, stdout: result });
    expect(await repeated(bundle)).toEqual([]);
    expect(await doubled(bundle)).toEqual([]);
  };

  test(`that are killed ${kills} times and replaced end ${runs} runs right`, { timeout: 240_000 }, async () => {
    const workers = await Promise.all([bundle.worker(), bundle.worker(), bundle.worker()]);
    const numbers = noise();
    const ids = await start("storm", runs);
    let killed = 0;
    while (killed < kills && (await open()) > 0) {
      await new Promise((resolve) => setTimeout(resolve, 200 + 400 * numbers.next().value));
      const at = Math.floor(3 * numbers.next().value);
      await ended(workers[at] as ChildProcess, "SIGKILL");
      killed += 1;
      workers[at] = await bundle.worker();
    }
    await until(async () => ((await open()) === 0 ? true : undefined));
    await expectRight(ids);
    expect(killed).toBeGreaterThan(0);
    for (const worker of workers) await ended(worker, "SIGTERM");
  });

  test("that have lost a run while they were stopped record nothing more of it, and end its commands", {
    timeout: 120_000,
  }, async () => {
    await using held = await durableBundle(
      {
        name: "stopped",
        resources: [
          command("first", "echo 1"),
          command("main", `echo $$ >> pids; while ! test -f go; do sleep 0.05; done; echo {{quote(info('runId'))}}`, {
            requires: ["first"],
          }),
        ],
      },
      await (databases as Databases).make(),
    );
    const pids = (): readonly string[] =>
      spawnSync("cat", [join(held.folder, "pids")], { encoding: "utf8" })
        .stdout.trim()
        .split("\n")
        .filter(Boolean);
    const stopped = await held.worker();
    await held.run(["start", "--id", "lost"]);
    await until(() => (pids().length === 1 ? true : undefined));
    stopped.kill("SIGSTOP");
    // As a sweep does once it counts as dead.
    await query(
      held.url,
      "UPDATE dbos.workflow_status SET status = 'ENQUEUED', owner_xid = NULL, started_at_epoch_ms = NULL",
    );
    const other = await held.worker();
    await until(() => (pids().length === 2 ? true : undefined));
    stopped.kill("SIGCONT");
    const [first = "", second = ""] = pids();
    await until(() => (isRunning(first) ? undefined : true));
    expect(isRunning(second)).toBe(true);
    writeFileSync(join(held.folder, "go"), "");
    expect(await held.run(["result", "lost"])).toMatchObject({ code: 0, stdout: "lost\n" });
    expect(await doubled(held)).toEqual([]);
    const shown = JSON.parse((await held.run(["show", "lost", "--format", "json"])).stdout);
    expect(shown.worker).toContain(`:${other.pid}:`);
    expect(await ended(stopped, "SIGTERM")).toBe(0);
    await ended(other, "SIGTERM");
  });

  test("whose database is stopped hard and comes back end all runs right", { timeout: 240_000 }, async () => {
    const { server } = databases as Databases;
    const workers = await Promise.all([bundle.worker(), bundle.worker()]);
    const ids = await start("outage", 8);
    await ended(server.process, "SIGQUIT");
    const again = spawn(server.process.spawnfile, server.process.spawnargs.slice(1), { cwd: "/", stdio: "ignore" });
    try {
      await until(async () => ((await open().catch(() => 1)) === 0 ? true : undefined));
      await expectRight(ids);
      for (const worker of workers) expect(await ended(worker, "SIGTERM")).toBe(0);
    } finally {
      await ended(again, "SIGINT");
    }
  });
});

function isRunning(pid: string): boolean {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
}
