import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { command } from "../cli/project.ts";
import { type Databases, durableBundle, ended, startDatabases, until } from "../support/durable.ts";

// A deploy and the way back: a run begins with one version of a workflow, goes on with the next and ends with the first.

const databases = await startDatabases();
afterAll(() => databases?.server.stop());

/** Both versions write into the folder of the first: what runs, and whether it may end. */
function version(number: number, folder: string) {
  const waits = (name: string): string =>
    `echo ${name}-${number} >> ${folder}/log; while ! test -f ${folder}/${name}; do sleep 0.05; done; echo ${name}-${number}`;
  return {
    name: "deployed",
    settings: { targetActionId: "last" },
    resources: [
      command("first", `echo first >> ${folder}/log; echo 1`),
      command("second", waits("second"), { requires: ["first"] }),
      command("third", waits("third"), { requires: ["second"] }),
      {
        actionId: "last",
        requires: ["first", "third"],
        apiResponse: { success: true, response: "{{get('first')}} {{get('second')}} {{get('third')}}" },
      },
    ],
  };
}

test.skipIf(databases === undefined)(
  "workers with --adopt go on with runs of another version, and after a rollback the first version does",
  { timeout: 120_000 },
  async () => {
    const url = await (databases as Databases).make();
    await using shared = await durableBundle({ name: "shared", resources: [command("main", "true")] }, url);
    const { folder } = shared;
    await using old = await durableBundle(version(1, folder), url);
    await using next = await durableBundle(version(2, folder), url);
    const log = (): readonly string[] =>
      existsSync(join(folder, "log")) ? readFileSync(join(folder, "log"), "utf8").trim().split("\n") : [];
    const begun = (line: string, count = 1) =>
      until(() => (log().filter((one) => one === line).length === count ? true : undefined));

    const first = await old.worker();
    await old.run(["start", "--id", "moves"]);
    await begun("second-1");
    expect(await ended(first, "SIGTERM")).toBe(0);

    // Without --adopt it stays where it is.
    const patient = await next.worker();
    await next.run(["start", "--id", "other"]);
    await begun("second-2");
    expect(JSON.parse((await next.run(["show", "moves", "--format", "json"])).stdout)).toMatchObject({
      status: "queued",
    });
    expect(await ended(patient, "SIGTERM")).toBe(0);
    await next.run(["cancel", "other"]);

    const adopting = await next.worker(["--adopt"]);
    await begun("second-2", 2);
    writeFileSync(join(folder, "second"), "");
    await begun("third-2");
    expect(await ended(adopting, "SIGTERM")).toBe(0);

    // Back: what the first version does otherwise runs again, what both do alike does not.
    const back = await old.worker(["--adopt"]);
    writeFileSync(join(folder, "third"), "");
    expect(await old.run(["result", "moves"])).toMatchObject({
      ...{ code: 0, stdout: `${JSON.stringify({ success: true, response: "1 second-1 third-1" })}\n` },
    });
    const times = (line: string): number => log().filter((one) => one === line).length;
    // Of `moves` and of `other`.
    expect(times("first")).toBe(2);
    expect(["second-1", "third-1", "third-2"].map(times)).toEqual([2, 1, 1]);
    expect(await ended(back, "SIGTERM")).toBe(0);
  },
);
