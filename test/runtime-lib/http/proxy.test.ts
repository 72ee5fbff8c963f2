import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chooseProxy } from "../../../runtime-lib/http/choose-proxy.ts";
import { httpClient } from "../../../runtime-lib/http/http-client.ts";
import { root } from "../../support/flowc.ts";
import { freePort, listening, serve } from "../../support/server.ts";
import { failureOf, testStep } from "../../support/step.ts";

describe("the proxy of a URL", () => {
  const choose = (url: string, environment: Readonly<Record<string, string>>, named?: string) =>
    chooseProxy(named, environment)(new URL(url))?.href;

  test("is that of the environment, by the scheme of the URL", () => {
    const environment = { HTTP_PROXY: "http://plain:1", HTTPS_PROXY: "secure:2" };
    expect(choose("http://a/", environment)).toBe("http://plain:1/");
    expect(choose("https://a/", environment)).toBe("http://secure:2/");
    expect(choose("http://a/", { ...environment, http_proxy: "http://lower:1" })).toBe("http://lower:1/");
    expect(choose("http://a/", {})).toBe(undefined);
    expect(choose("http://a/", { HTTP_PROXY: "" })).toBe(undefined);
  });

  test("is the resource's own before all; empty means none", () => {
    const environment = { HTTP_PROXY: "http://plain:1", NO_PROXY: "*" };
    expect(choose("http://a/", environment, "http://own:3")).toBe("http://own:3/");
    expect(choose("http://a/", { HTTP_PROXY: "http://plain:1" }, "")).toBe(undefined);
  });

  test.each([
    ["*", true],
    ["api.example.com", true],
    ["example.com", true],
    [".example.com", true],
    ["*.example.com", true],
    ["other, EXAMPLE.com", true],
    ["example.com:8080", true],
    ["example.com:80", false],
    ["ample.com", false],
    ["api.example.com.evil", false],
    ["", false],
  ])("is none where NO_PROXY is %j: %s", (list, exempt) => {
    const environment = { HTTP_PROXY: "http://plain:1", NO_PROXY: list };
    expect(choose("http://api.example.com:8080/", environment) === undefined).toBe(exempt);
  });

  test("is none for addresses that NO_PROXY names", () => {
    const environment = { HTTP_PROXY: "http://plain:1", NO_PROXY: "127.0.0.1,[::1]" };
    expect(choose("http://127.0.0.1:3/", environment)).toBe(undefined);
    expect(choose("http://[::1]:3/", environment)).toBe(undefined);
    expect(choose("http://127.0.0.2/", environment)).toBe("http://plain:1/");
  });
});

describe("through a proxy", () => {
  test("a plain URL is asked of the proxy itself, with its password", async () => {
    await using proxy = await serve(({ path }) => `proxied ${path}`);
    using step = testStep({ environment: { HTTP_PROXY: proxy.url.replace("http://", "http://u%40:p@") } });
    const { body } = await httpClient(step, { url: "http://example.test/a?b=1", auth: { bearer: "t" } });
    expect(body).toBe("proxied http://example.test/a?b=1");
    expect(proxy.seen[0]?.headers).toMatchObject({
      host: "example.test",
      authorization: "Bearer t",
      "proxy-authorization": `Basic ${Buffer.from("u@:p").toString("base64")}`,
    });
  });

  test("https: goes through a tunnel, in which the proxy reads nothing", async () => {
    const [cert, key] = ["cert.pem", "key.pem"].map((name) =>
      readFileSync(join(root, "test/support/tls", name), "utf8"),
    );
    await using target = await listening(
      createSecureServer({ ...(cert && { cert }), ...(key && { key }) }, (request, response) =>
        response.end(`safe ${request.url} ${request.headers.authorization}`),
      ),
    );
    const asked: unknown[] = [];
    const proxyServer = createServer();
    proxyServer.on("connect", (request, socket) => {
      asked.push([request.url, request.headers.authorization]);
      const upstream = connect(target.port, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        upstream.pipe(socket).pipe(upstream);
      });
      upstream.on("error", () => socket.destroy());
      socket.on("error", () => upstream.destroy());
    });
    await using proxy = await listening(proxyServer);
    using step = testStep();
    const url = `https://localhost:${target.port}/x`;
    const options = { url, proxy: proxy.url, tls: { ca: cert ?? "" }, auth: { bearer: "t" } };
    expect((await httpClient(step, options)).body).toBe("safe /x Bearer t");
    expect(asked).toEqual([[`localhost:${target.port}`, undefined]]);
    const unsafe = await failureOf(httpClient(step, { url, proxy: proxy.url }));
    expect(unsafe).toMatch(/^infra: no safe connection to localhost:\d+: its certificate is self-signed/);
  });

  test("that refuses or is not there, the failure names the proxy", async () => {
    await using proxy = await listening(
      createServer().on("connect", (_, socket) => socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n")),
    );
    using step = testStep();
    const refused = await failureOf(httpClient(step, { url: "https://example.test/", proxy: proxy.url }));
    expect(refused).toBe(`infra: the proxy ${proxy.host} answered 407`);
    const host = `127.0.0.1:${await freePort()}`;
    const gone = await failureOf(httpClient(step, { url: "https://example.test/", proxy: `http://${host}` }));
    expect(gone).toBe(`infra: no answer from ${host}: connection refused (ECONNREFUSED)`);
    const plain = await failureOf(httpClient(step, { url: "http://example.test/", proxy: `http://a:b@${host}` }));
    expect(plain).toBe(gone);
  });

  test("that never answers, the timeout counts", async () => {
    await using proxy = await listening(
      createServer().on("connect", (_, socket) => void socket.on("error", () => undefined)),
    );
    using step = testStep();
    const options = { url: "https://example.test/", proxy: proxy.url, timeoutMs: 100 };
    expect(await failureOf(httpClient(step, options))).toBe(
      "timeout: timed out after 100ms: GET https://example.test/",
    );
  });
});
