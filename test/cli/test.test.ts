import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { flowc, flowcHere, root, temporaryFolder } from "../support/flowc.ts";
import { serve } from "../support/server.ts";

const workflow = `
metadata: { name: weather }
settings: { targetActionId: report }
resources:
  - actionId: fetch
    httpClient: { url: "http://api.test/{{ urlencode(get('city')) }}", auth: { bearer: "{{ env('API_KEY') }}" }, timeout: 10s }
    onError: { action: retry, maxRetries: 1, retryDelay: 24h }
  - actionId: note
    requires: [fetch]
    component: { name: memory, with: { key: last, value: "{{ string(get('fetch').temp) }}" } }
  - actionId: report
    requires: [fetch, note]
    apiResponse: { response: { temp: get('fetch').temp, at: info('timestamp'), id: info('runId') } }
`;

const passing = `
  - name: retries once, a day later
    inputs: { city: Oslo }
    given:
      fetch:
        - fails: { class: infra, message: refused }
        - { statusCode: 200, body: { temp: 3 } }
      memory: {}
    expect:
      result: { success: true, response: { temp: 3, at: "2026-01-03T03:04:05.000Z", id: { type: string } } }
      resources: { fetch: { status: completed, attempts: 2 }, note: completed }
      calls: { fetch: [{ url: "http://api.test/Oslo", headers: { Authorization: Bearer k } }, {}], note: { value: "3" } }
      events: [workflow.started, …, { event: resource.retrying, attempt: 1 }, …, workflow.completed]
      memory: { last: "3" }
`;

/** A folder with the workflow and these tests. */
function tested(tests: string) {
  const folder = temporaryFolder();
  writeFileSync(join(folder.path, "workflow.yaml"), workflow);
  const defaults = "defaults: { now: 2026-01-02T03:04:05Z, env: { API_KEY: k } }\ntests:";
  writeFileSync(join(folder.path, "weather.test.yaml"), `${defaults}${tests}`);
  const run = (...args: readonly string[]) => flowcHere(["test", ".", ...args], { cwd: folder.path });
  return { ...folder, run, read: (name: string) => readFileSync(join(folder.path, name), "utf8") };
}

