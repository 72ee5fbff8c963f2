import { expect, it } from "vitest";
import { exec } from "../../../runtime-lib/exec/exec.ts";
import { sleep, step } from "./processes.ts";

it("removes every listener, also after 2,000 tasks", async () => {
  const controller = new AbortController();
  const signals: string[] = [];
  const { addEventListener, removeEventListener } = controller.signal;
  controller.signal.addEventListener = (...args: unknown[]) => {
    signals.push("+");
    return Reflect.apply(addEventListener, controller.signal, args);
  };
  controller.signal.removeEventListener = (...args: unknown[]) => {
    signals.pop();
    return Reflect.apply(removeEventListener, controller.signal, args);
  };
  const before = process.listenerCount("exit");
  let left = 2_000;
  const worker = async () => {
    while (left-- > 0) {
      const args = left % 10 === 0 ? undefined : [];
      await exec(step({ signal: controller.signal }), {
        command: "true",
        args,
        timeoutMs: 60_000,
        failOnNonZero: true,
      });
    }
  };
  const during = Promise.all([worker(), worker(), worker(), worker()]);
  await sleep(20);
  expect(process.listenerCount("exit")).toBe(before + 1);
  await during;
  expect(process.listenerCount("exit")).toBe(before);
  expect(signals).toEqual([]);
});
