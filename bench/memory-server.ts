import { writeFileSync } from "node:fs";
import { join } from "node:path";
import autocannon from "autocannon";
import Sqlite from "better-sqlite3";
import { Times } from "./measure.ts";
import type { Place } from "./place.ts";
import { atLeast, atMost, row, type Section } from "./report.ts";
import { start } from "./serve.ts";

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 50;
const TEXT = "a text of some length, as workflows keep them";

/** Stores a second, and how long one takes. */
interface Stored {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly median: number;
  readonly p99: number;
}

/** Requests that each store a new text, beside SQLite alone, one store a transaction. */
export async function measureMemoryServer(place: Place): Promise<Section> {
  const measured = new Map<string, Stored[]>();
  const note = (name: string, stored: Stored) => measured.set(name, [...(measured.get(name) ?? []), stored]);
  const folder = place.make("memory-server");
  const { url, child } = await start(bundle(place, folder), ["--port", "0"]);
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const alone = storeAlone(join(folder, `alone-${round}.db`));
      const served = await load(url);
      if (round === 0) continue;
      note("better-sqlite3, one after the other", alone);
      note(`flowc, ${CONNECTIONS} connections`, served);
    }
  } finally {
    child.kill("SIGKILL");
  }
  return sectionOf(measured);
}

function sectionOf(measured: ReadonlyMap<string, readonly Stored[]>): Section {
  const middle = (name: string, of: keyof Stored): number =>
    new Times((measured.get(name) ?? []).map((stored) => stored[of])).median;
  const served = `flowc, ${CONNECTIONS} connections`;
  return {
    title: "Requests that store in memory",
    text: `A server whose one route stores a text under a new key and answers, asked by autocannon over ${CONNECTIONS} connections,
${SECONDS} s a round, ${ROUNDS} rounds; the median round. Every answer says that the text is on disk: one fsync at least lies
between request and answer, and requests of the same moment share it. What one fsync costs here shows the line of
better-sqlite3 alone, in the same round: one store a transaction, WAL, \`synchronous=FULL\`, nobody else. The client runs
on the other core.`,
    limits: [
      atLeast(`stores a second of a server, ${CONNECTIONS} connections`, middle(served, "perSecond"), 5_000, "stores"),
      atMost("p99 of these", middle(served, "p99"), 100, "ms"),
    ],
    table: [
      "| | stores a second | median ms | p99 ms |",
      "|---|--:|--:|--:|",
      ...[...measured.keys()].map((name) =>
        row([
          name,
          middle(name, "perSecond").toFixed(0),
          middle(name, "median").toFixed(2),
          middle(name, "p99").toFixed(2),
        ]),
      ),
    ].join("\n"),
  };
}

async function load(url: string): Promise<Stored> {
  const { requests, duration, latency, errors, non2xx } = await autocannon({
    url: `${url}/store`,
    connections: CONNECTIONS,
    duration: SECONDS,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key: "[<id>]", value: TEXT }),
    idReplacement: true,
  });
  if (errors + non2xx > 0) throw new Error(`${errors} errors and ${non2xx} bad answers from ${url}`);
  return { perSecond: requests.total / duration, median: latency.p50, p99: latency.p99 };
}

/** What the machine can do. */
function storeAlone(path: string): Stored {
  const database = new Sqlite(path);
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.exec("CREATE TABLE memory (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID");
  const write = database.prepare("INSERT INTO memory VALUES (?, ?)");
  const times: number[] = [];
  const begin = performance.now();
  for (let now = begin; now - begin < SECONDS * 1_000; ) {
    write.run(`key ${times.length}`, TEXT);
    const after = performance.now();
    times.push(after - now);
    now = after;
  }
  database.close();
  const sorted = new Times(times);
  return { perSecond: times.length / SECONDS, median: sorted.median, p99: sorted.quantile(0.99) };
}

function bundle(place: Place, folder: string): string {
  const workflow = join(folder, "workflow.yaml");
  const text = `metadata: { name: keeper }
settings:
  targetActionId: store
  timeout: 30s
  inputs: { key: { type: string, required: true, maxLength: 100 }, value: { type: string, required: true } }
  apiServer: { routes: [{ path: /store, methods: [POST] }] }
resources:
  - actionId: store
    validations: { routes: [/store] }
    component:
      name: memory
      with: { key: "{{ get('key') }}", value: "{{ get('value') }}", dbPath: ${join(folder, "served.db")} }
`;
  writeFileSync(workflow, text);
  return place.build(workflow, "keeper", "--minify");
}
