import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createServer as createSecureServer } from "node:https";
import { createServer as createRawServer, type Socket } from "node:net";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { urlencode } from "../../../runtime-lib/functions/conversions.ts";
import { type HttpOptions, httpClient } from "../../../runtime-lib/http/http-client.ts";
import { FlowError } from "../../../runtime-lib/run/errors.ts";
import { root, temporaryFolder } from "../../support/flowc.ts";
import { type Answer, freePort, listening, serve } from "../../support/server.ts";
import { failureOf, testStep } from "../../support/step.ts";

/** Sends one request to a server that answers as told; what the server saw and what came back. */
async function ask(answer: Answer, options: Partial<HttpOptions> = {}, path = "/") {
  await using server = await serve(answer);
  using step = testStep();
  const result = await httpClient(step, { url: `${server.url}${path}`, ...options });
  return { ...result, seen: server.seen, server };
}

async function failing(answer: Answer, options: Partial<HttpOptions> = {}): Promise<string> {
  await using server = await serve(answer);
  using step = testStep();
  const failure = await failureOf(httpClient(step, { url: server.url, ...options }));
  return failure.replaceAll(server.host, "HOST");
}

describe("a request", () => {
  test("is a GET of the URL, with flowc's own headers", async () => {
    const { seen } = await ask(() => "hi", {}, "/a/b?c=d");
    expect(seen).toMatchObject([{ method: "GET", path: "/a/b?c=d", body: "" }]);
    expect(seen[0]?.headers).toMatchObject({ "user-agent": "flowc", "accept-encoding": "gzip, deflate, br" });
  });

  test("has its query encoded and added, lists repeated and nil left out", async () => {
    const query = { q: "a b&c=d", list: [1, true], none: null, map: { x: 1 } };
    const { seen } = await ask(() => "", { query }, "/?first=1");
    const parameters = new URLSearchParams(seen[0]?.path.slice(2));
    expect([...parameters]).toEqual([
      ["first", "1"],
      ["q", "a b&c=d"],
      ["list", "1"],
      ["list", "true"],
      ["map", '{"x":1}'],
    ]);
  });

  test("never climbs out of its path by a value that went through urlencode", async () => {
    await using server = await serve(() => "");
    using step = testStep();
    const files = `${server.url}/a/b`;
    for (const [path, name] of [
      [`/${urlencode("..")}/c`, ".."],
      [`\\${urlencode("..")}`, ".."],
      [`/.${urlencode(".")}?q`, ".."],
      [`/${urlencode(".")}#x`, "."],
      [`/%\t2e.`, ".."],
    ]) {
      const failure = await failureOf(httpClient(step, { url: `${files}${path}` }));
      expect(failure).toBe(`validation: "${name}" cannot be sent as a part of the URL's path`);
    }
    expect(server.seen).toEqual([]);
    for (const path of [`/${urlencode("../x")}`, `/...?q=${urlencode("..")}`, "/../c"]) {
      await httpClient(step, { url: `${files}${path}` });
    }
    expect(server.seen.map(({ path }) => path)).toEqual(["/a/b/..%2Fx", "/a/b/...?q=%2E%2E", "/a/c"]);
  });

  test.each([
    [{ data: { a: [1, null] } }, "application/json", '{"a":[1,null]}'],
    [{ data: null }, "application/json", "null"],
    [{ form: { a: "x y", b: [1, 2], c: null } }, "application/x-www-form-urlencoded;charset=UTF-8", "a=x+y&b=1&b=2"],
    [{ body: "plain" }, "text/plain;charset=UTF-8", "plain"],
  ])("with %j is a POST", async (options, type, body) => {
    const { seen } = await ask(() => "", options);
    expect(seen).toMatchObject([{ method: "POST", body }]);
    expect(seen[0]?.headers).toMatchObject({ "content-type": type, "content-length": String(body.length) });
  });

  test("keeps the headers and the method of its author, in any case", async () => {
    const headers = { "Content-Type": "text/x", "X-A": " b \n", "user-agent": "me" };
    const { seen } = await ask(() => "", { method: "put", body: "x", headers });
    expect(seen).toMatchObject([{ method: "PUT" }]);
    expect(seen[0]?.headers).toMatchObject({ "content-type": "text/x", "x-a": "b", "user-agent": "me" });
  });

  test.each([
    [{ bearer: "t0ken" }, "Bearer t0ken"],
    [{ basic: { username: "ann", password: "p:w" } }, `Basic ${Buffer.from("ann:p:w").toString("base64")}`],
  ])("with auth %j", async (auth, authorization) => {
    const { seen } = await ask(() => "", { auth });
    expect(seen[0]?.headers.authorization).toBe(authorization);
  });

  test("takes user and password from the URL, and asks without them in it", async () => {
    await using server = await serve(() => "");
    using step = testStep();
    await httpClient(step, { url: `http://ann:p%40w@${server.host}/x` });
    expect(server.seen[0]?.headers).toMatchObject({
      host: server.host,
      authorization: `Basic ${Buffer.from("ann:p@w").toString("base64")}`,
    });
  });

  test.each([
    [{ url: "example" }, 'validation: "example" is not a URL'],
    [{ url: "file:///etc/passwd" }, 'validation: the URL "file:///etc/passwd" is neither http: nor https:'],
    [{ url: "ftp://u:secret@h/x?key=secret" }, 'validation: the URL "ftp://h/x" is neither http: nor https:'],
    [{ method: "GET / HTTP/1.1\r\nx: y" }, 'validation: "GET / HTTP/1.1\\r\\nx: y" is not an HTTP method'],
    [{ headers: { a: "b\r\nc: d" } }, 'validation: the header "a" has a line break in its value'],
    [{ headers: { a: "b\0" } }, 'validation: the header "a" has a character that no header can have'],
    [{ headers: { "a: b\r\nc": "d" } }, 'validation: "a: b\\r\\nc" is not a header name'],
    [
      { headers: { "Content-Length": "1" } },
      'validation: the header "Content-Length" cannot be set: it follows from the body',
    ],
    [{ auth: { bearer: "a\nb" } }, 'validation: the header "authorization" has a line break in its value'],
    [{ query: "a=b" }, 'validation: "query" must be a map of parameters'],
    [{ form: ["a"] }, 'validation: "form" must be a map of fields'],
    [{ proxy: "socks5://u:secret@h" }, 'validation: "proxy" must be the http: or https: URL of a proxy'],
  ])("that cannot be sent, %j, is not", async (options, message) => {
    expect(await failing(() => "reached", options)).toBe(message);
  });

  test("sends files as multipart, together with fields", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, 'a"b.txt');
    writeFileSync(file, "content\r\nof a file");
    writeFileSync(join(folder.path, "empty"), "");
    const form = {
      title: "x\r\ny",
      one: { file, contentType: "text/plain" },
      more: [{ file, filename: "n\r\n.txt" }, { file: join(folder.path, "empty") }],
    };
    const { seen } = await ask(() => "", { form });
    const type = String(seen[0]?.headers["content-type"]);
    const data = await new Response(Buffer.from(seen[0]?.body ?? "", "latin1"), {
      headers: { "content-type": type },
    }).formData();
    const parts = await Promise.all(
      [...data].map(async ([name, value]) =>
        typeof value === "string" ? [name, value] : [name, value.name, value.type, await value.text()],
      ),
    );
    expect(parts).toEqual([
      ["title", "x\r\ny"],
      ["one", 'a"b.txt', "text/plain", "content\r\nof a file"],
      ["more", "n\r\n.txt", "application/octet-stream", "content\r\nof a file"],
      ["more", "empty", "application/octet-stream", ""],
    ]);
    expect(seen[0]?.headers["content-length"]).toBe(String(seen[0]?.body.length));
  });

  test("with a file that is not there fails before anything is sent", async () => {
    const failure = await failing(() => "reached", { form: { a: { file: "/nowhere/x" } } });
    expect(failure).toBe('infra: cannot read the file "/nowhere/x" (ENOENT)');
  });
});