describe("flowc test", () => {
  test("runs a test in simulated time, with answers for the world", async () => {
    using folder = tested(passing);
    expect(await folder.run()).toMatchObject({
      stdout: "✓ weather.test.yaml (1 test)\n1 passed, 0 failed\n",
      stderr: "",
      code: 0,
    });
  });

  test("takes the working folder where no PATH is named", async () => {
    using folder = tested(passing);
    expect(await flowcHere(["test"], { cwd: folder.path })).toMatchObject({
      stdout: "✓ weather.test.yaml (1 test)\n1 passed, 0 failed\n",
      code: 0,
    });
  });

  test("says which form a moment and a request must have", async () => {
    using folder = tested("\n  - { name: a, now: yesterday, request: POST }\n");
    const { stderr } = await folder.run();
    expect(stderr).toContain(
      `"yesterday" is not allowed in "tests.now": it must be a date and a time, such as 2026-01-02T`,
    );
    expect(stderr).toContain(
      `"POST" is not allowed in "tests.request": it must be a method and a path, such as POST /orders`,
    );
  });

  test("shows each difference with its path, and what is not given", async () => {
    using folder = tested(`
  - name: differs
    inputs: { city: Oslo }
    given: { fetch: { body: { temp: 3 } }, memory: {} }
    expect: { result: { success: true, response: { temp: 4, at: "2026", id: { absent: true } } }, calls: { fetch: { method: POST } } }
  - name: lacks an answer
    inputs: { city: Oslo }
    given: { memory: {} }
  - name: is given too much
    inputs: { city: Oslo }
    given: { fetch: { statusCode: 200, body: { temp: 1 } }, memory: {}, "fetch[1]": { body: 1 } }
`);
    const { stdout, code } = await folder.run();
    expect(code).toBe(1);
    expect(stdout).toBe(`✗ weather.test.yaml (3 tests)
  ✗ differs weather.test.yaml:3
    result.response.temp
      - 4
      + 3
    result.response.at
      - "2026"
      + "2026-01-02T03:04:05.000Z"
    result.response.id
      - absent: true
      + "00000000-0000-4000-8000-000000000000"
    calls.fetch.method
      - "POST"
      + "GET"
  ✗ lacks an answer weather.test.yaml:7
    nothing is given for "fetch", httpClient {"method":"GET","url":"http://api.test/Oslo","headers":{"authorization":"Bearer k"}}; give it an answer (statusCode: int, headers: map, body: any): fetch: { statusCode: 200, body: { … } }
  ✗ is given too much weather.test.yaml:10
    nothing asks for what is given for "fetch[1]"
0 passed, 3 failed
`);
  });

  test("an expression of that which fails says so in the difference", async () => {
    using folder = tested(`
  - name: fails
    inputs: { city: Oslo }
    given: { fetch: { body: { temp: 3 } }, memory: {} }
    expect: { result: { success: true, response: { that: value.temp.unit == 'C' } } }
`);
    expect((await folder.run()).stdout).toContain(`    result.response
    the expression failed: value.temp.unit == 'C': `);
  });

  test("expressions of that are evaluated in a process of its own, too, as those of eval", async () => {
    using folder = tested(passing);
    writeFileSync(
      join(folder.path, "that.test.yaml"),
      `tests:
  - name: sees the value
    inputs: { city: Oslo }
    env: { API_KEY: k }
    given: { fetch: { body: { temp: 3 } }, memory: {} }
    expect: { result: { that: value.response.temp == 3 } }
`,
    );
    expect(await flowc(["test", "that.test.yaml"], { cwd: folder.path })).toMatchObject({ code: 0, stderr: "" });
    expect(await flowc(["eval", "1 + 1"])).toMatchObject({ code: 0, stdout: "2\n" });
  });

  test("an answer that takes too long, and a run that is cancelled", async () => {
    using folder = tested(`
  - name: is too slow
    inputs: { city: Oslo }
    given: { fetch: { body: {}, takes: 11s } }
    expect:
      failure: { message: { contains: timed out after 10s }, class: timeout, actionId: fetch }
      resources: { fetch: { attempts: 2 }, note: skipped }
      events: […, { event: workflow.failed, emittedAt: "2026-01-03T03:04:25.000Z" }]
  - name: is cancelled
    inputs: { city: Oslo }
    given: { fetch: { body: {}, takes: 9s } }
    cancelAfter: 5s
    expect:
      failure: the run was cancelled by SIGTERM
      events: […, { event: workflow.failed, emittedAt: "2026-01-02T03:04:10.000Z" }]
`);
    expect(await folder.run()).toMatchObject({ code: 0, stdout: expect.stringContaining("2 passed, 0 failed\n") });
  });

  test("tests that have errors, or whose workflow does not compile, fail", async () => {
    using folder = tested("\n  - name: a\n    given: { fetsh: {} }\n");
    const wrong = await folder.run();
    expect([wrong.code, wrong.stdout]).toEqual([
      1,
      "✗ weather.test.yaml (1 test)\n  the tests have errors\n0 passed, 1 failed\n",
    ]);
    expect(wrong.stderr).toContain(
      'weather.test.yaml:4:14: error: there is no resource "fetsh" [test-unknown-resource]',
    );
    writeFileSync(join(folder.path, "workflow.yaml"), "settings: { targetActionId: nobody }");
    expect(await folder.run()).toMatchObject({ code: 1, stdout: expect.stringContaining("0 passed, 1 failed\n") });
  });

  test("nothing to run is bad usage", async () => {
    using folder = temporaryFolder();
    expect(await flowcHere(["test", folder.path])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no tests"),
    });
    expect(await flowcHere(["test", join(folder.path, "x")])).toMatchObject({ code: 2 });
    expect(await flowcHere(["test"], { cwd: folder.path })).toMatchObject({ code: 2 });
  });

  test.each([
    ["--explore runs no tests: it does not go with --record", "--explore", "--record"],
    ["--explore runs no tests: it does not go with --update", "--explore=9", "--update"],
    ["--explore runs no tests: it does not go with --watch", "--explore", "--watch"],
    ["--explore runs no tests: it does not go with --coverage", "--explore", "--coverage"],
    ["--explore runs no tests: it does not go with --coverage", "--explore", "--coverage=out"],
    ["--explore runs no tests: it does not go with --min-coverage", "--explore", "--min-coverage", "90"],
    ["--seed goes with --explore", "--seed", "7"],
    ["--record does not go with --watch", "--record", "--watch"],
  ])("%s", async (message, ...args) => {
    using folder = tested(passing);
    expect(await folder.run(...args)).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
  });

  test("--filter runs those whose name holds a text", async () => {
    using folder = tested(`${passing}  - name: other\n    given: {}\n`);
    expect((await folder.run("--filter", "a day later")).stdout).toContain("1 passed, 0 failed");
  });

  test("--reporter json, junit, tap and github", async () => {
    using folder = tested(
      `${passing}  - name: <fails> # & more\n    inputs: { city: Oslo }\n    given: { memory: {} }\n`,
    );
    const json = JSON.parse((await folder.run("--reporter", "json")).stdout);
    expect([json.passed, json.failed, json.files[0].tests[1].missing.length]).toEqual([1, 1, 1]);
    const junit = (await folder.run("--reporter", "junit")).stdout;
    expect(junit).toContain('<testsuites name="flowc" tests="2" failures="1">');
    expect(junit).toContain('name="&lt;fails&gt;"');
    const tap = (await folder.run("--reporter", "tap")).stdout;
    expect(tap).toContain("TAP version 14\n1..2\nok 1 - weather.test.yaml retries once, a day later\nnot ok 2 - ");
    const github = (await folder.run("--reporter", "github")).stdout;
    expect(github).toMatch(/^::error file=weather\.test\.yaml,line=\d+,col=\d+,/);
    expect(github).toMatch(/1 passed, 1 failed\n$/);
  });

  test("colours what was expected and what was found", async () => {
    using folder = tested(
      "\n  - name: a\n    given: { fetch: { statusCode: 200, body: {} }, memory: {} }\n    inputs: { city: a }\n    expect: { calls: { fetch: 2 } }\n",
    );
    const { stdout } = await flowcHere(["test", "."], { cwd: folder.path, env: { FORCE_COLOR: "1" } });
    expect(stdout).toContain('\u001b[31m- "2 calls"\u001b[0m');
    expect(stdout).toContain('\u001b[32m+ "1 calls"\u001b[0m');
  });

  test("a run is the same each time, however many run at once", async () => {
    using folder = tested(
      Array.from({ length: 200 }, (_, index) => passing.replace("a day later", `a day later, ${index}`)).join(""),
    );
    expect((await folder.run()).stdout).toContain("200 passed, 0 failed\n");
  });

  test("tests of a workflow that is not there are reported where they name it", async () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, "a.test.yaml"), "workflow: ./nowhere\ntests:\n  - name: a\n");
    const { code, stderr, stdout } = await flowcHere(["test", "."], { cwd: folder.path });
    expect([code, stdout]).toEqual([1, expect.stringContaining("there is no workflow to test")]);
    expect(stderr).toContain('a.test.yaml:1:11: error: there is no workflow at "./nowhere" [test-workflow]');
  });
});

