import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { ReportData } from "../../compiler/page/data.ts";
import { eventsOf, flowc, flowcHere, temporaryFolder } from "../support/flowc.ts";
import { command, oneSentence, project } from "./project.ts";

const line = (more: object, runId = "a1"): string =>
  `${JSON.stringify({ event: "workflow.started", workflowId: "w", runId, emittedAt: "2026-01-01T00:00:00.000Z", ...more })}\n`;

/** What a report holds. */
function dataOf(html: string): ReportData {
  const text = /id="data">([^<]*)</.exec(html)?.[1] ?? "";
  return JSON.parse(gunzipSync(Buffer.from(text, "base64")).toString());
}

async function reported(events: string, args: readonly string[] = []) {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, "events.ndjson"), events);
  const outcome = await flowcHere(["report", "events.ndjson", ...args], { cwd: folder.path });
  const path = join(folder.path, "report.html");
  const html = outcome.code === 0 ? readFileSync(path, "utf8") : "";
  return { ...outcome, html, mode: outcome.code === 0 ? statSync(path).mode & 0o777 : undefined };
}

describe("flowc report", () => {
  test("a report holds the run, its graph and the lines where it failed, for its owner alone", async () => {
    using folder = project({
      resources: [command("first", "echo out; echo two >&2"), { ...command("last", "exit 3"), requires: ["first"] }],
    });
    const run = await flowc(["run", ".", "--events=events.ndjson", "--events-output"], { cwd: folder.path });
    expect(run.code).toBe(1);
    const outcome = await flowcHere(["report", "events.ndjson", "--workflow", ".", "-o", "run.html"], {
      cwd: folder.path,
    });
    expect(outcome).toMatchObject({ code: 0, stderr: "wrote run.html\n" });
    const { run: shown, graph } = dataOf(readFileSync(join(folder.path, "run.html"), "utf8"));
    expect(shown.workflow).toBe("sample");
    expect(shown.events.filter(({ event }) => event === "resource.output").map((event) => event.line)).toEqual(
      expect.arrayContaining(["out", "two"]),
    );
    expect(graph?.resources.map(({ id, requires }) => [id, requires])).toEqual([
      ["first", []],
      ["last", ["first"]],
    ]);
    const [[place = "", frame] = []] = Object.entries(shown.frames ?? {});
    expect(place).toMatch(/^workflow\.yaml:\d+$/);
    expect(frame?.lines[frame.line - frame.first]).toContain('"actionId": "last"');
  });

  test("asks for nothing, and what it shows is text", async () => {
    const hostile = "</script><script>alert(1)</script>";
    const { html, code, mode } = await reported(line({ workflowId: hostile }) + line({ workflowId: hostile }));
    expect({ code, mode }).toEqual({ code: 0, mode: 0o600 });
    expect(html).not.toContain("<script>alert");
    expect(html).toContain("<title>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;: report</title>");
    expect(html).toMatch(
      /Content-Security-Policy" content="default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-/,
    );
    expect(html).not.toMatch(/\s(?:src|href)=["']?(?:https?:)?\/\//);
    expect(dataOf(html).run.workflow).toBe(hostile);
  });

  test("stays below 300 kB, whatever a run has written, and says what is left out", async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) =>
      line({ event: "resource.output", actionId: "a", stream: "stdout", line: `${index} ${crypto.randomUUID()}` }),
    );
    const { html } = await reported([line({}), ...lines].join(""));
    expect(Buffer.byteLength(html)).toBeLessThan(300_000);
    const { run } = dataOf(html);
    const kept = run.events.filter(({ event }) => event === "resource.output");
    expect(run.notes).toEqual([`Of long outputs the last ${kept.length} lines are here.`]);
    expect(kept.at(-1)?.line).toMatch(/^19999 /);
  });

  test("of several runs it shows the last, or the one that is asked for", async () => {
    const events = line({}) + line({}, "b1") + line({}, "b2");
    const last = await reported(events);
    expect(last.stderr).toContain("the file holds 3 runs: this is the last; --run ID takes another");
    expect(dataOf(last.html).run.id).toBe("b2");
    expect(dataOf((await reported(events, ["--run", "a"])).html).run.id).toBe("a1");
    expect((await reported(events, ["--run", "b"])).stderr).toContain(
      '2 runs in the file have ids that begin with "b"',
    );
    expect((await reported(events, ["--run", "c"])).stderr).toContain(
      'no run in the file has an id that begins with "c"',
    );
  });

  test("a last line that was cut is left out", async () => {
    const { code, html } = await reported(`${line({})}{"event":"resource.sta`);
    expect(code).toBe(0);
    expect(dataOf(html).run.events).toHaveLength(1);
  });

  test.each([
    ["hello\n", "events.ndjson:1:1: not JSON"],
    [`${line({})}\n{"event": 1,}\n`, "events.ndjson:3:13: not JSON"],
    [`${line({})}[]\n`, 'events.ndjson:2:1: not an event: "event" is missing, or not a text'],
    ["null\n", "events.ndjson:1:1: not an event: expected an object"],
    [line({ emittedAt: "yesterday" }), 'events.ndjson:1:1: not an event: "emittedAt" is not a time'],
    ["", "events.ndjson:1:1: no events: expected lines as flowc run --events writes them"],
  ])("%j is refused with its place", async (events, message) => {
    const { code, stderr } = await reported(events);
    expect(code).toBe(2);
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toContain(message);
  });

  test.each([
    ["{", "prices.json:1:2: not JSON"],
    ["[]", "expected an object of models"],
    ['{"m": 3}', 'the price of "m" is not an object'],
    [
      '{"m": {"input": 1, "output": "2"}}',
      '"output" of "m" is missing, or not a number of dollars for a million tokens',
    ],
  ])("prices of %s are refused", async (prices, message) => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, "prices.json"), prices);
    const { code, stderr } = await flowcHere(["report", "-", "--prices", "prices.json"], {
      cwd: folder.path,
      stdin: line({}),
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toContain(message);
  });

  test("a place outside of the workflow is not read", async () => {
    using folder = project({ resources: [command("main", "true")] });
    const failed = line({
      event: "resource.failed",
      actionId: "main",
      message: "no",
      place: "../../../../etc/passwd:1",
    });
    const { code } = await flowcHere(["report", "-", "--workflow", "."], {
      cwd: folder.path,
      stdin: line({}) + failed,
    });
    expect(code).toBe(0);
    expect(dataOf(readFileSync(join(folder.path, "report.html"), "utf8")).run.frames).toEqual({});
  });

  test("a secret in a file is hidden where its lines are shown", async () => {
    const token = "ghp_0123456789abcdefghijABCDEFGHIJ456789";
    using folder = project(
      `metadata: { name: w }\nsettings: { targetActionId: main, timeout: 1m }\nresources:\n  - actionId: main\n    exec: { command: "true", env: { TOKEN: ${token} } }\n`,
    );
    const failed = line({ event: "resource.failed", actionId: "main", message: "no", place: "workflow.yaml:5" });
    await flowcHere(["report", "-", "--workflow", "."], { cwd: folder.path, stdin: line({}) + failed });
    const text = JSON.stringify(dataOf(readFileSync(join(folder.path, "report.html"), "utf8")).run.frames);
    expect(text).toContain("TOKEN: ****");
    expect(text).not.toContain(token);
  });
});