test("a file that becomes shorter or goes while it is sent fails, and nobody waits for the rest", async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "file");
  for (const [change, message] of [
    [() => truncateSync(file, 10), "infra: a file became shorter while it was sent"],
    [() => rmSync(file), `infra: cannot read the file "${file}" (ENOENT)`],
  ] as const) {
    writeFileSync(file, "x".repeat(1000));
    // The size has been told when the second part is looked at.
    const second = {
      get file() {
        change();
        return join(folder.path, "empty");
      },
    };
    writeFileSync(join(folder.path, "empty"), "");
    expect(await failing(() => "reached", { form: { first: { file }, second } })).toBe(message);
  }
});

describe("an answer", () => {
  test("is JSON where its type says so", async () => {
    expect((await ask(() => ({ a: [1] }))).body).toEqual({ a: [1] });
    const problem = await ask((_, response) => {
      response.setHeader("content-type", "application/problem+json; charset=utf-8");
      return '{"title":"no"}';
    });
    expect(problem.body).toEqual({ title: "no" });
  });

  test("is text otherwise, in its own charset", async () => {
    const { body, headers } = await ask((_, response) => {
      response.setHeader("content-type", "text/plain; charset=ISO-8859-1");
      response.setHeader("set-cookie", ["a=1", "b=2"]);
      return Buffer.from("caf\xe9", "latin1");
    });
    expect(body).toBe("café");
    expect(headers).toMatchObject({ "set-cookie": "a=1, b=2" });
    expect((await ask(() => '{"a":1}')).body).toBe('{"a":1}');
  });

  test.each([201, 304, 404, 500])("with status %i is a result", async (status) => {
    const { statusCode, body } = await ask((_, response) => {
      response.statusCode = status;
      return status === 304 ? "" : { status };
    });
    expect([statusCode, body]).toEqual([status, status === 304 ? "" : { status }]);
  });

  test("to HEAD, and one with no content, is empty", async () => {
    expect((await ask(() => ({ a: 1 }), { method: "HEAD" })).body).toBe(null);
    const { body } = await ask((_, response) => {
      response.statusCode = 204;
      response.end();
    });
    expect(body).toBe("");
  });

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("is decompressed: %s", async (encoding, compress) => {
    const { body } = await ask((_, response) => {
      response.setHeader("content-encoding", encoding);
      return compress("text".repeat(1000));
    });
    expect(body).toBe("text".repeat(1000));
  });

  test("that is not what it says it is fails", async () => {
    const json = await failing((_, response) => {
      response.setHeader("content-type", "application/json");
      return "<html>";
    });
    expect(json).toBe("provider: HOST answered with JSON that cannot be read");
    const zipped = await failing((_, response) => {
      response.setHeader("content-encoding", "gzip");
      return "plain";
    });
    expect(zipped).toBe("infra: the answer cannot be decompressed");
    const unknown = await failing((_, response) => {
      response.setHeader("content-encoding", "x-own");
      return "plain";
    });
    expect(unknown).toBe("infra: the answer is compressed in a way that flowc does not know: x-own");
  });

  test("of an error that only claims to be JSON is text", async () => {
    const { body } = await ask((_, response) => {
      response.statusCode = 502;
      response.setHeader("content-type", "application/json");
      return "Bad gateway";
    });
    expect(body).toBe("Bad gateway");
  });

  test("over maxBytes fails, also one that only decompression makes long", async () => {
    const message = "tool_runtime: the answer is longer than maxBytes (1000 bytes)";
    expect(await failing(() => "x".repeat(1001), { maxBytes: 1000 })).toBe(message);
    const bomb = await failing(
      (_, response) => {
        response.setHeader("content-encoding", "gzip");
        return gzipSync(Buffer.alloc(2 ** 24));
      },
      { maxBytes: 1000 },
    );
    expect(bomb).toBe(message);
    expect((await ask(() => "x".repeat(1000), { maxBytes: 1000 })).body).toHaveLength(1000);
  });

  test.each([
    [true, 404, "provider: HOST answered 404"],
    [[404], 404, "provider: HOST answered 404"],
    [["5xx"], 503, "provider: HOST answered 503"],
  ])("under failOnStatus %j fails with %i", async (failOnStatus, status, message) => {
    const answer: Answer = (_, response) => {
      response.statusCode = status;
      return "";
    };
    expect(await failing(answer, { failOnStatus })).toBe(message);
    expect((await ask(() => "fine", { failOnStatus })).body).toBe("fine");
  });
});