describe("flowc test --record and --update", () => {
  const echo = `
metadata: { name: echo }
settings: { targetActionId: say, timeout: 1m }
resources:
  - actionId: say
    exec: { command: 'echo "$WHO $TOKEN"', env: { WHO: "{{ get('who') }}", TOKEN: "{{ env('MY_TOKEN') }}" } }
`;
  const run = (cwd: string, ...args: readonly string[]) =>
    flowcHere(["test", ".", ...args], { cwd, env: { MY_TOKEN: "very-secret-token" } });

  test("a recording answers later runs, holds no secret, and refuses other requests", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "echo.test.yaml");
    writeFileSync(join(folder.path, "workflow.yaml"), echo);
    writeFileSync(file, "tests:\n  - name: real\n    inputs: { who: Ada }\n");
    expect(await run(folder.path, "--record")).toMatchObject({ code: 0, stdout: expect.stringContaining("1 passed") });
    const recorded = readFileSync(join(folder.path, "__recordings__", "echo.yaml"), "utf8");
    expect(recorded).toContain('answered: "Ada ***"');
    expect(recorded).not.toContain("very-secret-token");
    const replay = await flowcHere(["test", "."], { cwd: folder.path, env: { MY_TOKEN: undefined } });
    expect(replay).toMatchObject({ code: 0, stdout: expect.stringContaining("1 passed, 0 failed") });
    writeFileSync(file, "tests:\n  - name: real\n    inputs: { who: Bob }\n");
    const changed = await run(folder.path);
    expect(changed.code).toBe(1);
    expect(changed.stdout).toContain('"say" asks something else than was recorded: env.WHO: "Ada" has become "Bob"');
    await run(folder.path, "--record");
    expect((await run(folder.path)).code).toBe(0);
    expect(readFileSync(join(folder.path, "__recordings__", "echo.yaml"), "utf8")).toContain('answered: "Bob ***"');
  });

  test("a run that fails before it asks anything leaves its recording as it is", async () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, "workflow.yaml"), echo);
    writeFileSync(join(folder.path, "echo.test.yaml"), "tests:\n  - name: real\n    inputs: { who: Ada }\n");
    await run(folder.path, "--record");
    const path = join(folder.path, "__recordings__", "echo.yaml");
    const before = readFileSync(path, "utf8");
    const failed = await flowcHere(["test", ".", "--record"], { cwd: folder.path, env: { MY_TOKEN: undefined } });
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining("MY_TOKEN") });
    expect(readFileSync(path, "utf8")).toBe(before);
  });

  test("a run that fails on its way replaces no recording, unless its test expects the failure", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "two.test.yaml");
    const path = join(folder.path, "__recordings__", "two.yaml");
    writeFileSync(
      join(folder.path, "workflow.yaml"),
      `
metadata: { name: two }
settings: { targetActionId: second, timeout: 1m }
resources:
  - actionId: first
    exec: { command: echo, args: ["{{ get('word') }}"] }
  - actionId: second
    requires: [first]
    exec: { command: test, args: ["{{ get('first') }}", "=", good] }
`,
    );
    const tests = (word: string, expect: string) => `tests:\n  - name: real\n    inputs: { word: ${word} }\n${expect}`;
    writeFileSync(file, tests("good", ""));
    expect(await run(folder.path, "--record")).toMatchObject({ code: 0 });
    const before = readFileSync(path, "utf8");
    writeFileSync(file, tests("bad", ""));
    const failed = await run(folder.path, "--record");
    expect([failed.code, failed.stderr]).toEqual([1, "not recorded, as the run failed: real\n"]);
    expect(readFileSync(path, "utf8")).toBe(before);
    expect(await run(folder.path, "--update")).toMatchObject({
      code: 1,
      stderr: "not recorded, as the run failed: real\n",
    });
    expect(readFileSync(path, "utf8")).toBe(before);
    writeFileSync(file, tests("bad", "    expect: { failure: { actionId: second } }\n"));
    expect(await run(folder.path, "--record")).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(path, "utf8")).toContain('answered: "bad"');
    expect(await run(folder.path)).toMatchObject({ code: 0 });
  });

  test("--update records again what asks something else, and expects what is recorded", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "echo.test.yaml");
    const text = (who: string) => `tests:
  - name: real
    inputs: { who: ${who} }
    expect: { result: "Ada ***" }
  - name: given
    inputs: { who: Eve }
    env: { MY_TOKEN: none }
    given: { say: hello }
    expect: { result: hello }
`;
    writeFileSync(join(folder.path, "workflow.yaml"), echo);
    writeFileSync(file, text("Ada"));
    await run(folder.path, "--record");
    expect(await run(folder.path)).toMatchObject({ code: 0 });
    writeFileSync(file, text("Bob"));
    const updated = await run(folder.path, "--update");
    expect(updated).toMatchObject({ code: 0, stderr: "recorded again: real\nupdated echo.test.yaml\n" });
    expect(readFileSync(file, "utf8")).toContain('result: "Bob ***"');
    const recorded = readFileSync(join(folder.path, "__recordings__", "echo.yaml"), "utf8");
    expect(recorded).toContain('answered: "Bob ***"');
    expect(recorded).not.toContain("Ada");
    expect(await run(folder.path)).toMatchObject({ code: 0, stderr: "" });
  });

  test("secrets in answers are left out too, wherever they come again", async () => {
    using folder = temporaryFolder();
    writeFileSync(
      join(folder.path, "workflow.yaml"),
      `
metadata: { name: login }
settings: { targetActionId: use, timeout: 1m }
resources:
  - actionId: login
    exec: { command: "printf '{\\"token\\": \\"%s-%s\\", \\"user\\": \\"ann\\"}' abc-123 xyz", output: json }
  - actionId: use
    requires: [login]
    exec: { command: echo, args: ["as {{ get('login').user }} with {{ get('login').token }}"] }
`,
    );
    writeFileSync(join(folder.path, "login.test.yaml"), "tests:\n  - name: real\n");
    const out = await run(folder.path, "--record");
    expect(out).toMatchObject({ code: 0, stdout: expect.stringContaining("1 passed") });
    const recorded = readFileSync(join(folder.path, "__recordings__", "login.yaml"), "utf8");
    expect(recorded).toContain("as ann with ***");
    expect(recorded).not.toContain("abc-123-xyz");
    expect(await run(folder.path)).toMatchObject({ code: 0, stdout: expect.stringContaining("1 passed") });
  });

  test("--update rewrites what tests expect, and keeps matchers that hold", async () => {
    using folder = tested(`
  - name: a
    inputs: { city: Oslo }
    given: { fetch: { body: { temp: 3 } }, memory: {} }
    expect:
      result:
        success: true
        response:
          temp: 4
          at: { matches: ^2026 } # always
          id: { any: true }
      calls: { fetch: { method: POST }, note: 2 }
      resources: { note: skipped }
`);
    expect((await folder.run()).code).toBe(1);
    const { code, stdout, stderr } = await folder.run("--update");
    expect([code, stdout, stderr]).toEqual([0, expect.stringContaining("1 passed"), "updated weather.test.yaml\n"]);
    const text = folder.read("weather.test.yaml");
    expect(text).toContain("          temp: 3\n");
    expect(text).toContain("at: { matches: ^2026 } # always\n");
    expect(text).toContain("calls: { fetch: { method: GET }, note: 1 }");
    expect(text).toContain("resources: { note: completed }");
    expect((await folder.run()).code).toBe(0);
  });
});