describe("flowc report of a run that was kept", () => {
  test("shows its graph, its inputs and the results of its resources", async () => {
    using folder = project({
      resources: [command("first", "echo one"), { ...command("last", "exit 2"), requires: ["first"] }],
    });
    await flowc(["run", ".", "--record=kept", "--input", "who=Ada"], { cwd: folder.path });
    const args = ["report", "last", "--store", "kept", "-o", "r.html"];
    expect(await flowcHere(args, { cwd: folder.path })).toMatchObject({ code: 0, stderr: "wrote r.html\n" });
    const { run, graph } = dataOf(readFileSync(join(folder.path, "r.html"), "utf8"));
    expect(run).toMatchObject({ workflow: "sample", status: "failed", inputs: { who: "Ada" } });
    expect(run.results).toMatchObject({ first: { stdout: "one" } });
    expect(run.events.find(({ event }) => event === "resource.output")?.line).toBe("one");
    expect(graph?.resources).toEqual([
      { id: "first", kind: "exec", requires: [] },
      { id: "last", kind: "exec", requires: ["first"] },
    ]);
    const again = await flowcHere(["report", run.id.slice(0, 8), "--store", "kept"], { cwd: folder.path });
    expect(again.code).toBe(0);
    const none = await flowcHere(["report", "zzz", "--store", "kept"], { cwd: folder.path });
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no run "zzz"') });
    expect(await flowcHere(["report", "last", "--run", "x", "--store", "kept"], { cwd: folder.path })).toMatchObject({
      code: 2,
      stderr: "error: --run goes with a file of events\n",
    });
  });

  test("what looks like a file is one", async () => {
    using folder = temporaryFolder();
    const { code, stderr } = await flowcHere(["report", "missing.ndjson"], { cwd: folder.path });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "error: cannot read missing.ndjson: no such file or folder\n",
    });
  });
});

