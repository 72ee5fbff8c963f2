import { describe, expect, test } from "vitest";
import { type HttpOptions, httpClient } from "../../../runtime-lib/http/http-client.ts";
import { type Answer, serve } from "../../support/server.ts";
import { failureOf, testStep } from "../../support/step.ts";

/** Redirects `/` to `to`, once. */
function redirecting(status: number, to: string): Answer {
  return ({ path }, response) => {
    if (path !== "/") return "there";
    response.writeHead(status, { location: to }).end();
    return undefined;
  };
}

async function follow(answer: Answer, options: Partial<HttpOptions> = {}) {
  await using server = await serve(answer);
  using step = testStep();
  const result = await httpClient(step, { url: `${server.url}/`, ...options });
  return { ...result, seen: server.seen };
}

describe("redirects", () => {
  test.each([
    ["GET", 301, "GET"],
    ["POST", 301, "GET"],
    ["POST", 302, "GET"],
    ["PUT", 302, "PUT"],
    ["PUT", 303, "GET"],
    ["HEAD", 303, "HEAD"],
    ["POST", 307, "POST"],
    ["POST", 308, "POST"],
  ])("%s after %i goes on as %s", async (method, status, then) => {
    const data = method === "POST" || method === "PUT" ? { a: 1 } : undefined;
    const { seen } = await follow(redirecting(status, "/next?x=1"), { method, ...(data && { data }) });
    expect(seen[1]).toMatchObject({ method: then, path: "/next?x=1" });
    expect(seen[1]?.body).toBe(then === method && data ? '{"a":1}' : "");
    expect("content-type" in (seen[1]?.headers ?? {})).toBe(then === method && data !== undefined);
  });

  test("are not followed where they should not be", async () => {
    const { statusCode, headers, seen } = await follow(redirecting(302, "/next"), { followRedirects: false });
    expect([statusCode, headers["location"], seen.length]).toEqual([302, "/next", 1]);
  });

  test("end somewhere", async () => {
    await using server = await serve((_, response, index) => {
      response.writeHead(302, { location: `/${index}` }).end();
      return undefined;
    });
    using step = testStep();
    expect(await failureOf(httpClient(step, { url: server.url }))).toBe("provider: more than 20 redirects");
    expect(server.seen).toHaveLength(21);
    const few = await failureOf(httpClient(step, { url: server.url, followRedirects: 2 }));
    expect(few).toBe("provider: more than 2 redirects");
  });

  test("lead to http: and https: only", async () => {
    await using server = await serve(redirecting(302, "file:///etc/passwd"));
    using step = testStep();
    expect(await failureOf(httpClient(step, { url: `${server.url}/` }))).toBe(
      `provider: the server at ${server.host} redirects to something other than an http: or https: URL`,
    );
  });

  test("take credentials to the same origin, and to no other", async () => {
    const options = { auth: { bearer: "secret" }, headers: { Cookie: "a=1", "X-Other": "b" } };
    const same = await follow(redirecting(302, "/next"), options);
    expect(same.seen[1]?.headers).toMatchObject({ authorization: "Bearer secret", cookie: "a=1", "x-other": "b" });
    await using other = await serve(() => "other");
    const { body } = await follow(redirecting(302, `http://u:p@${other.host}/next`), options);
    expect(body).toBe("other");
    const headers = other.seen[0]?.headers ?? {};
    expect([headers.authorization, headers.cookie, headers["x-other"]]).toEqual([undefined, undefined, "b"]);
    expect(headers.host).toBe(other.host);
  });
});
