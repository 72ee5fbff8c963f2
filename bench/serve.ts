import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import autocannon from "autocannon";
import type { Place } from "./place.ts";
import { type Limit, row, type Section } from "./report.ts";

const ROUNDS = 5;
const SECONDS = 4;
const routes = { "/greetings": 50, "/run": 4 } as const;
type Route = keyof typeof routes;

/** What one round of load gave. */
interface Answered {
  readonly perSecond: number;
  readonly p99: number;
}

interface Started {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Requests a second of a server workflow and of the same by hand, in Hono. */
export async function measureServe(place: Place): Promise<Section> {
  const servers = {
    flowc: await start(bundle(place), ["--port", "0"]),
    Hono: await start(place.script("serve-bare"), []),
  };
  const measured = new Map<string, Answered[]>();
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const inTurn = Object.entries(servers);
      if (round % 2 === 1) inTurn.reverse();
      for (const [name, answered] of await loadInTurn(inTurn)) {
        if (round > 0) measured.set(name, [...(measured.get(name) ?? []), answered]);
      }
    }
  } finally {
    for (const { child } of Object.values(servers)) child.kill("SIGKILL");
  }
  return sectionOf(measured);
}

async function loadInTurn(
  servers: readonly (readonly [string, Started])[],
): Promise<readonly (readonly [string, Answered])[]> {
  const all: (readonly [string, Answered])[] = [];
  for (const [name, { url }] of servers) {
    for (const route of Object.keys(routes) as Route[]) all.push([`${name} ${route}`, await load(url, route)]);
  }
  return all;
}

function sectionOf(measured: ReadonlyMap<string, readonly Answered[]>): Section {
  const median = (name: string, of: keyof Answered): number =>
    (measured.get(name) ?? []).map((answered) => answered[of]).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  const share = (what: string, route: Route, limit: number): Limit => {
    const ratio = median(`flowc ${route}`, "perSecond") / median(`Hono ${route}`, "perSecond");
    return { what, limit: `≥ ${limit.toFixed(2)}x`, measured: `${ratio.toFixed(2)}x`, holds: ratio >= limit };
  };
  return {
    title: "Requests to a server workflow",
    text: `Two servers, each a process of its own, asked in turns by autocannon, ${SECONDS} s a round, ${ROUNDS} rounds; the median
round. \`/greetings\` parses a JSON body and answers JSON, ${routes["/greetings"]} connections; \`/run\` starts \`echo\` and answers what it
prints, ${routes["/run"]} connections. flowc validates the input too. The client runs on the other core.`,
    limits: [
      share("requests a second of an expression-only route / of bare Hono", "/greetings", 0.8),
      share("requests a second of an exec route / of bare child_process in Hono", "/run", 0.9),
    ],
    table: [
      "| | requests a second | p99 ms |",
      "|---|--:|--:|",
      ...[...measured.keys()].map((name) =>
        row([name, median(name, "perSecond").toFixed(0), median(name, "p99").toFixed(1)]),
      ),
    ].join("\n"),
  };
}

async function load(url: string, route: Route): Promise<Answered> {
  const { requests, duration, latency, errors, non2xx } = await autocannon({
    url: `${url}${route}`,
    connections: routes[route],
    duration: SECONDS,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"name":"Ada"}',
  });
  if (errors + non2xx > 0) throw new Error(`${errors} errors and ${non2xx} bad answers from ${url}${route}`);
  return { perSecond: requests.total / duration, p99: latency.p99 };
}

/** Starts a server; it says on standard error where it listens. */
export function start(module: string, args: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, [module, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const [url] = /http:\/\/\S+/.exec(said) ?? [];
      if (url !== undefined) resolve({ url, child });
    });
    child.on("exit", () => reject(new Error(`${module} ended: ${said}`)));
  });
}

function bundle(place: Place): string {
  const workflow = join(place.make("serve"), "workflow.yaml");
  const text = `metadata: { name: served }
settings:
  targetActionId: greet
  timeout: 30s
  inputs: { name: { type: string, required: true, maxLength: 100 } }
  apiServer:
    routes: [{ path: /greetings, methods: [POST] }, { path: /run, methods: [POST] }]
resources:
  - actionId: greet
    validations: { routes: [/greetings] }
    apiResponse: { response: { greeting: "Hello, {{ get('name') }}!" } }
  - actionId: run
    validations: { routes: [/run] }
    exec: { command: echo, args: [done] }
`;
  writeFileSync(workflow, text);
  return place.build(workflow, "served", "--minify");
}
