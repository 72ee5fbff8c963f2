import { describe, expect, test } from "vitest";
import { telemetrySettings, type Variables } from "../../../runtime-lib/telemetry/settings.ts";

const base = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.test:4318" };
const settings = (variables: Variables = {}) => telemetrySettings({ ...base, ...variables });

describe("endpoints", () => {
  test("are those of the signals below the common one, or their own as they stand", () => {
    expect(settings().traces?.url.href).toBe("http://collector.test:4318/v1/traces");
    expect(settings().metrics?.url.href).toBe("http://collector.test:4318/v1/metrics");
    const below = settings({ OTEL_EXPORTER_OTLP_ENDPOINT: "https://c.test/otlp/" });
    expect(below.traces?.url.href).toBe("https://c.test/otlp/v1/traces");
    const own = settings({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://t.test/here" });
    expect([own.traces?.url.href, own.metrics?.url.host]).toEqual(["http://t.test/here", "collector.test:4318"]);
  });

  test("may be none", () => {
    expect(telemetrySettings({}).traces).toBeUndefined();
    expect(settings({ OTEL_METRICS_EXPORTER: "none" })).toMatchObject({
      metrics: undefined,
      traces: { timeoutMs: 10_000 },
    });
    const { traces, problems } = settings({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317" });
    expect([traces, problems[0]]).toEqual([undefined, "OTEL_EXPORTER_OTLP_ENDPOINT is not an HTTP URL"]);
  });
});

test("times are those that are set, and only the end of a run has another default", () => {
  expect(settings()).toMatchObject({ closeMs: 1_000, metricsMs: 60_000 });
  const own = { OTEL_EXPORTER_OTLP_TIMEOUT: "3000", OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: "50" };
  expect(settings(own)).toMatchObject({ closeMs: 3_000, traces: { timeoutMs: 50 }, metrics: { timeoutMs: 3_000 } });
  expect(settings({ OTEL_EXPORTER_OTLP_TIMEOUT: "soon" })).toMatchObject({
    closeMs: 1_000,
    problems: ["OTEL_EXPORTER_OTLP_TIMEOUT must be a number"],
  });
});

test("headers and attributes are lists of pairs; a problem repeats no value", () => {
  const { traces } = settings({ OTEL_EXPORTER_OTLP_HEADERS: " api-key = a%3Db , x=1=2,," });
  expect(traces?.headers).toEqual({ "api-key": "a=b", x: "1=2" });
  expect(settings({ OTEL_RESOURCE_ATTRIBUTES: "service.name=a,team=b" })).toMatchObject({
    serviceName: "a",
    resource: { team: "b" },
  });
  for (const wrong of ["geheim", "a=%", "=geheim"]) {
    const { problems } = settings({ OTEL_EXPORTER_OTLP_HEADERS: wrong, OTEL_METRICS_EXPORTER: "none" });
    expect(problems).toEqual(["OTEL_EXPORTER_OTLP_HEADERS must be a list such as name=value,name=value"]);
  }
});

test.each([
  [{}, { ratio: 1, followsParent: true }],
  [{ OTEL_TRACES_SAMPLER: "always_on" }, { ratio: 1, followsParent: false }],
  [{ OTEL_TRACES_SAMPLER: "parentbased_always_off" }, { ratio: 0, followsParent: true }],
  [
    { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.25" },
    { ratio: 0.25, followsParent: false },
  ],
  [{ OTEL_TRACES_SAMPLER: "parentbased_traceidratio" }, { ratio: 1, followsParent: true }],
])("the sampler of %j", (variables, expected) => {
  expect(settings(variables)).toMatchObject({ ...expected, problems: [] });
});

test("a sampler that is none, and a ratio beyond 1", () => {
  expect(settings({ OTEL_TRACES_SAMPLER: "jaeger_remote" }).problems).toHaveLength(1);
  const { problems, ratio } = settings({ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "2" });
  expect([problems, ratio]).toEqual([["OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1"], 1]);
});