describe("faults", () => {
  test("connection refused", async () => {
    using step = testStep();
    const host = `127.0.0.1:${await freePort()}`;
    const failure = await failureOf(httpClient(step, { url: `http://${host}/secret?key=secret` }));
    expect(failure).toBe(`infra: no answer from ${host}: connection refused (ECONNREFUSED)`);
  });

  test("a host that does not exist", async () => {
    using step = testStep();
    const failure = await failureOf(httpClient(step, { url: "http://no-such-host.invalid/" }));
    expect(failure).toMatch(
      /^infra: no answer from no-such-host\.invalid: (no such host \(ENOTFOUND\)|the name of the host could not be looked up \(EAI_AGAIN\))$/,
    );
  });

  test("a body that is slower than the timeout", async () => {
    const slow: Answer = (_, response) => {
      response.write("some");
      return undefined;
    };
    expect(await failing(slow, { timeoutMs: 100 })).toMatch(/^timeout: timed out after 100ms: GET http:\/\/\S+$/);
  });

  test("a server that does not answer at all", async () => {
    expect(await failing(() => undefined, { timeoutMs: 100 })).toMatch(/^timeout: timed out after 100ms: GET http/);
  });

  test("a timeout names the request, without user, password and query", async () => {
    await using server = await serve(() => undefined);
    using step = testStep();
    const url = `${server.url.replace("http://", "http://ada:pw@")}/slow?key=secret`;
    const failure = await failureOf(httpClient(step, { url, method: "post", query: { token: "t" }, timeoutMs: 100 }));
    expect(failure).toBe(`timeout: timed out after 100ms: POST ${server.url}/slow`);
  });

  test.each([
    ["a body that is cut", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort"],
    ["a chunk that is cut", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n64\r\nshort"],
    ["a server that ends in the middle of the head", "HTTP/1.1 200 OK\r\ncontent-le"],
  ])("%s", async (_name, answer) => {
    await using server = await raw((socket) => socket.end(answer));
    using step = testStep();
    const failure = await failureOf(httpClient(step, { url: server.url }));
    expect(failure).toMatch(
      new RegExp(
        `^infra: no answer from ${server.host}: (the connection was closed before the whole answer arrived \\(ECONNRESET\\)|what it sent is not HTTP \\(HPE_\\w+\\))$`,
      ),
    );
  });

  test("a server killed in the middle of its answer", async () => {
    await using server = await raw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort", () => socket.resetAndDestroy());
    });
    using step = testStep();
    const failure = await failureOf(httpClient(step, { url: server.url }));
    expect(failure).toBe(
      `infra: no answer from ${server.host}: the connection was closed before the whole answer arrived (ECONNRESET)`,
    );
  });

  test("an answer that is not HTTP", async () => {
    await using server = await raw((socket) => socket.end("SSH-2.0-OpenSSH\r\n"));
    using step = testStep();
    const failure = await failureOf(httpClient(step, { url: server.url }));
    expect(failure).toMatch(/^infra: no answer from [\d.:]+: what it sent is not HTTP \(HPE_\w+\)$/);
  });

  test("the end of the run ends the request at once, with its reason", async () => {
    const controller = new AbortController();
    await using server = await serve(() => {
      controller.abort(new FlowError("tool_runtime", "the run was cancelled"));
      return undefined;
    });
    using step = testStep({ signal: controller.signal });
    const options = { url: server.url, retry: { maxAttempts: 5 } };
    expect(await failureOf(httpClient(step, options))).toBe("tool_runtime: the run was cancelled");
    expect(server.seen).toHaveLength(1);
    expect(await failureOf(httpClient(step, options))).toBe("tool_runtime: the run was cancelled");
    expect(server.seen).toHaveLength(1);
  });
});

