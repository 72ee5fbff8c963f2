import type { WorkflowQueue } from "@dbos-inc/dbos-sdk";
import { print } from "../command/terminal.ts";
import { withClient } from "./client.ts";
import { pollMs, usualConcurrency } from "./engine.ts";
import { queueOf } from "./names.ts";
import { milliseconds, readVerb, usage, type Verb, wholeNumber } from "./verb.ts";

const options = {
  concurrency: { value: "NUMBER", description: "runs at a time in each worker" },
  global: { value: "NUMBER", description: "runs at a time in all workers together; none: no limit" },
  rate: { value: "NUMBER/TIME", description: "runs that begin in a time, such as 100/1m; none: no limit" },
} as const;

/** `queue`: sets the limits of the queue, or shows them. */
export const queueVerb: Verb = {
  name: "queue",
  summary: "set the limits of the queue, for workers that run as well, or show them",
  options,
  act: async (argv, { definition }) => {
    const { values } = readVerb({ name: "queue", options }, argv);
    const concurrency = wholeNumber("--concurrency", values.concurrency);
    const all = values.global === "none" ? "none" : wholeNumber("--global", values.global);
    const rate = rateOf(values.rate);
    return withClient(definition, async (client) => {
      const queue = await client.registerQueue(queueOf(definition), {
        ...{ workerConcurrency: usualConcurrency, minPollingIntervalMs: pollMs, onConflict: "never_update" },
      });
      await setConcurrency(queue, concurrency, all);
      if (values.rate !== undefined) await queue.setRateLimit(rate);
      return print(await limitsText(queue));
    });
  },
};

/** DBOS takes no limit for each worker that is above the one for all: it is lowered to that, which changes nothing. */
async function setConcurrency(
  queue: WorkflowQueue,
  concurrency: number | undefined,
  all: number | "none" | undefined,
): Promise<void> {
  if (concurrency === undefined && all === undefined) return;
  const limit = all === "none" ? undefined : (all ?? (await queue.getGlobalConcurrency()));
  const each = concurrency ?? (await queue.getWorkerConcurrency()) ?? usualConcurrency;
  await queue.setGlobalConcurrency(undefined);
  await queue.setWorkerConcurrency(Math.min(each, limit ?? each));
  await queue.setGlobalConcurrency(limit);
}

function rateOf(text: string | undefined): { limitPerPeriod: number; periodSec: number } | undefined {
  if (text === undefined || text === "none") return undefined;
  const [, number, time] = /^([1-9]\d{0,8})\/(.+)$/.exec(text) ?? [];
  if (number === undefined) throw usage(`--rate takes a number and a time, such as 100/1m, not "${text}"`);
  const period = milliseconds("--rate", time) ?? 0;
  if (period === 0) throw usage("--rate takes a time longer than 0");
  return { limitPerPeriod: Number(number), periodSec: period / 1_000 };
}

async function limitsText(queue: WorkflowQueue): Promise<string> {
  const [worker, all, rate] = [
    ...[await queue.getWorkerConcurrency(), await queue.getGlobalConcurrency()],
    await queue.getRateLimit(),
  ] as const;
  const rateText = rate === undefined ? "none" : `${rate.limitPerPeriod} in ${rate.periodSec} s`;
  return `concurrency ${worker ?? "none"}\nglobal      ${all ?? "none"}\nrate        ${rateText}`;
}
