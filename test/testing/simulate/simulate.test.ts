import { expect, test } from "vitest";
import { simulateCase } from "../../../compiler/testing/simulate/simulate.ts";

const tools = { evaluate: () => true, folder: "/", workflowFolder: "/" };

interface RunOptions {
  readonly onEvent: (event: object) => void;
  readonly signal: AbortSignal;
}

test("a run that waits for what never comes is noticed without waiting, and says what has not ended", async () => {
  let signal: AbortSignal | undefined;
  const bundle = {
    run: (options: object) => {
      const { onEvent, ...given } = options as RunOptions;
      signal = given.signal;
      onEvent({ event: "resource.started", actionId: "first" });
      onEvent({ event: "resource.completed", actionId: "first" });
      onEvent({ event: "resource.started", actionId: "second" });
      return new Promise(() => undefined);
    },
  };
  // Were it not noticed by itself, the test would take as long.
  const { failure } = await simulateCase(bundle, {}, { ...tools, longest: 2 ** 31 - 1 });
  expect(failure).toEqual({
    class: "timeout",
    message: 'the run hangs: nothing is left that it could wait for; not ended: "second"',
  });
  expect(signal?.aborted).toBe(true);
});

test("a run that goes on for real is ended in the end", async () => {
  const bundle = {
    run: (options: object) => {
      const { effects, signal } = options as RunOptions & {
        effects: { answer: (call: object, perform: () => Promise<unknown>) => Promise<unknown> };
      };
      const call = { kind: "exec", place: "say", attempt: 1, request: { command: "sleep" }, signal };
      const ended = new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      return effects.answer(call, () => ended);
    },
  };
  const { failure, calls } = await simulateCase(bundle, { allow: ["exec"] }, { ...tools, longest: 1 });
  expect(failure).toMatchObject({ message: expect.stringContaining("still goes on after 0.001s of real time") });
  await expect.poll(() => calls.length).toBe(1);
  expect(calls[0]?.failed?.message).toContain("still goes on");
});
