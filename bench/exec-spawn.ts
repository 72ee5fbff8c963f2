import { type SpawnOptions, spawn } from "node:child_process";
import { exec } from "../runtime-lib/exec/exec.ts";
import type { StepContext } from "../runtime-lib/run/step-context.ts";

// 200 short tasks, two at a time: a bare spawn loop (spawn + wait for 'exit') against exec(). Prints JSON in milliseconds.
// env -u NODE_EXTRA_CA_CERTS npx node bench/exec-spawn.ts [rounds]

const TASKS = 200;
const ROUNDS = Number(process.argv[2] ?? 5);
const pipe: SpawnOptions = { stdio: ["ignore", "pipe", "pipe"] };
const ignore: SpawnOptions = { stdio: "ignore" };
const step: StepContext = { id: "bench", signal: new AbortController().signal, environment: { ...process.env } };

const contenders: Record<string, () => Promise<unknown>> = {
  "true/bare-ignore": () => bare("/bin/true", [], ignore),
  "true/bare-pipe": () => bare("/bin/true", [], pipe),
  "true/exec": () => exec(step, { command: "/bin/true", args: [], failOnNonZero: true }),
  "sh/bare-ignore": () => bare("/bin/sh", ["-c", "true"], ignore),
  "sh/bare-pipe": () => bare("/bin/sh", ["-c", "true"], pipe),
  "sh/exec": () => exec(step, { command: "true", failOnNonZero: true }),
};

const times = new Map<string, number[]>(Object.keys(contenders).map((name) => [name, []]));
// Round 0 warms up. Contenders take turns within a round, so that a busy moment of the machine hits all of them.
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, task] of Object.entries(contenders)) {
    const elapsed = await twoAtATime(task);
    if (round > 0) times.get(name)?.push(elapsed);
  }
}
process.stdout.write(`${JSON.stringify(report(), undefined, 2)}\n`);

function bare(file: string, args: string[], options: SpawnOptions): Promise<void> {
  return new Promise((done, fail) => {
    spawn(file, args, options)
      .on("error", fail)
      .on("exit", () => done());
  });
}

async function twoAtATime(task: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  let left = TASKS;
  const worker = async () => {
    while (left-- > 0) await task();
  };
  await Promise.all([worker(), worker()]);
  return performance.now() - begin;
}

function median(name: string): number {
  const sorted = (times.get(name) ?? []).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function report() {
  const round = (value: number) => Math.round(value * 1_000) / 1_000;
  const medians = Object.fromEntries(Object.keys(contenders).map((name) => [name, round(median(name))]));
  const ratios: Record<string, number> = {};
  for (const kind of ["true", "sh"]) {
    for (const stdio of ["ignore", "pipe"]) {
      ratios[`${kind}: exec / bare-${stdio}`] = round(median(`${kind}/exec`) / median(`${kind}/bare-${stdio}`));
    }
  }
  return { node: process.version, tasks: TASKS, atATime: 2, rounds: ROUNDS, medians, ratios };
}
