import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { compare } from "./measure.ts";
import { nodeContender, type Place } from "./place.ts";
import { atMost, type Section, timesTable } from "./report.ts";

const REQUESTS = 500;
const ROUNDS = 15;
const numbers = Array.from({ length: REQUESTS }, (_, index) => index + 1);

/** 500 requests to a server on this machine by flowc, by bare `fetch` and by `node:http`. */
export async function measureHttp(place: Place): Promise<Section> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end('{"id":1,"name":"something to buy","price":2,"tags":["a","b","c"]}');
  });
  // Longer than a round of the others: no contender finds a connection closed under it.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const env = { BENCH_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const stdout = `${2 * REQUESTS}\n`;
  try {
    const results = await compare(
      [
        nodeContender("flowc", bundle(place), { env, stdout }),
        nodeContender("fetch", place.script("loop-fetch"), { env, stdout }),
        nodeContender("node:http", place.script("loop-node-http"), { env, stdout }),
      ],
      ROUNDS,
    );
    return {
      title: `${REQUESTS} HTTP requests, four at a time`,
      text: `Each contender is a process of its own; start included. The server runs in the bench and answers 66 bytes of JSON,
which all parse. ${ROUNDS} rounds. flowc's is the bundle of a workflow with ${REQUESTS} httpClient resources and one that adds up
what they give, minified as the scripts are.`,
      limits: [atMost(`${REQUESTS} requests by flowc / by bare fetch`, results.ratio("flowc", "fetch"), 1.25, "x")],
      table: timesTable(results, "fetch"),
    };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Builds the workflow; the path of its bundle. */
function bundle(place: Place): string {
  const workflow = join(place.make("http"), "workflow.yaml");
  const resources = numbers.map(
    (number) => `  - {actionId: r${number}, httpClient: {url: "{{ env('BENCH_URL') }}/${number}"}}\n`,
  );
  const prices = numbers.map((number) => `get('r${number}').price`);
  const text = `metadata: {name: requests}
settings: {targetActionId: all, concurrency: 4}
resources:
${resources.join("")}  - actionId: all
    requires: [${numbers.map((number) => `r${number}`).join(", ")}]
    exec: {command: echo, args: ["{{ sum([${prices.join(", ")}]) }}"]}
`;
  writeFileSync(workflow, text);
  return place.build(workflow, "requests", "--minify");
}