test("--update mends what can never hold, as the workflow has changed since", async () => {
  using folder = tested(`
  - name: a
    inputs: { city: Oslo }
    given: { fetch: { body: { temp: 3 } }, memory: {} }
    expect: { result: { success: true, response: { temperature: 3, at: { type: string } } } }
`);
  expect(await folder.run()).toMatchObject({ code: 1, stderr: expect.stringContaining("this can never hold") });
  expect(await folder.run("--update")).toMatchObject({ code: 0, stderr: "updated weather.test.yaml\n" });
  expect(folder.read("weather.test.yaml")).toMatch(/response: \{ at: \{ type: string \}, temp: 3, id: 0.* \} \} \}\n/);
});

test("--update changes once what two tests share by an alias", async () => {
  using folder = tested(`
  - name: a
    inputs: { city: Oslo }
    given: { fetch: { body: { temp: 3 } }, memory: {} }
    expect: { calls: { fetch: &asked { method: POST } } }
  - name: b
    inputs: { city: Oslo }
    given: { fetch: { body: { temp: 3 } }, memory: {} }
    expect: { calls: { fetch: *asked } }
`);
  expect(await folder.run("--update")).toMatchObject({ code: 0, stdout: expect.stringContaining("2 passed") });
  expect(folder.read("weather.test.yaml")).toContain("fetch: &asked { method: GET } } }");
});

