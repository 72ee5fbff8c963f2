import { DBOS } from "@dbos-inc/dbos-sdk";
import { afterAll, describe, expect, test } from "vitest";
import {
  databasePool,
  internalQueue,
  numberStepsFrom,
  putBack,
  stopTaking,
} from "../../../runtime-lib/durable/internals.ts";
import { noLogger, serializer } from "../../../runtime-lib/durable/serializer.ts";
import { type Databases, startDatabases, until } from "../../support/durable.ts";

// What flowc asks of DBOS's SDK beyond what that documents: a new version of it must go on to do this.

const databases = await startDatabases();
afterAll(() => databases?.server.stop());

describe.skipIf(databases === undefined)("the SDK of DBOS", () => {
  test("numbers steps as it is asked to, puts runs back on a queue, and stops to take them", async () => {
    const url = await (databases as Databases).make();
    let begun = 0;
    const steps = DBOS.registerWorkflow(
      async () => {
        begun += 1;
        numberStepsFrom(7);
        await DBOS.runStep(async () => "first", { name: "a" });
        await DBOS.runStep(async () => "second", { name: "b" });
      },
      { name: "steps" },
    );
    // As long as it is to run, it waits for a message that comes when it is over.
    const waits = DBOS.registerWorkflow(
      async () => {
        begun += 1;
        await DBOS.recv("end", { timeoutSeconds: 60 });
      },
      { name: "waits" },
    );
    DBOS.setConfig({
      ...{ name: "contract", systemDatabaseUrl: url, executorID: "me", applicationVersion: "one" },
      ...{ serializer, logger: noLogger, useListenNotify: false, listenQueues: [] },
    });
    await DBOS.launch();
    try {
      await (await DBOS.startWorkflow(steps, { workflowID: "steps" })()).getResult();
      const rows = await DBOS.listWorkflowSteps("steps");
      expect(rows?.map(({ functionID, name, output }) => [functionID, name, output])).toEqual([
        [7, "a", "first"],
        [8, "b", "second"],
      ]);

      await DBOS.startWorkflow(waits, { workflowID: "waits" })();
      expect(await putBack("others", "one", internalQueue)).toEqual([]);
      expect(await putBack("me", "another", internalQueue)).toEqual([]);
      expect(await putBack("me", "one", internalQueue)).toEqual(["waits"]);
      // Its own queue is looked at without being asked for: the run begins again.
      await until(() => (begun === 3 ? true : undefined));
      const { rows: owned } = await databasePool().query(
        "SELECT executor_id, application_name, application_version, status FROM dbos.workflow_status WHERE workflow_uuid = 'waits'",
      );
      expect(owned).toEqual([
        { executor_id: "me", application_name: "contract", application_version: "one", status: "PENDING" },
      ]);

      await stopTaking();
      await putBack("me", "one", internalQueue);
      await DBOS.cancelWorkflow("waits");
      expect(begun).toBe(3);
    } finally {
      await DBOS.shutdown();
    }
  });
});
