import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Databases, type DurableBundle, durableBundle, ended, query, startDatabases } from "../support/durable.ts";
import { eventsOf, flowcHere } from "../support/flowc.ts";
import { command, hello, oneSentence, project } from "./project.ts";

// Bundles built with --target dbos, against a PostgreSQL of the tests' own.

const databases = await startDatabases();
afterAll(() => databases?.server.stop());

const secret = "s3cret-of-the-run";

const fleet = {
  name: "fleet",
  settings: {
    inputs: { who: { type: "string", required: true }, fails: { type: "boolean", default: false } },
    targetActionId: "last",
  },
  resources: [
    command("first", "echo first >> log; echo one"),
    command("each", "echo item{{index}} >> log; echo {{item}}", { items: [1, 2, 3] }),
    command("secret", "echo {{quote(env('TOKEN'))}}"),
    command("fails", "echo broken >&2; exit 3", { validations: { skip: ["!input.fails"] }, requires: ["first"] }),
    {
      actionId: "last",
      requires: ["first", "each", "secret", "fails"],
      apiResponse: {
        success: true,
        response: ["{{get('who')}}", "{{get('first')}}", "{{get('each')}}", "{{get('secret')}}"],
      },
    },
  ],
};

const result = { success: true, response: ["you", "one", ["1", "2", "3"], secret] };