describe("what runs for real", () => {
  test("has a folder, a home and a database of its own, and no environment", async () => {
    using folder = temporaryFolder();
    writeFileSync(
      join(folder.path, "workflow.yaml"),
      `
metadata: { name: real }
settings:
  targetActionId: rows
  timeout: 1m
  sqlConnections: { db: { connection: "sqlite://data/app.db" } }
resources:
  - actionId: where
    exec: { command: 'pwd; echo "$HOME"; echo "$MY_SECRET"; cat note.txt' }
  - actionId: make
    sql: { connectionName: db, query: CREATE TABLE t (a TEXT) }
  - actionId: fill
    requires: [make, where]
    sql: { connectionName: db, query: INSERT INTO t VALUES (?), params: ["{{ get('where') }}"] }
  - actionId: rows
    requires: [fill]
    sql: { connectionName: db, query: SELECT a FROM t }
`,
    );
    writeFileSync(
      join(folder.path, "real.test.yaml"),
      `tests:
  - name: is apart
    files: { note.txt: noted }
    allow: [exec, "sql:sqlite"]
    expect:
      result: { that: 'len(value) == 1 and split(value[0].a, "\\n")[0] == split(value[0].a, "\\n")[1] and value[0].a endsWith "\\n\\nnoted"' }
`,
    );
    const env = { MY_SECRET: "hidden" };
    const { code, stdout } = await flowcHere(["test", "."], { cwd: folder.path, env });
    expect([code, stdout]).toEqual([0, "✓ real.test.yaml (1 test)\n1 passed, 0 failed\n"]);
  });
});

