import { expect, test } from "vitest";
import { contextOf, newSpanId, tracePlace } from "../../../runtime-lib/telemetry/trace-ids.ts";

const parentBased = { ratio: 1, followsParent: true };
const [traceId, parentId] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];

test("the trace of a caller goes on, with what others have said of it", () => {
  const place = tracePlace({ traceparent: `00-${traceId}-${parentId}-01`, tracestate: "a=1" }, parentBased);
  expect(place).toEqual({ traceId, parentId, sampled: true, state: "a=1" });
  expect(contextOf(place, parentId)).toEqual({ traceparent: `00-${traceId}-${parentId}-01`, tracestate: "a=1" });
  const later = tracePlace({ traceparent: `cc-${traceId}-${parentId}-03-what-comes` }, parentBased);
  expect(later).toMatchObject({ traceId, sampled: true });
});

test("the caller decides whether it is kept, unless the sampler does", () => {
  const dropped = { traceparent: `00-${traceId}-${parentId}-00` };
  expect(tracePlace(dropped, parentBased).sampled).toBe(false);
  expect(tracePlace(dropped, { ratio: 1, followsParent: false }).sampled).toBe(true);
});

test.each([
  "",
  "00",
  `00-${traceId}-${parentId}`,
  `ff-${traceId}-${parentId}-01`,
  `00-${traceId}-${parentId}-01-more`,
  `00-${"0".repeat(32)}-${parentId}-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${parentId}-01`,
])("%j names no trace: a new one begins", (traceparent) => {
  const place = tracePlace({ traceparent, tracestate: "a=1" }, parentBased);
  expect(place).toEqual({
    traceId: expect.stringMatching(/^[\da-f]{32}$/),
    parentId: undefined,
    sampled: true,
    state: undefined,
  });
  expect(place.traceId).not.toBe(traceId);
});

test("a ratio keeps traces by their ids: all who see one decide the same", () => {
  const kept = (ratio: number) => {
    const sampler = { ratio, followsParent: false };
    return Array.from({ length: 400 }, () => tracePlace({}, sampler)).filter((place) => {
      const again = tracePlace({ traceparent: `00-${place.traceId}-${newSpanId()}-00` }, sampler);
      expect(again.sampled).toBe(place.sampled);
      return place.sampled;
    }).length;
  };
  expect([kept(0), kept(1)]).toEqual([0, 400]);
  expect(kept(0.5)).toBeGreaterThan(100);
  expect(kept(0.5)).toBeLessThan(300);
});