describe.skipIf(databases === undefined)("a bundle of the target dbos", () => {
  let bundle: DurableBundle;

  beforeAll(async () => {
    bundle = await durableBundle(fleet, await (databases as Databases).make());
    Object.assign(bundle.env, { TOKEN: secret });
  });
  afterAll(() => bundle[Symbol.asyncDispose]());

  const log = (): readonly string[] => readFileSync(join(bundle.folder, "log"), "utf8").trim().split("\n").sort();

  test("has no tables before somebody makes them, and says so", async () => {
    const { code, stderr } = await bundle.run(["list"]);
    expect(stderr).toBe("error: the database has no tables for runs yet: start a worker, or use migrate\n");
    expect(code).toBe(2);
    expect(await bundle.run(["migrate"])).toMatchObject({ code: 0, stdout: "the tables are up to date\n", stderr: "" });
    expect(await bundle.run(["migrate"])).toMatchObject({ code: 0, stderr: "" });
    expect(await bundle.run(["list"])).toMatchObject({ code: 0, stdout: "no runs\n" });
  });

  test("runs here and now, once for each id, and nothing but events is on standard error", async () => {
    const first = await bundle.run(["run", "--id", "here", "--input", "who=you", "--events"]);
    expect(first).toMatchObject({ code: 0, stdout: `${JSON.stringify(result)}\n` });
    const kinds = eventsOf(first.stderr).map(({ event, runId }) => [event, runId]);
    expect(kinds.at(0)).toEqual(["workflow.started", "here"]);
    expect(kinds.at(-1)).toEqual(["workflow.completed", "here"]);
    const before = log();
    expect(await bundle.run(["--id", "here", "--input", "who=you", "--output", "json"])).toMatchObject({
      ...{ code: 0, stdout: `${JSON.stringify(result)}\n` },
    });
    expect(log()).toEqual(before);
    expect(before).toEqual(["first", "item0", "item1", "item2"]);
  });

  test("a worker takes runs from the queue, and the same id is the same run", async () => {
    const worker = await bundle.worker();
    const start = ["start", "--id", "queued", "--input", "who=you"];
    expect(await bundle.run(start)).toMatchObject({ code: 0, stdout: "queued\n", stderr: "" });
    expect(await bundle.run([...start, "--wait"])).toMatchObject({ code: 0, stdout: `${JSON.stringify(result)}\n` });
    expect(await bundle.run(["result", "queued"])).toMatchObject({ code: 0, stdout: `${JSON.stringify(result)}\n` });
    expect(log().filter((line) => line === "first")).toHaveLength(2);
    const late = await bundle.run(["start", "--delay", "2d", "--input", "who=you"]);
    const listed = await bundle.run(["list", "--status", "delayed", "--format", "json"]);
    expect(JSON.parse(listed.stdout)).toMatchObject([{ id: late.stdout.trim(), status: "delayed" }]);
    expect(await ended(worker, "SIGTERM")).toBe(0);
  });

  test("a failed run ends with its failure and exit code 1", async () => {
    const worker = await bundle.worker();
    const failed = await bundle.run([
      "start",
      "--wait",
      "--id",
      "failed",
      "--input",
      "who=you",
      "--input",
      "fails=true",
    ]);
    expect(failed).toMatchObject({
      code: 1,
      stdout: "",
      stderr: 'error: "fails" failed: exit code 3: broken [tool_runtime]\n',
    });
    expect(await bundle.run(["result", "failed"])).toMatchObject({ code: 1, stderr: failed.stderr });
    const shown = JSON.parse((await bundle.run(["show", "failed", "--format", "json"])).stdout);
    expect(shown).toMatchObject({
      status: "failed",
      failureClass: "tool_runtime",
      inputs: { who: "you", fails: true },
    });
    const places = shown.places as readonly { place: string; status: string }[];
    expect(Object.fromEntries(places.map(({ place, status }) => [place, status]))).toMatchObject({
      ...{ first: "completed", "each[0]": "completed", fails: "failed" },
    });
    await ended(worker, "SIGTERM");
  });

  test("no secret is in a row, nor shown, and a run that has it gives it back", async () => {
    const tables = await query(
      bundle.url,
      "SELECT table_schema AS schema, table_name AS name FROM information_schema.tables WHERE table_schema IN ('dbos', 'flowc')",
    );
    expect(tables.length).toBeGreaterThan(5);
    const rows = await Promise.all(
      tables.map(({ schema, name }) => query(bundle.url, `SELECT t::text AS row FROM "${schema}"."${name}" t`)),
    );
    expect(rows.flat().filter(({ row }) => String(row).includes(secret))).toEqual([]);
    expect(rows.flat().filter(({ row }) => String(row).includes("TOKEN"))).not.toEqual([]);
    const shown = await bundle.run(["show", "here"]);
    expect(shown.stdout).toContain("***");
    expect(shown.stdout).not.toContain(secret);
  });

  test.each([
    [["result", "nowhere"], 'there is no run "nowhere" of this workflow; list shows those there are'],
    [["show", "nowhere"], 'there is no run "nowhere" of this workflow; list shows those there are'],
    [["frobnicate"], 'unknown command "frobnicate"; --help lists those there are'],
    [
      ["list", "--status", "odd"],
      '--status takes delayed, queued, running, completed, failed, cancelled, dead, not "odd"',
    ],
    [["list", "--limit", "0"], '--limit takes a whole number from 1 on, not "0"'],
    [["start", "--input", "who=you", "--delay", "soon"], '--delay takes a time such as 30s or 2d, not "soon"'],
    [
      ["start", "--input", "who=you", "--file", "package.json"],
      "--file is of this machine alone: a run in a database takes inputs",
    ],
    [["start"], "missing input: who"],
    [["start", "--input", "who=you", "--input", "fails=maybe"], 'the input "fails" must be boolean'],
    [
      ["start", "--input", `who=Basic ${Buffer.from(`a:${secret}`).toString("base64")}`],
      "the inputs hold a part of a secret, which is not kept; let the workflow read it by env()",
    ],
    [["result"], "result takes one RUN"],
    [["worker", "x"], 'worker takes no argument, found "x"'],
    [["worker", "--concurrency", "many"], '--concurrency takes a whole number from 1 on, not "many"'],
    [["migrate", "--odd"], "Unknown option '--odd'"],
  ])("refuses %j with one sentence and exit code 2", async (args, message) => {
    const { code, stderr, stdout } = await bundle.run(args, { cwd: process.cwd() });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toContain(message);
  });

  test.each([
    ["", 2, "FLOWC_DATABASE_URL is not set: it names the PostgreSQL of the runs, as postgres://"],
    ["mysql://u:hidden@host/db", 2, "FLOWC_DATABASE_URL is not a URL such as postgres://"],
    ["postgres://:hidden@127.0.0.1", 2, "FLOWC_DATABASE_URL lacks a user and the name of a database"],
    [
      "postgres://u:hidden@127.0.0.1:1/db",
      1,
      "cannot reach the database: connection refused: 127.0.0.1:1 (ECONNREFUSED) [infra]",
    ],
  ])("says what is wrong with the database %j, and not its password", async (url, code, message) => {
    for (const args of [["list"], ["run", "--input", "who=you"], ["migrate"]]) {
      const outcome = await bundle.run(args, { env: { ...bundle.env, FLOWC_DATABASE_URL: url } });
      expect(outcome).toMatchObject({ code, stdout: "" });
      expect(outcome.stderr).toContain(message);
      expect(outcome.stderr).not.toContain("hidden");
    }
  });

  test("takes no id that a run of another workflow in the same database has", async () => {
    await using other = await durableBundle(hello, bundle.url);
    for (const verb of ["start", "run"]) {
      expect(await other.run([verb, "--id", "here"])).toMatchObject({
        ...{ code: 2, stdout: "", stderr: "error: a run of another workflow has this id\n" },
      });
    }
    expect((await other.run(["show", "here"])).stderr).toContain('there is no run "here" of this workflow');
    expect(await other.run(["list"])).toMatchObject({ code: 0, stdout: "no runs\n" });
  });

  test("has a page of help for itself and for each command", async () => {
    const { stdout } = await bundle.run(["--help"]);
    const names = [...stdout.matchAll(/^ {2}(\w+)/gm)].map(([, name = ""]) => name);
    expect(names).toEqual(expect.arrayContaining(["run", "worker", "start", "result", "list", "show", "migrate"]));
    for (const name of names) {
      const page = await bundle.run([name, "--help"]);
      expect(page).toMatchObject({ code: 0, stderr: "" });
      expect(page.stdout).toMatch(new RegExp(`^${name}\\b.*: `));
    }
  });
});

test.each([
  [["--journal"], "--target dbos keeps runs in PostgreSQL: leave out --journal"],
  [["--exe"], "--target dbos makes a bundle for Node: leave out --exe"],
])("refuses --target dbos with %j", async (more, message) => {
  using folder = project(hello);
  const { code, stderr } = await flowcHere(["build", ".", "--target", "dbos", ...more], { cwd: folder.path });
  expect({ code, stderr }).toEqual({ code: 2, stderr: `error: ${message}\n` });
});