describe("flowc run --report", () => {
  const resources = [
    command("ask", "echo asked $TOKEN", {
      exec: { command: "echo asked", env: { TOKEN: "{{ env('REPORT_TOKEN') }}" } },
    }),
    {
      actionId: "answer",
      requires: ["ask"],
      apiResponse: { response: { key: "{{ env('REPORT_TOKEN') }}", asked: "{{ get('ask') }}" } },
    },
  ];
  const env = { ...process.env, REPORT_TOKEN: "s3cr3t-of-the-test" };

  test("shows the run and its result, in which secrets are hidden", async () => {
    using folder = project({ resources });
    const run = await flowc(["run", ".", "--report", "run.html"], { cwd: folder.path, env });
    expect(run).toMatchObject({ code: 0, stderr: "wrote run.html\n" });
    expect(run.stdout).toContain("s3cr3t-of-the-test");
    const { run: shown } = dataOf(readFileSync(join(folder.path, "run.html"), "utf8"));
    expect(shown.result).toEqual({ success: true, response: { key: "***", asked: "asked" } });
    expect(shown.events.map(({ event, line: text }) => text ?? event)).toContain("asked");
    expect(JSON.stringify(shown)).not.toContain("s3cr3t");
  });

  test("shows a run that failed, and keeps its exit code; what people see beside it stays the same", async () => {
    using folder = project({ resources: [command("main", "echo seen; exit 4")] });
    const run = await flowc(["run", ".", "--report=run.html", "--step-output", "full", "--events=e.ndjson"], {
      cwd: folder.path,
    });
    expect(run.code).toBe(1);
    expect(run.stderr).toContain("main | seen");
    const { run: shown } = dataOf(readFileSync(join(folder.path, "run.html"), "utf8"));
    expect(shown.events.find(({ event }) => event === "resource.failed")).toMatchObject({ exitCode: 4 });
    expect(readFileSync(join(folder.path, "e.ndjson"), "utf8")).not.toContain("resource.output");
  });

  test.each([
    [["--watch"], "--report shows one run; leave out --watch"],
    [["--dry-run"], "--report shows one run; leave out --dry-run"],
  ])("with %j it is refused", async (args, message) => {
    using folder = project({ resources: [command("main", "true")] });
    const { code, stderr } = await flowc(["run", ".", "--report", "r.html", ...args], { cwd: folder.path });
    expect({ code, stderr }).toEqual({ code: 2, stderr: `error: ${message}\n` });
  });

  test("with --events standard error holds events alone", async () => {
    using folder = project({ resources: [command("main", "true")] });
    const { code, stderr } = await flowc(["run", ".", "--report", "r.html", "--events"], { cwd: folder.path });
    expect(code).toBe(0);
    expect(eventsOf(stderr).at(-1)).toMatchObject({ event: "workflow.completed" });
  });

  test("a file that cannot be written is refused before anything runs", async () => {
    using folder = project({ resources: [command("main", "touch ran")] });
    const { code, stderr } = await flowc(["run", ".", "--report", "missing/r.html"], { cwd: folder.path });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "error: cannot write missing/r.html: no such file or folder\n",
    });
    expect(existsSync(join(folder.path, "ran"))).toBe(false);
  });

  test("prices without a report are refused", async () => {
    using folder = project({ resources: [command("main", "true")] });
    const { code, stderr } = await flowc(["run", ".", "--prices", "p.json"], { cwd: folder.path });
    expect({ code, stderr }).toEqual({ code: 2, stderr: "error: --prices goes with --report FILE\n" });
  });

  test("a server has many runs", async () => {
    const routes = [{ path: "/", methods: ["GET"] }];
    using folder = project({
      settings: { apiServerMode: true, apiServer: { routes } },
      resources: [{ actionId: "main", apiResponse: { response: 1 } }],
    });
    const { code, stderr } = await flowc(["run", ".", "--report", "r.html"], { cwd: folder.path });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "error: --report shows one run; a server has many: add --request 'GET /path'\n",
    });
    const one = await flowc(["run", ".", "--report", "r.html", "--request", "GET /"], { cwd: folder.path });
    expect(one).toMatchObject({ code: 0, stdout: expect.stringContaining("1") });
    expect(dataOf(readFileSync(join(folder.path, "r.html"), "utf8")).run.events.length).toBeGreaterThan(2);
  });
});
