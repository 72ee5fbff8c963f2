import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { flowcHere, temporaryFolder } from "../support/flowc.ts";

const workflow = `metadata: { name: counted }
settings:
  targetActionId: answer
  timeout: 1m
  apiServer: { routes: [{ path: "/items/:id", methods: [GET, DELETE] }] }
resources:
  - actionId: load
    validations: { skip: ["get('id', 'param') == '0'"] }
    exec: { command: ./load.sh }
    onError: { action: continue, fallback: none }
  - actionId: each
    requires: [load]
    items: split(get('load') ?? '', ',')
    exec: { command: echo, args: ["{{ item }}"] }
  - actionId: answer
    requires: [each]
    validations: { check: ["get('id', 'param') != '9'"] }
    apiResponse: { response: "{{ len(get('each')) > 1 ? 'many' : 'one' }}" }
`;

const tests = `tests:
  - name: one
    request: GET /items/1
    given: { load: a, each: a }
    expect: { body: { success: true, response: one } }
  - name: fails
    request: GET /items/2
    given: { load: { fails: infra }, each: a }
`;

describe("flowc test --coverage", () => {
  const folder = temporaryFolder();
  beforeAll(() => {
    writeFileSync(join(folder.path, "workflow.yaml"), workflow);
    writeFileSync(join(folder.path, "counted.test.yaml"), tests);
    return () => folder[Symbol.dispose]();
  });
  const run = (...args: readonly string[]) => flowcHere(["test", ".", ...args], { cwd: folder.path });

  test("says which ways no test goes, and writes lcov and a page", async () => {
    const { stdout, stderr, code } = await run("--coverage");
    expect([stderr, code]).toEqual(["", 0]);
    const missing = [
      "5:33 route /items/:id DELETE",
      "8:28 skip true",
      "11:15 items none",
      "13:18 ?? default",
      "17:29 check false",
      "18:34 condition true",
    ];
    expect(stdout).toContain(`workflow.yaml  64.7 %  11 of 17  `);
    for (const way of missing) expect(stdout).toContain(way);
    expect(stdout.trimEnd().endsWith("2 passed, 0 failed")).toBe(true);
    expect(readFileSync(join(folder.path, "coverage", "lcov.info"), "utf8")).toContain("SF:workflow.yaml\n");
    expect(readFileSync(join(folder.path, "coverage", "index.html"), "utf8")).toContain("never: skip: true");
  });

  test("fails below a least, and takes a folder", async () => {
    const few = await run("--coverage=covered", "--min-coverage", "90", "--reporter", "tap");
    expect(few.code).toBe(1);
    expect(few.stderr).toContain("coverage is 64.7 %, less than 90 %");
    expect(few.stdout).not.toContain("coverage");
    expect(existsSync(join(folder.path, "covered", "lcov.info"))).toBe(true);
    expect((await run("--min-coverage", "60")).code).toBe(0);
  });

  test("counts nothing where no workflow compiles", async () => {
    using broken = temporaryFolder();
    writeFileSync(join(broken.path, "workflow.yaml"), "settings: { targetActionId: nobody }");
    writeFileSync(join(broken.path, "a.test.yaml"), "tests:\n  - name: a\n");
    const { stdout, stderr, code } = await flowcHere(["test", ".", "--min-coverage", "90"], { cwd: broken.path });
    expect(stdout).toContain("coverage: nothing was counted, as no test could run");
    expect(stdout).not.toContain("100");
    expect([code, stderr]).toEqual([1, expect.stringContaining("coverage is 0 %, less than 90 %")]);
    expect(existsSync(join(broken.path, "coverage"))).toBe(false);
  });

  test("refuses a least that is no percentage", async () => {
    const { stderr, code } = await run("--min-coverage", "lots");
    expect(stderr).toContain('--min-coverage takes a number from 0 to 100, not "lots"');
    expect(code).toBe(2);
  });
});
