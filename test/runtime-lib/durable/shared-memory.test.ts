import { DBOS } from "@dbos-inc/dbos-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databasePool } from "../../../runtime-lib/durable/internals.ts";
import { noLogger, serializer } from "../../../runtime-lib/durable/serializer.ts";
import { sharedMemory } from "../../../runtime-lib/durable/shared-memory.ts";
import { makeTables } from "../../../runtime-lib/durable/tables.ts";
import type { MemoryInputs } from "../../../runtime-lib/memory/request.ts";
import { type Databases, startDatabases } from "../../support/durable.ts";
import { failureOf, testStep } from "../../support/step.ts";

// The memory in a database answers as that in a file does (test/runtime-lib/memory/).

const databases = await startDatabases();

describe.skipIf(databases === undefined)("the memory of runs on many machines", () => {
  beforeAll(async () => {
    DBOS.setConfig({
      ...{ name: "memory", systemDatabaseUrl: await (databases as Databases).make(), executorID: "me" },
      ...{ applicationVersion: "one", serializer, logger: noLogger, useListenNotify: false, listenQueues: [] },
    });
    await DBOS.launch();
    // Many workers may come to a new database at once.
    await Promise.all(Array.from({ length: 4 }, () => makeTables(databasePool())));
  });
  afterAll(async () => {
    await DBOS.shutdown();
    await databases?.server.stop();
  });

  const run = (inputs: MemoryInputs) => sharedMemory(testStep(), inputs);
  const retrieve = (key: unknown, dbPath?: string) => run({ action: "retrieve", key, dbPath });

  test("stores, overwrites and finds again; an absent key is not an empty value", async () => {
    expect(await run({ key: "a", value: "one" })).toStrictEqual({ success: true, key: "a" });
    expect(await run({ action: "store", key: "a", value: "two" })).toStrictEqual({ success: true, key: "a" });
    expect(await retrieve("a")).toStrictEqual({ success: true, key: "a", value: "two" });
    expect(await retrieve("nothing")).toStrictEqual({ success: false, key: "nothing", value: "" });
    await run({ key: "empty", value: "" });
    expect(await retrieve("empty")).toStrictEqual({ success: true, key: "empty", value: "" });
  });

  test("keeps numbers as text, NUL, quotes, other scripts, long keys and 10 MB", async () => {
    await run({ key: 42, value: 1.5 });
    expect(await retrieve("42")).toMatchObject({ value: "1.5" });
    for (const key of ["k\0'\"\\;--\u{1F600}", "k".repeat(20_000)]) {
      for (const value of ["a\0b\0", 'it\'s "q" `b`\r\n\t', "Grüße 你好 \u{1F600}\u0301\uFEFF", "é".repeat(5 << 20)]) {
        await run({ key, value });
        const found = await retrieve(key);
        expect(found.value === value && found.key === key && found.success).toBe(true);
      }
    }
    expect(await retrieve("k")).toMatchObject({ success: false });
  });

  test("has a space of its own for each path", async () => {
    await run({ key: "a", value: "one", dbPath: "orders.db" });
    await run({ key: "a", value: "other", dbPath: " ~/other.db\n" });
    expect(await retrieve("a", "orders.db")).toMatchObject({ value: "one" });
    expect(await retrieve("a", "~/other.db")).toMatchObject({ value: "other" });
    await run({ key: "b", value: "here" });
    expect(await retrieve("b", "~/.flowc/memory.db")).toMatchObject({ value: "here" });
  });

  test("loses no store of many at once", async () => {
    await Promise.all(Array.from({ length: 50 }, (_, index) => run({ key: `k${index % 10}`, value: `${index}` })));
    const found = await Promise.all(Array.from({ length: 10 }, (_, index) => retrieve(`k${index}`)));
    expect(found.map(({ value }, index) => Number(value) % 10 === index)).toEqual(Array(10).fill(true));
  });

  test.each<[MemoryInputs, string]>([
    [{ action: "recall", key: "a" }, `memory 'action' must be store or retrieve, got "recall"`],
    [{ value: "x" }, "memory 'key' is missing or empty"],
    [{ key: "a" }, "memory 'value' is missing, and action store needs it"],
    [{ key: "a", value: "\uD800" }, "memory 'value' is not valid Unicode: half of a surrogate pair"],
    [{ key: "a", value: "x", dbPath: ":memory:" }, `memory 'dbPath' must name a file, got ":memory:"`],
  ])("refuses %j", async (inputs, message) => {
    expect(await failureOf(run(inputs))).toBe(`validation: ${message}`);
  });
});
