import { expect, test } from "vitest";
import { ServerMetrics } from "../../../runtime-lib/telemetry/server-metrics.ts";

const get = { "http.request.method": "GET" };

test("durations are counted in buckets, for each set of attributes", () => {
  const metrics = new ServerMetrics();
  expect(metrics.collected()).toEqual([]);
  metrics.active(get, 1);
  for (const seconds of [0.004, 0.005, 0.3, 60]) metrics.took(seconds, { ...get, "error.type": undefined });
  metrics.took(1, { "http.request.method": "POST" });
  const [durations, active] = metrics.collected();
  expect(durations).toMatchObject({
    descriptor: { name: "http.server.request.duration", unit: "s" },
    dataPoints: [
      {
        attributes: get,
        value: { count: 4, min: 0.004, max: 60, buckets: { counts: [2, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1] } },
      },
      { attributes: { "http.request.method": "POST" }, value: { count: 1, sum: 1 } },
    ],
  });
  expect(active).toMatchObject({ dataPoints: [{ attributes: get, value: 1 }] });
});

test("what clients make up does not fill the memory", () => {
  const metrics = new ServerMetrics();
  metrics.active(get, 1);
  for (let index = 0; index < 3_000; index += 1) metrics.took(1, { "http.route": `/${index}` });
  const [durations] = metrics.collected() as readonly {
    readonly dataPoints: readonly { readonly value: { readonly count: number } }[];
  }[];
  expect(durations?.dataPoints).toHaveLength(1_000);
  expect(durations?.dataPoints.reduce((sum, { value }) => sum + value.count, 0)).toBe(3_000);
});
