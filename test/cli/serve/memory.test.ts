import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { flowcHere } from "../../support/flowc.ts";
import { project, type WorkflowParts } from "../project.ts";
import { post, startService } from "./service.ts";

// Memory stays open from run to run, of a server as of a program that imports a bundle.

const keeper: WorkflowParts = {
  settings: {
    inputs: { key: { type: "string", required: true }, value: { type: "string" } },
    apiServer: { routes: ["/store", "/retrieve"].map((path) => ({ path, methods: ["POST"] })) },
  },
  resources: ["store", "retrieve"].map((action) => ({
    actionId: action,
    validations: { routes: [`/${action}`] },
    component: {
      name: "memory",
      with: { action, key: "{{ get('key') }}", value: "{{ get('value') }}", dbPath: "data/m.db" },
    },
  })),
};

test("a server keeps its memory open, and leaves one whole file", async () => {
  await using server = await startService(keeper);
  const data = join(server.folder, "data");
  const log = () => statSync(join(data, "m.db-wal")).ino;
  const store = async (key: string, value: string) => {
    const response = await post(`${server.url}/store`, { key, value });
    expect([response.status, await response.json()]).toEqual([
      200,
      { success: true, response: { success: true, key } },
    ]);
  };
  await store("first", "x");
  const before = log();
  for (let round = 0; round < 4; round += 1)
    await Promise.all(Array.from({ length: 50 }, (_, index) => store(`${round} ${index}`, `value ${index}`)));
  expect(log()).toBe(before);
  const found = await (await post(`${server.url}/retrieve`, { key: "3 49" })).json();
  expect(found).toMatchObject({ response: { success: true, value: "value 49" } });

  rmSync(data, { recursive: true });
  const gone = await (await post(`${server.url}/retrieve`, { key: "first" })).json();
  expect(gone).toMatchObject({ response: { success: false, value: "" } });
  await Promise.all(Array.from({ length: 20 }, (_, index) => store(`new ${index}`, "x")));
  expect(readdirSync(data).sort()).toEqual(["m.db", "m.db-shm", "m.db-wal"]);
  server.child.kill("SIGTERM");
  expect((await server.ended()).code).toBe(0);
  expect(readdirSync(data)).toEqual(["m.db"]);
  expect(keysIn(join(data, "m.db"))).toBe(20);
});

test("a bundle that is imported keeps it open until its program or its server ends", async () => {
  using folder = project(keeper);
  expect((await flowcHere(["build", "."], { cwd: folder.path })).stderr).not.toContain("error");
  const program = `import { run, serve } from "./dist/sample.mjs";
    import { existsSync } from "node:fs";
    const seen = [];
    const request = (key) => ({ inputs: { key, value: "x" }, request: { method: "POST", path: "/store", body: {} } });
    await run(request("a"));
    seen.push(existsSync("data/m.db-wal"));
    const service = await serve({ port: 0 });
    await service.stop();
    seen.push(existsSync("data/m.db-wal"));
    await run(request("b"));
    seen.push(existsSync("data/m.db-wal"));
    console.log(JSON.stringify(seen));`;
  writeFileSync(join(folder.path, "program.mjs"), program);
  const child = spawn(process.execPath, ["program.mjs"], { cwd: folder.path, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  expect(await once(child, "close")).toEqual([0, null]);
  expect(JSON.parse(printed)).toEqual([true, false, true]);
  expect(readdirSync(join(folder.path, "data"))).toEqual(["m.db"]);
  expect(keysIn(join(folder.path, "data", "m.db"))).toBe(2);
});

function keysIn(path: string): unknown {
  const database = new Sqlite(path, { readonly: true });
  const count = database.prepare("SELECT count(*) FROM memory").pluck().get();
  database.close();
  return count;
}
