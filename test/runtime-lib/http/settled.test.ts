import { createServer, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { chat } from "../../../runtime-lib/chat/chat.ts";
import { exchange } from "../../../runtime-lib/http/exchange.ts";
import { httpClient } from "../../../runtime-lib/http/http-client.ts";
import { requestUrl } from "../../../runtime-lib/http/message.ts";
import { transportOf } from "../../../runtime-lib/http/transport.ts";
import { listening } from "../../support/server.ts";
import { failureOf, testStep } from "../../support/step.ts";

/** What a server does with the first bytes of a connection. */
type Act = (socket: Socket, first: Buffer) => void;

/** A server that speaks in bytes. `open` is how many of its connections the client has not closed. */
async function rawServer(act: Act) {
  let open = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open += 1;
    socket
      .on("error", () => undefined)
      .on("close", () => {
        open -= 1;
      });
    socket.once("data", (first: Buffer) => act(socket, first));
    socket.on("end", () => socket.end());
  });
  return {
    ...(await listening(server)),
    /** Resolves when the client holds no connection any more; the test's own timeout is the limit. */
    allClosed: async () => {
      while (open > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    },
  };
}

const say =
  (...texts: readonly string[]): Act =>
  (socket) => {
    for (const text of texts) socket.write(text);
  };
const sayAndEnd =
  (text: string): Act =>
  (socket) =>
    void socket.end(text);

const switching = "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\n";
const leftHttp = "provider: the server answered 101 and left HTTP: that is not supported";
const cut = "infra: no answer from HOST: the connection was closed before the whole answer arrived (ECONNRESET)";
const late = /^timeout: timed out after 300ms: (?:(?:GET|POST) https?:\/\/\S+\/|the model "m" at HOST)$/;
const notHttp = /^infra: no answer from HOST: what it sent is not HTTP \(HPE_\w+\)$/;

/** Each end of an exchange that is not an answer, and what it is reported as. */
const ends: readonly (readonly [what: string, act: Act, failure: string | RegExp])[] = [
  ["101, with a protocol", say(switching), leftHttp],
  ["101, and the end", sayAndEnd(switching), leftHttp],
  ["101, and bytes of another protocol", say(`${switching}\x81\x05hello`), leftHttp],
  ["101 without a protocol", say("HTTP/1.1 101 Switching Protocols\r\n\r\n"), leftHttp],
  ["100, and nothing more", say("HTTP/1.1 100 Continue\r\n\r\n"), late],
  ["100, and the end", sayAndEnd("HTTP/1.1 100 Continue\r\n\r\n"), cut],
  [
    "hints without an end",
    (socket) => {
      const more = (): void => {
        if (!socket.destroyed) socket.write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(50), next);
      };
      const next = (): void => void setTimeout(more, 1);
      more();
    },
    late,
  ],
  ["nothing", () => undefined, late],
  ["the end at once", (socket) => void socket.end(), cut],
  ["a reset at once", (socket) => void socket.resetAndDestroy(), cut],
  ["half a status line, and the end", sayAndEnd("HTTP/1.1 20"), cut],
  ["half of the headers, and the end", sayAndEnd("HTTP/1.1 200 OK\r\ncontent-le"), cut],
  ["half of the headers, and nothing", say("HTTP/1.1 200 OK\r\ncontent-le"), late],
  ["half of the body, and the end", sayAndEnd("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf"), cut],
  ["half of the body, and nothing", say("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf"), late],
  ["a chunk that is none", say("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nZ\r\n"), notHttp],
  ["half of a chunk, and the end", sayAndEnd("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nhal"), cut],
  [
    "half of a compressed body, and the end",
    sayAndEnd("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 99\r\n\r\n\x1f\x8b"),
    /^infra: /,
  ],
  ["no HTTP", say("SSH-2.0-OpenSSH_9.2\r\n"), notHttp],
  ["zeros", (socket) => void socket.write(Buffer.alloc(4096)), notHttp],
];