describe("https:", () => {
  const tlsFolder = join(root, "test", "support", "tls");
  const [cert, key] = ["cert.pem", "key.pem"].map((name) => readFileSync(join(tlsFolder, name), "utf8")) as [
    string,
    string,
  ];
  const secure = (requestCert = false) =>
    listening(
      createSecureServer({ cert, key, requestCert, rejectUnauthorized: false }, (request, response) => {
        const { subject } = (request.socket as import("node:tls").TLSSocket).getPeerCertificate();
        response.end(subject === undefined ? "safe" : `safe ${subject.CN}`);
      }),
    );
  const https = (server: { readonly host: string }) => `https://${server.host}/`;

  test("a certificate that nobody vouches for is refused", async () => {
    await using server = await secure();
    using step = testStep();
    const failure = await failureOf(httpClient(step, { url: https(server) }));
    expect(failure).toBe(
      `infra: no safe connection to ${server.host}: its certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)`,
    );
  });

  test("a certificate of another host is refused", async () => {
    await using server = await secure();
    using step = testStep();
    const failure = await failureOf(httpClient(step, { url: https(server), tls: { ca: cert, servername: "other" } }));
    expect(failure).toBe(
      `infra: no safe connection to ${server.host}: its certificate is for another host (ERR_TLS_CERT_ALTNAME_INVALID)`,
    );
  });

  test("trusts what ca says, as PEM or as a file, and anybody where it is told to", async () => {
    await using server = await secure();
    using step = testStep();
    for (const tls of [{ ca: cert }, { ca: join(tlsFolder, "cert.pem") }, { rejectUnauthorized: false }]) {
      expect((await httpClient(step, { url: https(server), tls })).body).toBe("safe");
    }
    const failure = await failureOf(httpClient(step, { url: https(server), tls: { ca: "/nowhere.pem" } }));
    expect(failure).toBe('infra: cannot read tls.ca: the file "/nowhere.pem" cannot be opened');
  });

  test("shows a client certificate", async () => {
    await using server = await secure(true);
    using step = testStep();
    expect((await httpClient(step, { url: https(server), tls: { ca: cert, cert, key } })).body).toBe("safe localhost");
  });

  test("a server that does not speak TLS is told from one that cannot be reached", async () => {
    await using server = await serve(() => "plain");
    using step = testStep();
    const failure = await failureOf(httpClient(step, { url: `https://${server.host}/` }));
    expect(failure).toMatch(/^infra: no safe connection to [\d.:]+: it does not speak TLS as expected \(EPROTO\)$/);
  });
});

