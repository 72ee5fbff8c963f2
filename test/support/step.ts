import type { FlowError } from "../../runtime-lib/run/errors.ts";
import type { StepContext } from "../../runtime-lib/run/step-context.ts";

/** A step without a run: what an executor gets, with an empty environment. `end` closes what a run's end would. */
export function testStep(overrides: Partial<StepContext> = {}) {
  const closers = new Set<() => void>();
  const step: StepContext = {
    id: "task",
    signal: new AbortController().signal,
    environment: {},
    atEnd: (close) => void closers.add(close),
    ...overrides,
  };
  const end = (): void => {
    for (const close of closers) close();
  };
  return { ...step, end, [Symbol.dispose]: end };
}

/** The failure that a promise must end with, as `class: message`. */
export async function failureOf(promise: Promise<unknown>): Promise<string> {
  const error = (await promise.then(
    (value) => new Error(`no failure, but ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  )) as FlowError;
  return error.name === "FlowError" ? `${error.failureClass}: ${error.message}` : String(error.stack);
}
