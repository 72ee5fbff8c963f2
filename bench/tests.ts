import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compare } from "./measure.ts";
import type { Place } from "./place.ts";
import { atMost, type Section, timesTable } from "./report.ts";

const ROUNDS = 5;

const workflow = `
metadata: { name: weather }
settings: { targetActionId: report }
resources:
  - actionId: weather
    httpClient: { url: "http://api.test/{{ urlencode(get('city')) }}", auth: { bearer: "{{ env('API_KEY') }}" }, timeout: 10s }
    onError: { action: retry, maxRetries: 1, retryDelay: 1h }
  - actionId: summarize
    requires: [weather]
    chat: { model: m, prompt: "{{ get('weather').temp }} degrees in {{ get('city') }}", timeout: 1m }
  - actionId: last
    component: { name: memory, with: { action: retrieve, key: last } }
  - actionId: report
    requires: [weather, summarize, last]
    apiResponse: { response: { text: get('summarize'), last: output('last').value } }
`;

const testOf = (index: number) => `
  - name: retries once, then reports ${index}
    inputs: { city: Oslo ${index} }
    given:
      weather:
        - fails: { class: infra, message: refused }
        - { statusCode: 200, body: { temp: ${index} } }
      summarize: cold
      memory: { last: "4" }
    expect:
      result: { success: true, response: { text: cold, last: "4" } }
      resources: { weather: { status: completed, attempts: 2 } }
      calls: { weather: { headers: { authorization: Bearer k } }, summarize: { prompt: { contains: Oslo } } }
      events: [workflow.started, …, workflow.completed]
`;

/** `flowc test` of many tests. */
export async function measureTests(place: Place): Promise<Section> {
  const [one, many] = [1, 1_000].map((count) => {
    const folder = place.make(`tests-${count}`);
    const tests = Array.from({ length: count }, (_, index) => testOf(index)).join("");
    writeFileSync(join(folder, "workflow.yaml"), workflow);
    writeFileSync(join(folder, "weather.test.yaml"), `defaults: { env: { API_KEY: k } }\ntests:${tests}`);
    return place.flowcContender(`${count} ${count === 1 ? "test" : "tests"}`, ["test", folder]);
  });
  if (one === undefined || many === undefined) throw new Error("nothing to measure");
  const results = await compare([one, many], ROUNDS);
  return {
    title: "`flowc test`",
    text: `Tests of one workflow with a request that is retried, a chat and a memory, in one file: read, checked, run in
simulated time, compared. The bundle is in the cache, V8's code cache is there. ${ROUNDS} rounds.`,
    limits: [atMost("`flowc test` of 1,000 tests, after the build", results.median(many.name), 2_000, "ms")],
    table: timesTable(results, one.name),
  };
}
