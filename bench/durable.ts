import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ended, query, said, startDatabases, until } from "../test/support/durable.ts";
import { compare } from "./measure.ts";
import { nodeContender, type Place } from "./place.ts";
import { atMost, row, type Section } from "./report.ts";

const places = 100;
const runs = 40;
const rounds = 5;
const moves = 5;
/** Seconds over which an idle worker is watched. */
const idleSeconds = 10;
const title = "Runs on many machines";

/** What it takes to keep runs in PostgreSQL, and to go on with those of others. */
export async function measureDurable(place: Place): Promise<Section> {
  const databases = await startDatabases();
  if (databases === undefined)
    return { title, text: "Not measured: PostgreSQL is not installed.", limits: [], table: "" };
  try {
    const env = { FLOWC_DATABASE_URL: await databases.make() };
    const sequential = await measureChain(place, env);
    const throughput = await measureThroughput(place, env);
    const takeover = await measureMoves(place, env, "SIGKILL");
    const handOver = await measureMoves(place, env, "SIGTERM");
    const idle = await measureIdle(place, env);
    const kilobytes = statSync(bundle(place, "waits", waiting, "--minify")).size / 1024;
    return {
      title,
      text: `Bundles built with --target dbos, and a PostgreSQL on the same machine whose fsync is off: what a disk takes comes on top. A
chain of ${places} places in ${rounds} rounds, ${runs} such runs on the queue of one worker; a run that waits, and whose worker is killed
or stopped ${moves} times, until another one has begun its place anew; a worker that has nothing to do, for ${idleSeconds} s.`,
      limits: [
        atMost("a sequential place in a database", sequential, 1.2, "ms each"),
        atMost("a takeover after kill -9", takeover, 2_000, "ms"),
        atMost("a hand-over after SIGTERM", handOver, 500, "ms"),
        atMost("an idle worker", idle, 1, "% of a core"),
        atMost("a bundle for many machines, minified", kilobytes, 480, "KB"),
      ],
      table: ["| | |", "|---|--:|", row(["places a second, one worker", throughput.toFixed(0)])].join("\n"),
    };
  } finally {
    await databases.server.stop();
  }
}

type Variables = Readonly<Record<string, string>>;

const numbers = Array.from({ length: places }, (_, index) => index + 1);
const chain = numbers
  .map((number) => {
    const before = number === 1 ? "" : `requires: [p${number - 1}], `;
    return `  - {actionId: p${number}, ${before}after: ["set('x${number}', ${number})"]}`;
  })
  .join("\n");
const waiting = '  - {actionId: p1, exec: {command: "echo begun >> begun; sleep 600"}}';

/** Milliseconds a place, each of which waits for the one before it to be recorded. */
async function measureChain(place: Place, env: Variables): Promise<number> {
  const durable = bundle(place, "chain", chain);
  const results = await compare(
    [
      // The process and its connections take their time as well: one place against a hundred.
      nodeContender("first", durable, { args: [durable, "run", "--only", "p1"], env }),
      nodeContender("whole", durable, { args: [durable, "run"], env }),
    ],
    rounds,
  );
  return (results.median("whole") - results.median("first")) / (places - 1);
}

async function measureThroughput(place: Place, env: Variables): Promise<number> {
  const durable = bundle(place, "chain", chain);
  for (let run = 0; run < runs; run++) await once(durable, ["start"], env);
  const begin = performance.now();
  const worker = await startWorker(durable, env, place.folder);
  await until(async () => {
    const open = "SELECT 1 FROM dbos.workflow_status WHERE status IN ('ENQUEUED', 'PENDING')";
    return (await query(env["FLOWC_DATABASE_URL"] ?? "", open)).length === 0 ? true : undefined;
  });
  const seconds = (performance.now() - begin) / 1_000;
  await ended(worker, "SIGTERM");
  return (runs * places) / seconds;
}

/** Milliseconds, the median, from the signal to the new beginning of the place that ran. */
async function measureMoves(place: Place, env: Variables, signal: NodeJS.Signals): Promise<number> {
  const durable = bundle(place, "waits", waiting);
  const folder = place.make(signal);
  const begun = (count: number) => until(() => (lines(join(folder, "begun")) >= count ? performance.now() : undefined));
  let worker = await startWorker(durable, env, folder);
  await once(durable, ["start", "--id", signal], env);
  await begun(1);
  const times: number[] = [];
  for (let move = 1; move <= moves; move++) {
    const next = await startWorker(durable, env, folder);
    const begin = performance.now();
    const stopped = ended(worker, signal);
    times.push((await begun(move + 1)) - begin);
    await stopped;
    worker = next;
  }
  await once(durable, ["cancel", signal], env);
  await ended(worker, "SIGTERM");
  return times.sort((a, b) => a - b)[Math.floor(moves / 2)] ?? Number.NaN;
}

/** Per cent of a core that a worker takes which has nothing to do. */
async function measureIdle(place: Place, env: Variables): Promise<number> {
  const worker = await startWorker(bundle(place, "waits", waiting), env, place.folder);
  const before = ticksOf(worker);
  await new Promise((resolve) => setTimeout(resolve, idleSeconds * 1_000));
  // The kernel counts a hundred ticks a second: as many per cent of one.
  const share = (ticksOf(worker) - before) / idleSeconds;
  await ended(worker, "SIGTERM");
  return share;
}

function ticksOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

async function startWorker(module: string, env: Variables, cwd: string): Promise<ChildProcess> {
  const options = { cwd, env: { ...process.env, ...env } };
  const child = spawn(process.execPath, [module, "worker"], { ...options, stdio: ["ignore", "ignore", "pipe"] });
  await said(child, /takes runs/);
  return child;
}

async function once(module: string, args: readonly string[], env: Variables): Promise<void> {
  await compare([nodeContender(args.join(" "), module, { args: [module, ...args], env })], 0);
}

function lines(path: string): number {
  try {
    return readFileSync(path, "utf8").trim().split("\n").length;
  } catch {
    return 0;
  }
}

function bundle(place: Place, name: string, resources: string, ...flags: string[]): string {
  const workflow = join(place.make(name), "workflow.yaml");
  const last = name === "chain" ? places : 1;
  const text = `metadata: {name: ${name}, targetActionId: p${last}}\nsettings: {timeout: 10m}\nresources:\n${resources}\n`;
  writeFileSync(workflow, text);
  return place.build(workflow, name, "--target", "dbos", ...flags);
}
