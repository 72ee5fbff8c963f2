import { createServer as createRawServer } from "node:net";
import { describe, expect, test } from "vitest";
import { type HttpOptions, httpClient } from "../../../runtime-lib/http/http-client.ts";
import { retryAfterMs } from "../../../runtime-lib/http/retry.ts";
import { type Answer, freePort, listening, serve } from "../../support/server.ts";
import { failureOf, testStep } from "../../support/step.ts";

const retry = { maxAttempts: 3, backoffMs: 1 };

/** Answers the first `count` requests with this status, then well. */
function failingAtFirst(count: number, status: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return (_, response, index) => {
    if (index >= count) return "fine";
    response.writeHead(status, headers).end();
    return undefined;
  };
}

async function attempts(answer: Answer, options: Partial<HttpOptions>) {
  await using server = await serve(answer);
  using step = testStep();
  const { statusCode } = await httpClient(step, { url: server.url, ...options });
  return [statusCode, server.seen.length];
}

describe("a request is sent again", () => {
  test.each([429, 502, 503, 504])("after %i", async (status) => {
    expect(await attempts(failingAtFirst(2, status), { retry })).toEqual([200, 3]);
  });

  test("as often as maxAttempts says; then the last answer is the result", async () => {
    expect(await attempts(failingAtFirst(9, 503), { retry })).toEqual([503, 3]);
    expect(await attempts(failingAtFirst(9, 503), { retry, failOnStatus: [404] })).toEqual([503, 3]);
  });

  test("not at all without retry, nor after other statuses", async () => {
    expect(await attempts(failingAtFirst(9, 503), {})).toEqual([503, 1]);
    expect(await attempts(failingAtFirst(9, 500), { retry })).toEqual([500, 1]);
    expect(await attempts(failingAtFirst(9, 503), { retry: { ...retry, retryOn: [500] } })).toEqual([503, 1]);
  });

  test("when it is a POST only where retryOn is written out", async () => {
    expect(await attempts(failingAtFirst(1, 503), { method: "POST", retry })).toEqual([503, 1]);
    expect(await attempts(failingAtFirst(1, 503), { method: "PUT", retry })).toEqual([200, 2]);
    const asked = { ...retry, retryOn: [503] };
    expect(await attempts(failingAtFirst(1, 503), { method: "POST", data: { a: 1 }, retry: asked })).toEqual([200, 2]);
  });

  test("after a broken connection", async () => {
    let count = 0;
    await using server = await listening(
      createRawServer((socket) => {
        socket
          .on("error", () => undefined)
          .once("data", () => {
            count += 1;
            if (count < 3) socket.resetAndDestroy();
            else socket.end("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 4\r\n\r\nfine");
          });
      }),
    );
    using step = testStep();
    expect((await httpClient(step, { url: server.url, retry })).body).toBe("fine");
    expect(count).toBe(3);
    count = 0;
    expect(await failureOf(httpClient(step, { url: server.url, method: "POST", retry }))).toMatch(/^infra: /);
    expect(count).toBe(1);
  });

  test("to a server that is not there, and fails as it did the last time", async () => {
    using step = testStep();
    const url = `http://127.0.0.1:${await freePort()}`;
    expect(await failureOf(httpClient(step, { url, method: "POST", retry }))).toMatch(/ECONNREFUSED/);
  });
});

describe("Retry-After", () => {
  test("is waited for, but no longer than maxBackoff", async () => {
    const long = failingAtFirst(2, 429, { "retry-after": "3600" });
    expect(await attempts(long, { retry: { ...retry, maxBackoffMs: 5 } })).toEqual([200, 3]);
    const soon = failingAtFirst(2, 429, { "retry-after": "0" });
    expect(await attempts(soon, { retry: { maxAttempts: 3, backoffMs: 3_600_000 } })).toEqual([200, 3]);
  });

  test("does not outlast the timeout", async () => {
    await using server = await serve(failingAtFirst(2, 429, { "retry-after": "3600" }));
    using step = testStep();
    const options = { url: server.url, timeoutMs: 50, retry: { ...retry, maxBackoffMs: 3_600_000 } };
    expect(await failureOf(httpClient(step, options))).toBe(`timeout: timed out after 50ms: GET ${server.url}/`);
  });

  const now = Date.UTC(2030, 0, 1, 12, 0, 0);
  test.each([
    ["120", 120_000],
    ["0", 0],
    ["Tue, 01 Jan 2030 12:00:30 GMT", 30_000],
    ["Tue, 01 Jan 2030 11:00:00 GMT", 0],
    ["-5", undefined],
    ["soon", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%j", (header, milliseconds) => {
    expect(retryAfterMs(header, now)).toBe(milliseconds);
  });
});
