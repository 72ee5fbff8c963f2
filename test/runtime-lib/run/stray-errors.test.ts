import { describe, expect, test } from "vitest";
import { Calls } from "../../../runtime-lib/mcp/tools.ts";
import { cancelled } from "../../../runtime-lib/run/cancellation.ts";
import { FlowError } from "../../../runtime-lib/run/errors.ts";

describe("the reason of a signal", () => {
  test("of another bundle keeps its class and its message", () => {
    const own = new FlowError("infra", "own");
    expect(cancelled(own)).toBe(own);
    const foreign = Object.assign(new Error("theirs"), { name: "FlowError", failureClass: "infra" });
    expect(cancelled(foreign)).toMatchObject({ failureClass: "infra", message: "theirs" });
    expect(cancelled(foreign)).toBeInstanceOf(FlowError);
  });

  test.each([undefined, null, "x", new Error("x"), { name: "FlowError", message: "x" }])("may be %s", (reason) => {
    expect(cancelled(reason)).toMatchObject({ failureClass: "tool_runtime", message: "the run was cancelled" });
  });
});

test("calls that are failed end with that failure, and others can be made", async () => {
  const calls = new Calls();
  const caller = new AbortController();
  const untilAborted = (signal: AbortSignal) =>
    new Promise<unknown>((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const failed = calls.make(caller.signal, untilAborted);
  const reason = new FlowError("infra", "lost");
  calls.fail(reason);
  await expect(failed).rejects.toBe(reason);
  expect(await calls.make(caller.signal, async ({ aborted }) => aborted)).toBe(false);
  const last = calls.make(caller.signal, untilAborted);
  const ended = calls.end();
  await expect(last).rejects.toMatchObject({ name: "AbortError" });
  await ended;
});
