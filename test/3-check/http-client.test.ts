import { describe, expect, test } from "vitest";
import { findings } from "../support/findings.ts";

/** What is found in an httpClient block, given as lines of YAML. */
function inBlock(...lines: readonly string[]): readonly string[] {
  return findings(`actionId: a\nhttpClient:\n${lines.map((line) => `  ${line}\n`).join("")}`);
}

describe("the shape of httpClient", () => {
  test("is one thing by its schema", () => {
    const block = `url: "https://api.example.com/{{ urlencode(get('id')) }}"
  method: patch
  headers: { X-A: "{{ get('x') }}", X-B: 1 }
  query: { q: "{{ get('q') }}", list: [1, 2], none: null }
  data: { a: ["{{ get('x') }}"] }
  auth: { basic: { username: u, password: "{{ env('P') }}" } }
  timeout: 30s
  retry: { maxAttempts: 5, backoff: 1s, maxBackoff: 1m, retryOn: [503, connection] }
  followRedirects: 3
  tls: { rejectUnauthorized: true, ca: ca.pem, cert: c.pem, key: k.pem, passphrase: "{{ env('S') }}", servername: x }
  proxy: ""
  cache: { ttl: 5m, key: "{{ get('id') }}" }
  maxBytes: 1000
  failOnStatus: [404, 5xx]`;
    expect(findings(`actionId: a\nhttpClient:\n  ${block}\n`)).toEqual([]);
    expect(inBlock("url: http://a", "query: \"{{ get('all') }}\"", "form: \"{{ get('all') }}\"")).toEqual([]);
    expect(
      inBlock("url: http://a", "form: { f: { file: a.txt, filename: b, contentType: c/d }, g: [1, { file: x }] }"),
    ).toEqual([]);
  });

  test.each([
    ["{ method: GET }", 'error 2:15 the key "url" is missing in "httpClient" [schema]'],
    ["{ url: http://a, methd: GET }", 'error 2:30 unknown key "methd" in "httpClient" [unknown-key]'],
    [
      "{ url: http://a, method: G ET }",
      'error 2:38 "G ET" is not allowed in "httpClient.method": it must be letters, such as GET, or a template [invalid-http]',
    ],
    ["{ url: http://a, timeout: 30 }", "error 2:39 the number 30 is not a duration [invalid-duration]"],
    ["{ url: http://a, retry: { backoff: soon } }", 'error 2:48 "soon" is not a duration [invalid-duration]'],
    [
      "{ url: http://a, retry: { retryOn: [often] } }",
      'error 2:49 "often" is not allowed in "retry.retryOn": it must be a status code, such as 503, or the word connection [invalid-http]',
    ],
    [
      "{ url: http://a, retry: true }",
      'error 2:37 expected a map in "httpClient.retry", found the boolean true [schema]',
    ],
    [
      "{ url: http://a, auth: { basic: { username: u } } }",
      'error 2:47 the key "password" is missing in "auth.basic" [schema]',
    ],
    ["{ url: http://a, auth: { baerer: t } }", 'error 2:38 unknown key "baerer" in "httpClient.auth" [unknown-key]'],
    ["{ url: http://a, cache: { key: k } }", 'error 2:39 the key "ttl" is missing in "httpClient.cache" [schema]'],
    [
      "{ url: http://a, query: a=b }",
      'error 2:37 expected a map or a template in "httpClient.query", found "a=b" [schema]',
    ],
    ['{ url: http://a, headers: { "X A": 1 } }', 'error 2:41 "X A" cannot be the name of a header [invalid-http]'],
    ["{ url: http://a, form: { f: { flie: x } } }", 'error 2:43 unknown key "flie" in "form.f" [unknown-key]'],
    [
      "{ url: http://a, failOnStatus: [6xx] }",
      'error 2:45 "6xx" is not allowed in "httpClient.failOnStatus": it must be a status code, such as 404, or a class of them, such as 5xx [invalid-http]',
    ],
    [
      "{ url: http://a, maxBytes: 0 }",
      'error 2:40 the number 0 in "httpClient.maxBytes" is not allowed: it must be 1 or more [out-of-range]',
    ],
  ])("%s", (block, finding) => {
    expect(findings(`actionId: a\nhttpClient: ${block}\n`)[0]).toBe(finding);
  });
});

describe("a request that cannot be sent", () => {
  test.each([
    ["url: ftp://a/b", 'error 3:8 the URL has the scheme "ftp:" [invalid-url]'],
    ["url: \"file://{{ get('x') }}\"", 'error 3:8 the URL has the scheme "file:" [invalid-url]'],
    ["url: example.com/x", 'error 3:8 "example.com/x" is not a URL [invalid-url]'],
    ["url: http://", 'error 3:8 "http://" is not a URL [invalid-url]'],
  ])("%s", (line, finding) => {
    expect(inBlock(line)).toEqual([finding]);
  });

  test("has a method that does not exist", () => {
    expect(inBlock("url: http://a", "method: PSOT")).toEqual([
      'error 4:11 "PSOT" is not an HTTP method [invalid-http]',
    ]);
    expect(inBlock("url: http://a", "method: PROPFIND")).toEqual([]);
  });

  test("has two bodies, two credentials or none", () => {
    expect(inBlock("url: http://a", "data: { a: 1 }", "body: x")).toEqual([
      'error 5:9 "data" and "body" both give the body [conflicting-keys]',
    ]);
    expect(inBlock("url: http://a", "auth: { bearer: a, basic: { username: b, password: c } }")).toEqual([
      'error 4:22 "bearer" and "basic" both give the credentials [conflicting-keys]',
    ]);
    expect(inBlock("url: http://a", "auth: {}")).toEqual([
      'error 4:9 "auth" is empty: expected bearer or basic [schema]',
    ]);
  });

  test("has a header that ends early", () => {
    expect(inBlock("url: http://a", 'headers: { X-A: "a\\r\\nX-B: b" }')).toEqual([
      'error 4:19 the header "X-A" has a line break in its value [invalid-http]',
    ]);
    expect(inBlock("url: http://a", "headers: { Content-Length: 3 }")).toEqual([
      'error 4:14 the header "Content-Length" cannot be set: it follows from the body [invalid-http]',
    ]);
  });
});

describe("reading an answer", () => {
  const reading = (expression: string) =>
    findings(
      `actionId: a\nrequires: [r]\napiResponse:\n  response: ${expression}\n---\nactionId: r\nhttpClient: { url: http://x }\n`,
    );

  test.each([
    "get('r')",
    "get('r').items[0].name",
    "get('r').statusCode + 1",
    "get('r').headers['content-type']",
    "get('r').body.a.b",
    "output('r').statusCode",
    "http.status('r') + 1",
    "http.header('r', 'X-A') ?? 'none'",
    "http.body('r').a",
  ])("%s is fine", (expression) => {
    expect(reading(expression)).toEqual([]);
  });

  test("knows its types", () => {
    expect(reading("get('r').statusCode + 'x'")[0]).toMatch(/\[type-mismatch\]$/);
    expect(reading("len(http.header('r', 'a'))")[0]).toMatch(/^warning .*\[maybe-nil\]$/);
  });

  test("is not for other executors", () => {
    const found = findings(
      "actionId: a\nrequires: [r]\nbefore: set('x', http.status('r'))\n---\nactionId: r\nexec: { command: x }\n",
    );
    expect(found).toEqual([
      `error 3:30 http.status reads a resource that runs httpClient, but "r" runs exec [wrong-executor]`,
    ]);
  });
});