describe("files that a workflow reads itself", () => {
  const upload = `
metadata: { name: upload }
settings: { targetActionId: send, timeout: 1m }
resources:
  - actionId: send
    httpClient:
      url: https://files.test/
      form: { name: report, report: { file: report.txt } }
      tls: { ca: nowhere.pem }
`;
  const tests = (files: string) => `tests:
  - name: uploads
    given: { send: { statusCode: 201 } }
    ${files}
    expect: { calls: { send: { body: { name: report, report: { file: report.txt } } } } }
`;

  test("are those of the test: a form sends no file of the disk, and no certificate is read", async () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, "workflow.yaml"), upload);
    writeFileSync(join(folder.path, "report.txt"), "of the disk");
    writeFileSync(join(folder.path, "upload.test.yaml"), tests("files: { report.txt: hello }"));
    expect(await flowcHere(["test", "."], { cwd: folder.path })).toMatchObject({ code: 0, stderr: "" });
    writeFileSync(join(folder.path, "upload.test.yaml"), tests(""));
    const { code, stdout } = await flowcHere(["test", "."], { cwd: folder.path });
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('the workflow reads the file "report.txt": give its content under files'),
    ]);
  });

  test("are those of the test where requests are allowed, too", async () => {
    using folder = temporaryFolder();
    await using server = await serve(() => "ok");
    const text = upload.replace("https://files.test/", server.url).replace(/ *tls:.*\n/, "");
    writeFileSync(join(folder.path, "workflow.yaml"), text);
    const real = "tests:\n  - { name: uploads, allow: [httpClient], files: { report.txt: of the test } }\n";
    writeFileSync(join(folder.path, "upload.test.yaml"), real);
    expect(await flowcHere(["test", "."], { cwd: folder.path })).toMatchObject({ code: 0, stderr: "" });
    expect(server.seen[0]?.body).toContain("of the test");
  });
});

test("a memory that is allowed is a private database, with what is given in it", async () => {
  using folder = temporaryFolder();
  const memory = (actionId: string, fields: string) =>
    `  - { actionId: ${actionId}, requires: [${actionId === "first" ? "" : "first"}], component: { name: memory, with: { ${fields} } } }\n`;
  writeFileSync(
    join(folder.path, "workflow.yaml"),
    `
metadata: { name: remember }
settings: { targetActionId: end, timeout: 1m }
resources:
${memory("first", "key: word, value: new, dbPath: other.db")}${memory("here", "action: retrieve, key: word")}${memory("there", "action: retrieve, key: word, dbPath: other.db")}${memory("given", "action: retrieve, key: old, dbPath: other.db")}
  - actionId: end
    requires: [here, there, given]
    apiResponse: { response: "{{ output('here').value }}, {{ output('there').value }}, {{ output('given').value }}" }
`,
  );
  writeFileSync(
    join(folder.path, "remember.test.yaml"),
    `
tests:
  - name: real
    allow: [memory]
    given: { memory: { word: from before, old: kept } }
    expect:
      result: { success: true, response: "from before, new, kept" }
      memory: { word: new, old: kept }
  - name: empty
    allow: [memory]
    expect: { result: { success: true, response: ", new, " } }
`,
  );
  const { code, stdout } = await flowcHere(["test", "."], { cwd: folder.path });
  expect([code, stdout]).toEqual([0, "✓ remember.test.yaml (2 tests)\n2 passed, 0 failed\n"]);
  expect(readdirSync(folder.path).sort()).toEqual(["remember.test.yaml", "workflow.yaml"]);
});

test("flowc/test runs one case and gives result, calls and events", async () => {
  const { simulate } = (await import(
    pathToFileURL(join(root, "dist", "test.js")).href
  )) as typeof import("../../compiler/testing/api.d.ts");
  const path = join(root, "examples", "hello");
  const { result, calls, events } = await simulate(path, { inputs: { name: "Ada" }, given: { greet: "Hello, Ada!" } });
  expect(result).toBe("Hello, Ada!");
  expect(calls).toMatchObject([{ place: "greet", kind: "exec", asked: { env: { NAME: "Ada" } } }]);
  expect(events.map(({ event }) => event)).toEqual([
    "workflow.started",
    "resource.started",
    "resource.completed",
    "workflow.completed",
  ]);
  await expect(simulate(path)).rejects.toThrow('nothing is given for "greet"');
  const misspelled: object = { givn: { greet: "Hello" } };
  await expect(simulate(path, misspelled)).rejects.toThrow('simulate: unknown key "givn"; did you mean "given"?');
  await expect(simulate(path, { expect: {} } as object)).rejects.toThrow(
    'unknown key "expect"; keys: inputs, env, now',
  );
  expect(await simulate(path, { given: { greet: { exitCode: 3 } } })).toMatchObject({
    failure: { class: "tool_runtime", actionId: "greet" },
  });
});
