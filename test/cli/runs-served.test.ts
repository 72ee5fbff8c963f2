import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openExistingStore } from "../../runtime-lib/store/database.ts";
import { listRuns } from "../../runtime-lib/store/list-runs.ts";
import { recordedRun } from "../../runtime-lib/store/recorded-run.ts";
import { flowc, runProgram, temporaryFolder } from "../support/flowc.ts";
import { command, project, type WorkflowParts } from "./project.ts";
import { post, type RunningService, startService, until } from "./serve/service.ts";

const secret = "correct-horse-battery-staple";

/** Says hello in a command; to "nobody" it fails. */
const greeter: WorkflowParts = {
  name: "greeter",
  settings: {
    inputs: { name: { type: "string", required: true } },
    apiServer: { routes: [{ path: "/greet", methods: ["POST"] }] },
  },
  resources: [
    command("greet", "test {{get('name')}} != nobody && echo hello {{get('name')}} $SECRET"),
    {
      actionId: "answer",
      requires: ["greet"],
      apiResponse: { success: true, response: ["{{get('greet')}}", "{{env('SECRET')}}"] },
    },
  ],
};

function serveRecording(workflow: WorkflowParts, ...args: readonly string[]): Promise<RunningService> {
  return startService(workflow, { build: ["--journal"], args, env: { SECRET: secret } });
}

/** Ends the server, which writes all that it has answered. */
async function stop({ child, ended }: RunningService): Promise<void> {
  child.kill("SIGTERM");
  expect((await ended()).code).toBe(0);
}

/** What `read` finds in the store. */
function inStore<Found>(path: string, read: (database: DatabaseSync) => Found): Found {
  const database = openExistingStore(path);
  if (database === undefined) throw new Error("there is no store");
  try {
    return read(database);
  } finally {
    database.close();
  }
}

test("--record keeps each answered request of a server as a run", async () => {
  await using service = await serveRecording(greeter, "--record=kept");
  const store = join(service.folder, "kept", "runs.db");
  const greet = (name: string, id: string) =>
    post(`${service.url}/greet?from=test`, { name }, { "x-request-id": id, authorization: `Bearer ${secret}` });
  expect((await greet("Ann", "first")).status).toBe(200);
  expect((await greet("nobody", "second")).status).toBe(500);
  expect((await post(`${service.url}/greet`, { age: 7 }, { "x-request-id": "refused" })).status).toBe(400);
  expect((await fetch(`${service.url}/nowhere`)).status).toBe(404);
  // While the server runs, too.
  await until(() => inStore(store, (database) => listRuns(database, store, {}).length === 2));
  const { run, events, inputs, results, result } = inStore(store, (database) => recordedRun(database, store, "first"));
  expect(run).toMatchObject({ id: "first", workflow: "greeter", status: "completed", journal: false });
  expect(events.map(({ event, runId }) => [event, runId])).toEqual([
    ["workflow.started", "first"],
    ...["resource.started", "resource.output", "resource.completed"].map((event) => [event, "first"]),
    ...["resource.started", "resource.completed"].map((event) => [event, "first"]),
    ["workflow.completed", "first"],
  ]);
  expect(inputs).toEqual({ name: "Ann" });
  expect(results["greet"]).toMatchObject({ stdout: "hello Ann ***", exitCode: 0 });
  expect(result).toEqual({ success: true, response: ["hello Ann ***", "***"] });
  expect(inStore(store, (database) => recordedRun(database, store, "second")).run).toMatchObject({
    status: "failed",
    message: '"greet" failed: exit code 1',
  });
  await stop(service);
  inStore(store, (database) => {
    const rows = database.prepare("SELECT * FROM runs, places ON run = id").all();
    expect(JSON.stringify(rows)).not.toContain(secret.slice(0, 8));
  });
  const again = await runProgram(
    join(service.folder, "out", "greeter.mjs"),
    ["--from", "answer", "--of", "first", "--record=kept"],
    { cwd: service.folder, env: { ...process.env, SECRET: secret } },
  );
  expect(again).toMatchObject({ code: 0, stderr: "taken from the run first: greet\n" });
});

test("an id that comes twice gets a row of its own", async () => {
  await using service = await serveRecording(greeter, "--record=kept");
  const greet = (name: string) => post(`${service.url}/greet`, { name }, { "x-request-id": "same" });
  const answers = await Promise.all([greet("Ann"), greet("Bob"), greet("Cy")]);
  expect(answers.map(({ status, headers }) => [status, headers.get("x-request-id")])).toEqual(
    Array(3).fill([200, "same"]),
  );
  await stop(service);
  const store = join(service.folder, "kept", "runs.db");
  const runs = inStore(store, (database) => {
    const ids = listRuns(database, store, {}).map(({ id }) => id);
    return ids.map((id) => ({ id, inputs: recordedRun(database, store, id).inputs }));
  });
  expect(runs.map(({ id }) => id.replace(/~[\da-f]{8}$/, "~")).sort()).toEqual(["same", "same~", "same~"]);
  expect(runs.map(({ inputs }) => inputs)).toEqual(
    expect.arrayContaining(["Ann", "Bob", "Cy"].map((name) => ({ name }))),
  );
});

test("settings.history records requests; without it and --record nothing is kept", async () => {
  using home = temporaryFolder();
  const env = { SECRET: secret, HOME: home.path };
  const { settings } = greeter;
  const recording = { ...greeter, settings: { ...settings, history: true } };
  await using service = await startService(recording, { env });
  await post(`${service.url}/greet`, { name: "Ann" });
  await stop(service);
  await using plain = await startService(greeter, { build: ["--journal"], env });
  await post(`${plain.url}/greet`, { name: "Ann" });
  await stop(plain);
  const store = join(home.path, ".flowc", "runs.db");
  expect(inStore(store, (database) => listRuns(database, store, {}))).toMatchObject([{ status: "completed" }]);
});

test("a store that cannot be opened or written fails no request, and is named once", async () => {
  await using closed = await serveRecording(greeter, "--record=workflow.yaml");
  expect((await post(`${closed.url}/greet`, { name: "Ann" })).status).toBe(200);
  await stop(closed);
  expect(closed.stderr()).toMatch(
    /^requests are not recorded: cannot open the store of runs \S+: a part of the path is not a folder\ngreeter listens on \S+\n$/,
  );
  await using service = await serveRecording(greeter, "--record=kept");
  const store = join(service.folder, "kept", "runs.db");
  const statuses: number[] = [];
  const greet = async () => statuses.push((await post(`${service.url}/greet`, { name: "Ann" })).status);
  const database = new DatabaseSync(store);
  database.exec("CREATE TRIGGER no_more BEFORE INSERT ON runs BEGIN SELECT RAISE(ABORT, 'no more'); END");
  await greet();
  await until(() => service.stderr().includes("not recorded"));
  await greet();
  database.exec("DROP TRIGGER no_more");
  await greet();
  database.close();
  await stop(service);
  expect(statuses).toEqual([200, 200, 200]);
  expect(service.stderr().split("\n").slice(1)).toEqual([
    expect.stringMatching(/^some requests are not recorded: cannot write to the store of runs \S+: no more$/),
    "",
  ]);
});

test("a journal goes with one run of a server", async () => {
  using folder = project(greeter);
  expect(await flowc(["run", ".", "--journal", "--record"], { cwd: folder.path })).toMatchObject({
    code: 2,
    stderr: "error: --journal goes with one run: a server workflow takes it beside --request\n",
  });
});
