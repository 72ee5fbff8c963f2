import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Databases, type DurableBundle, durableBundle, query, startDatabases, until } from "../support/durable.ts";
import { flowcHere } from "../support/flowc.ts";
import { connectedOverStdio } from "../support/mcp.ts";
import { command, project } from "./project.ts";

// A bundle built with --target dbos-mcp: each call of an agent is a run.

const databases = await startDatabases();
afterAll(() => databases?.server.stop());

const greet = {
  name: "greet",
  settings: { inputs: { who: { type: "string", required: true } } },
  resources: [
    command(
      "main",
      "echo {{quote(get('who'))}} >> log; while test -f hold; do sleep 0.05; done; echo hello {{quote(get('who'))}}",
    ),
  ],
};

describe.skipIf(databases === undefined)("a durable bundle for agents", () => {
  let bundle: DurableBundle;
  beforeAll(async () => {
    bundle = await durableBundle(greet, await (databases as Databases).make(), "dbos-mcp");
  });
  afterAll(() => bundle[Symbol.asyncDispose]());

  const log = (): readonly string[] => readFileSync(join(bundle.folder, "log"), "utf8").trim().split("\n");
  const hold = (): void => writeFileSync(join(bundle.folder, "hold"), "");
  const release = (): void => rmSync(join(bundle.folder, "hold"));
  const connect = () => connectedOverStdio("auto", { args: [bundle.path, "mcp"], env: bundle.env, cwd: bundle.folder });
  const call = (who: unknown, key?: string) => ({
    name: "greet",
    arguments: { who },
    ...(key !== undefined && { _meta: { idempotencyKey: key } }),
  });
  const runs = (): Promise<number> =>
    query(bundle.url, "SELECT 1 FROM dbos.workflow_status").then(({ length }) => length);

  test("makes each call a run, and one run of calls with the same key", async () => {
    await using connection = await connect();
    const { client } = connection;
    const hello = { structuredContent: { result: "hello you" } };
    expect(await client.callTool(call("you"))).toMatchObject(hello);
    expect(await client.callTool(call("you"))).toMatchObject(hello);
    expect(await runs()).toBe(2);
    const both = await Promise.all([client.callTool(call("you", "k1")), client.callTool(call("you", "k1"))]);
    expect(both).toMatchObject([hello, hello]);
    expect([await runs(), log().length]).toEqual([3, 3]);
    await expect(client.callTool(call("me", "k1"))).rejects.toThrow(
      "this idempotencyKey belongs to a call with other arguments",
    );
    await expect(client.callTool(call(3, "k2"))).rejects.toThrow('the input "who" must be string');
    expect(await runs()).toBe(3);
  });

  test("a client that comes back gets the result of the run that it has left", { timeout: 60_000 }, async () => {
    hold();
    {
      await using connection = await connect();
      const lost = connection.client.callTool(call("again", "k3")).catch(() => undefined);
      await until(() => (log().includes("again") ? true : undefined));
      await connection.client.close();
      await lost;
    }
    release();
    await using connection = await connect();
    expect(await connection.client.callTool(call("again", "k3"))).toMatchObject({
      structuredContent: { result: "hello again" },
    });
    const rows = await query(bundle.url, "SELECT status FROM dbos.workflow_status");
    expect(rows.filter(({ status }) => status === "SUCCESS")).toHaveLength(4);
    expect(rows).toHaveLength(4);
  });

  test("has its command in the help, and refuses what goes with files", async () => {
    expect((await bundle.run(["--help"])).stdout).toContain("  mcp ");
    expect((await bundle.run(["mcp", "--help"])).stdout).toContain("--http");
    expect(await bundle.run(["mcp", "--record"])).toMatchObject({
      ...{ code: 2, stderr: "error: every call is kept in the database: leave out --record\n" },
    });
  });
});

test("no image and no executable is made of it", async () => {
  using folder = project(greet);
  for (const option of ["--docker", "--exe", "--journal"]) {
    const { code, stderr } = await flowcHere(["build", ".", "--target", "dbos-mcp", option], { cwd: folder.path });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`: leave out ${option}\n`)]);
  }
});
