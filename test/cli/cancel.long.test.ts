import { once } from "node:events";
import { existsSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { killTagged, newTag, sleep, tagged, untilTagged } from "../runtime-lib/exec/processes.ts";
import { session } from "../runtime-lib/sql/steps.ts";
import { type Server, startMysql, startPostgres } from "../support/databases.ts";
import { eventsOf, flowc } from "../support/flowc.ts";
import { serveModel } from "../support/model.ts";
import { lacksProgram } from "../support/programs.ts";
import { serve } from "../support/server.ts";
import { project, type Resource } from "./project.ts";

// A run that is cancelled, and a resource whose time is up, leave no request, no statement and no process behind,
// whatever the executor (spec section 4).

/** An executor's block that would run for ever. */
interface Work extends AsyncDisposable {
  readonly resource: Resource;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Waits until it is at work. */
  begun(): Promise<unknown>;
  /** Waits until nothing of it is left. */
  gone(): Promise<unknown>;
}

/** Requests that are never answered to their end. */
function unanswered(answer?: string) {
  let resolve: (response: ServerResponse) => void = () => undefined;
  const promise = new Promise<ServerResponse>((settle) => {
    resolve = settle;
  });
  return {
    hold: (response: ServerResponse): undefined => {
      if (answer !== undefined) response.write(answer);
      resolve(response);
    },
    begun: () => promise,
    gone: async () => {
      const response = await promise;
      if (!response.destroyed) await once(response, "close");
    },
  };
}

async function request(answer?: string): Promise<Work> {
  const { hold, ...sides } = unanswered(answer);
  const server = await serve((_, response) => hold(response));
  const resource = { httpClient: { url: server.url, retry: { maxAttempts: 3 } } };
  return { resource, ...sides, [Symbol.asyncDispose]: server.close };
}

async function chat(): Promise<Work> {
  const { hold, ...sides } = unanswered();
  const model = await serveModel(hold);
  const resource = { chat: { model: "m", prompt: "p", baseUrl: model.baseUrl } };
  return { resource, ...sides, [Symbol.asyncDispose]: model.close };
}

/** A script with a child that takes no notice of SIGTERM. */
async function python(): Promise<Work> {
  const tag = newTag();
  const script = `import subprocess\nsubprocess.run(["sh", "-c", "trap '' TERM; sleep ${tag}; true"])`;
  return {
    resource: { python: { script } },
    begun: () => untilTagged(tag, 2),
    gone: async () => expect(tagged(tag)).toEqual([]),
    [Symbol.asyncDispose]: async () => killTagged(tag),
  };
}

/** What SQLite could leave is a transaction, with its lock. */
async function sqlite(): Promise<Work> {
  const folder = project({ resources: [] });
  const file = join(folder.path, "data.db");
  const { start, rows, end } = session(`sqlite://${file}`);
  await start({ query: "CREATE TABLE t (i)" });
  const numbers = (name: string) => `${name}(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM ${name} LIMIT 5000)`;
  // As many rows as may be, and each takes its time.
  const endless = `WITH RECURSIVE ${numbers("n")}, ${numbers("m")}, ${numbers("o")}
    SELECT (SELECT count(*) FROM o WHERE o.i <> m.i + n.i) FROM n, m`;
  const queries = [{ query: "INSERT INTO t VALUES (1)" }, { query: endless }];
  return {
    resource: { sql: { connectionName: "main", queries, transaction: true, maxRows: 10_000_000 } },
    settings: { sqlConnections: { main: { connection: `sqlite://${file}` } } },
    begun: () => until(async () => existsSync(`${file}-journal`)),
    gone: async () => {
      await start({ query: "INSERT INTO t VALUES (2)" });
      expect(await rows("SELECT i FROM t")).toEqual([{ i: 2 }]);
    },
    [Symbol.asyncDispose]: async () => {
      await end();
      folder[Symbol.dispose]();
    },
  };
}

async function statement(url: string, query: string, running: string): Promise<Work> {
  const { rows, end } = session(url);
  const count = async () => (await rows(running))[0]?.["n"];
  return {
    resource: { sql: { connectionName: "main", query } },
    settings: { sqlConnections: { main: { connection: url } } },
    begun: () => until(async () => (await count()) === 1),
    gone: () => until(async () => (await count()) === 0),
    [Symbol.asyncDispose]: end,
  };
}

const servers: { postgres?: Server | undefined; mysql?: Server | undefined } = {};
beforeAll(async () => {
  [servers.postgres, servers.mysql] = await Promise.all([startPostgres(), startMysql()]);
});
afterAll(() => Promise.all([servers.postgres?.stop(), servers.mysql?.stop()]));

const others = "count(*) AS n FROM pg_stat_activity WHERE application_name = 'flowc' AND pid <> pg_backend_pid()";
const works: readonly (readonly [string, () => Promise<Work> | undefined])[] = [
  ["httpClient, before the answer", () => request()],
  ["httpClient, in the middle of the answer", () => request("some of it")],
  ["chat", chat],
  ["python", () => (lacksProgram("python") ? undefined : python())],
  ["sql on SQLite", sqlite],
  [
    "sql on PostgreSQL",
    () => servers.postgres && statement(servers.postgres.url, "SELECT pg_sleep(600)", `SELECT ${others}`),
  ],
  [
    "sql on MariaDB",
    () =>
      servers.mysql &&
      statement(
        servers.mysql.url,
        "SELECT SLEEP(600)",
        "SELECT count(*) AS n FROM information_schema.processlist WHERE user = 'flowc' AND id <> CONNECTION_ID()",
      ),
  ],
];

describe.each(works)("%s", (_, begin) => {
  test("is ended by SIGTERM, and nothing is left", async (context) => {
    const working = begin();
    if (working === undefined)
      return context.skip("this machine lacks what it is about: Python, or a server of databases");
    await using work = await working;
    using folder = project({
      settings: work.settings ?? {},
      resources: [{ actionId: "main", ...work.resource, onError: { action: "retry", maxRetries: 3 } }],
    });
    let kill = (): unknown => undefined;
    const ended = flowc(["run", folder.path, "--events"], {
      started: (child) => {
        kill = () => child.kill("SIGTERM");
      },
    });
    await work.begun();
    kill();
    const { stdout, stderr, code } = await ended;
    expect([stdout, code]).toEqual(["", 143]);
    const events = eventsOf(stderr);
    expect(events.map(({ event }) => event)).toEqual([
      "workflow.started",
      "resource.started",
      "resource.failed",
      "workflow.failed",
    ]);
    expect(events.at(-1)?.["message"]).toContain("SIGTERM");
    await work.gone();
  });

  test("is ended by its own timeout, and nothing is left", async (context) => {
    const working = begin();
    if (working === undefined)
      return context.skip("this machine lacks what it is about: Python, or a server of databases");
    await using work = await working;
    const [[executor = "", block] = []] = Object.entries(work.resource);
    using folder = project({
      settings: work.settings ?? {},
      resources: [{ actionId: "main", [executor]: { ...(block as object), timeout: "2s" } }],
    });
    const { stderr, code } = await flowc(["run", folder.path, "--events"]);
    expect(code).toBe(1);
    expect(eventsOf(stderr).slice(-2)).toMatchObject([
      { event: "resource.failed", failureClass: "timeout", message: expect.stringMatching(/^timed out after 2s/) },
      { event: "workflow.failed", failureClass: "timeout" },
    ]);
    await work.gone();
  });
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error("it never holds");
    await sleep(20);
  }
}
