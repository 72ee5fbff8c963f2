import { expect, test } from "vitest";
import { exitCodeOf } from "../../../runtime-lib/command/exit-code.ts";
import { errorToKeep, failureFrom } from "../../../runtime-lib/durable/failure.ts";
import { FlowError, InvalidInput, RunTimeout } from "../../../runtime-lib/run/errors.ts";

test.each([
  [new FlowError("provider", "no answer", { exitCode: 3, actionId: "ask" }), 1],
  [new InvalidInput("validation", "missing input: who"), 2],
  [new RunTimeout("timeout", "the run exceeded its timeout of 2s"), 124],
])("a failure that is kept is the same failure again: %s", (failure, code) => {
  const kept = errorToKeep(failure);
  expect(kept.stack).toBe("");
  // As DBOS keeps it: the fields of an error as JSON.
  const read = failureFrom(Object.assign(new Error(), JSON.parse(JSON.stringify({ ...kept, message: kept.message }))));
  expect(read).toMatchObject({ message: failure.message, failureClass: failure.failureClass });
  expect(read.details).toMatchObject(failure.details);
  expect(exitCodeOf(read)).toBe(code);
});

test("what the database says of itself is of class infra, and tables that are not there are said", () => {
  const refused = Object.assign(new Error("permission denied for schema dbos"), { code: "42501" });
  expect(failureFrom(new Error("wrapped", { cause: refused }))).toMatchObject({
    failureClass: "infra",
    message: "the database refused: permission denied for schema dbos",
  });
  const missing = Object.assign(new Error('relation "dbos.workflow_status" does not exist'), { code: "42P01" });
  expect(failureFrom(missing)).toBeInstanceOf(InvalidInput);
});