describe("the cache", () => {
  test("answers a like request without asking, until it is too old", async () => {
    await using server = await serve((_, __, index) => ({ index }));
    using step = testStep();
    const get = (headers: Readonly<Record<string, string>>, ttlMs = 60_000) =>
      httpClient(step, { url: server.url, headers, cache: { ttlMs } }).then(({ body }) => body);
    expect(await get({ a: "1" })).toEqual({ index: 0 });
    expect(await get({ a: "1" })).toEqual({ index: 0 });
    expect(await get({ a: "2" })).toEqual({ index: 1 });
    expect(await get({ a: "3" }, 0)).toEqual({ index: 2 });
    expect(await get({ a: "3" }, 0)).toEqual({ index: 3 });
  });

  test("goes by its key where there is one, and keeps no failures", async () => {
    await using server = await serve((_, response, index) => {
      response.statusCode = index === 0 ? 500 : 200;
      return { index };
    });
    using step = testStep();
    const get = (path: string) =>
      httpClient(step, { url: `${server.url}${path}`, cache: { ttlMs: 60_000, key: server.url } }).then(
        ({ body }) => body,
      );
    expect(await get("/a")).toEqual({ index: 0 });
    expect(await get("/b")).toEqual({ index: 1 });
    expect(await get("/c")).toEqual({ index: 1 });
  });
});

test("one connection serves one request after another, and is closed at the end of the run", async () => {
  const sockets = new Set<unknown>();
  await using server = await serve((_, response) => {
    sockets.add(response.socket);
    return "x";
  });
  const step = testStep();
  for (let count = 0; count < 3; count += 1) await httpClient(step, { url: server.url });
  expect(sockets.size).toBe(1);
  const [socket] = sockets as Set<Socket>;
  const closed = new Promise((resolve) => socket?.once("close", resolve));
  step.end();
  await closed;
});

/** A server that speaks no HTTP by itself: it answers the first bytes of each connection. */
function raw(answer: (socket: Socket) => void) {
  return listening(
    createRawServer((socket) => void socket.on("error", () => undefined).once("data", () => answer(socket))),
  );
}
