import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Server, startMysql, startPostgres } from "../support/databases.ts";
import { eventsOf, flowc, flowcHere, runProgram, temporaryFolder } from "../support/flowc.ts";
import { nodeProgram } from "../support/nodes.ts";
import { project, type Resource } from "./project.ts";

/** A workflow with one statement on a database whose connection string is in DATABASE_URL, unless it is given. */
function workflow(connection: Resource, query = "SELECT 1 AS one", more: Resource = {}) {
  const settings = { sqlConnections: { main: connection } };
  const resources = [{ actionId: "main", sql: { connectionName: "main", query, ...more } }];
  return project({ settings, resources });
}

async function build(
  folder: string,
  out: string,
): Promise<{ readonly text: string; readonly files: readonly string[] }> {
  expect((await flowcHere(["build", folder, "-o", out])).stderr).not.toContain("error");
  return { text: readFileSync(join(out, "sample.mjs"), "utf8"), files: readdirSync(out) };
}

describe("the bundle of a workflow with sql", () => {
  const brings = (text: string) => ({
    sqlite: text.includes("better-sqlite3"),
    postgres: text.includes("SCRAM-SHA-256"),
    mysql: text.includes("mysql_native_password"),
  });

  test.each([
    [{ connection: "sqlite::memory:" }, { sqlite: true, postgres: false, mysql: false }],
    [{ connection: "postgres://{{ env('HOST') }}/x" }, { sqlite: false, postgres: true, mysql: false }],
    [{ connection: "mariadb://host/x" }, { sqlite: false, postgres: false, mysql: true }],
    [
      { connection: "{{ env('URL') }}", driver: "postgres" },
      { sqlite: false, postgres: true, mysql: false },
    ],
    [{ connection: "{{ env('URL') }}" }, { sqlite: true, postgres: true, mysql: true }],
  ])("of %j brings the drivers that it needs, and no others", async (connection, expected) => {
    using folder = workflow(connection);
    using out = temporaryFolder();
    const { text, files } = await build(folder.path, out.path);
    expect(brings(text)).toEqual(expected);
    expect(files.some((file) => file.endsWith(".node"))).toBe(expected.sqlite);
  });

  test("makes no code at run time and loads nothing but Node's own", async () => {
    using folder = workflow({ connection: "{{ env('URL') }}" });
    using out = temporaryFolder();
    const { text } = await build(folder.path, out.path);
    expect(text.match(/\bnew Function\b|\bFunction\.apply\b|\bFunction\s*\(|(?<![.\w$])eval\s*\(/g)).toBeNull();
    const loaded = [...text.matchAll(/\b(?:__require|import)\d*\(\s*["']([^"']+)["']\s*\)/g)].map(([, name]) => name);
    expect(loaded.length).toBeGreaterThan(10);
    expect(loaded.filter((name) => !name?.startsWith("node:"))).toEqual([]);
    const described = await runProgram(join(out.path, "sample.mjs"), ["--describe"]);
    expect(JSON.parse(described.stdout)).toMatchObject({ executors: ["sql"], effects: { databases: ["main"] } });
  });
});

describe.each([
  { name: "PostgreSQL", start: startPostgres, driver: "postgres", at: "$1", sleep: "SELECT pg_sleep(60)" },
  { name: "MariaDB", start: startMysql, driver: "mysql", at: "?", sleep: "SELECT SLEEP(60)" },
])("a bundle with $name", ({ start, driver, at, sleep }) => {
  let server: Server | undefined;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server?.stop());

  test.for([undefined, 22, 26] as const)("runs and ends under Node %s", async (version, context) => {
    const node = version === undefined ? process.execPath : nodeProgram(version);
    if (server === undefined || node === undefined) return context.skip();
    using folder = workflow({ connection: "{{ env('DATABASE_URL') }}", driver }, `SELECT 1 + ${at} AS sum`, {
      params: ["{{ 41 }}"],
    });
    using out = temporaryFolder();
    await build(folder.path, out.path);
    const env = { DATABASE_URL: server.url };
    const { stdout, stderr, code } = await runProgram(join(out.path, "sample.mjs"), ["--events"], { node, env });
    expect([stdout, code]).toEqual(['[{"sum":42}]\n', 0]);
    expect(eventsOf(stderr).map(({ event }) => event)).toEqual([
      "workflow.started",
      "resource.started",
      "resource.completed",
      "workflow.completed",
    ]);
  });

  test("is cancelled by a signal, in the middle of a statement", async (context) => {
    if (server === undefined) return context.skip();
    using folder = workflow({ connection: "{{ env('DATABASE_URL') }}", driver }, sleep);
    using out = temporaryFolder();
    await build(folder.path, out.path);
    const { stderr, code } = await runProgram(join(out.path, "sample.mjs"), ["--events"], {
      env: { DATABASE_URL: server.url },
      started: (child) => child.stderr?.once("data", () => void setTimeout(() => child.kill("SIGINT"), 300)),
    });
    expect(code).toBe(130);
    expect(eventsOf(stderr).at(-1)).toMatchObject({ event: "workflow.failed" });
  });

  test("says no word of its password", async (context) => {
    if (server === undefined) return context.skip();
    using folder = workflow({ connection: "{{ env('DATABASE_URL') }}" }, "SELECT * FROM nowhere");
    const wrong = server.url.replace("correct", "s3cret");
    const { stdout, stderr } = await flowc(["run", folder.path, "--events"], { env: { DATABASE_URL: wrong } });
    expect(eventsOf(stderr).at(-1)).toMatchObject({ event: "workflow.failed", failureClass: "infra" });
    expect(stdout + stderr).not.toContain("s3cret");
  });
});

test("a missing variable of a connection string is reported before anything runs", async () => {
  using folder = workflow({ connection: "{{ env('DATABASE_URL') }}" });
  const { stderr, code } = await flowc(["run", folder.path], { env: { DATABASE_URL: undefined } });
  expect(stderr).toContain("environment variable not set: DATABASE_URL (read in workflow.yaml:");
  expect(code).toBe(1);
});