describe.each(ends)("an exchange that is answered by %s", (_what, act, failure) => {
  const expected =
    typeof failure === "string" ? expect.stringMatching(literal(failure)) : expect.stringMatching(failure);

  test.each(["GET", "POST"])("%s of httpClient", async (method) => {
    await using server = await rawServer(act);
    const step = testStep();
    const failed = await failureOf(httpClient(step, { url: server.url, method, timeoutMs: 300 }));
    expect(failed.replaceAll(server.host, "HOST")).toEqual(expected);
    step.end();
    await server.allClosed();
  });

  test("chat", async () => {
    await using server = await rawServer(act);
    const step = testStep();
    const options = { model: "m", prompt: "p", baseUrl: `${server.url}/v1`, timeoutMs: 300 };
    expect((await failureOf(chat(step, options))).replaceAll(server.host, "HOST")).toEqual(expected);
    step.end();
    await server.allClosed();
  });

  test("plain, through a proxy", async () => {
    await using server = await rawServer(act);
    const step = testStep();
    const options = { url: "http://example.test/", proxy: server.url, timeoutMs: 300 };
    expect((await failureOf(httpClient(step, options))).replaceAll(server.host, "HOST")).toEqual(expected);
    step.end();
    await server.allClosed();
  });
});

const opened = "HTTP/1.1 200 Connection established\r\n\r\n";
const tunnels: readonly (readonly [what: string, act: Act, failure: RegExp])[] = [
  ["nothing", () => undefined, /^timeout: /],
  ["the end", (socket) => void socket.end(), /^infra: no answer from HOST: the connection was closed/],
  ["no HTTP", say("garbage\r\n\r\n"), /^infra: no answer from HOST: what it sent is not HTTP/],
  ["101", say(switching), /^infra: the proxy HOST answered 101$/],
  ["100, and the end", sayAndEnd("HTTP/1.1 100 Continue\r\n\r\n"), /^infra: the proxy HOST answered 100$/],
  ["407", say("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"), /^infra: the proxy HOST answered 407$/],
  ["a tunnel to nothing", say(opened), /^timeout: /],
  ["a tunnel, and the end", sayAndEnd(opened), /^infra: no answer from example\.test: /],
  ["a tunnel, and no TLS at once", say(`${opened}garbage garbage`), /^infra: no safe connection to example\.test: /],
  [
    "a tunnel, and no TLS",
    (socket) => {
      socket.write(opened);
      socket.once("data", () => socket.write("garbage garbage"));
    },
    /^infra: no safe connection to example\.test: /,
  ],
  [
    "a tunnel, and the end in the middle of TLS",
    (socket) => {
      socket.write(opened);
      socket.once("data", () => socket.end(Buffer.from([22, 3, 3, 0, 90, 2])));
    },
    /^infra: no answer from example\.test: /,
  ],
];

test.each(tunnels)("a proxy that answers CONNECT by %s", async (_what, act, failure) => {
  await using proxy = await rawServer(act);
  const step = testStep();
  const options = { url: "https://example.test/", proxy: proxy.url, timeoutMs: 300 };
  expect((await failureOf(httpClient(step, options))).replaceAll(proxy.host, "HOST")).toMatch(failure);
  step.end();
  await proxy.allClosed();
});

test("a proxy that is silent after CONNECT is left without a timeout too", async () => {
  await using proxy = await rawServer(() => undefined);
  using step = testStep();
  const transport = { ...transportOf(step, { proxy: proxy.url }, step.signal), idleMs: 100 };
  const request = { method: "GET", url: requestUrl("https://example.test/"), headers: {}, body: undefined };
  expect(await failureOf(exchange(request, transport))).toBe(
    "timeout: the server sent nothing for 100ms: CONNECT example.test:443",
  );
  await proxy.allClosed();
});

test("a tunnel is not left open by a certificate that is none", async () => {
  await using proxy = await rawServer(say(opened));
  using step = testStep();
  const tls = { cert: "-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----" };
  const options = { url: "https://example.test/", proxy: proxy.url, tls, timeoutMs: 20_000 };
  expect(await failureOf(httpClient(step, options))).not.toContain("timed out");
  await proxy.allClosed();
});

test("CONNECT as a method is answered, not waited for", async () => {
  await using server = await rawServer(say(opened));
  using step = testStep();
  const failure = await failureOf(httpClient(step, { url: server.url, method: "CONNECT" }));
  expect(failure).toBe("provider: the server answered 200 and left HTTP: that is not supported");
  await server.allClosed();
});

test("an idle connection that is cut under the next request costs a second attempt", async () => {
  let count = 0;
  await using server = await rawServer((socket) => {
    count += 1;
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
    // The second request on a connection is read, and the connection reset.
    socket.once("data", () => socket.resetAndDestroy());
  });
  using step = testStep();
  for (const _request of [1, 2]) {
    expect(await httpClient(step, { url: server.url, timeoutMs: 5_000 })).toMatchObject({ body: "ok" });
  }
  expect(count).toBe(2);
});

function literal(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
}
