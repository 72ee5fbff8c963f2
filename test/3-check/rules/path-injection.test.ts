import { describe, expect, test } from "vitest";
import { reported } from "../../support/reported.ts";

const command = "settings: { targetActionId: a, timeout: 1m }\n---\n";
const server =
  "settings: { targetActionId: a, timeout: 1m, apiServer: { routes: [{ path: /x, methods: [POST] }] } }\n---\n";
const found = (resource: string, head = command) =>
  reported(`${head}actionId: a\n${resource}\n`, "path-injection").filter((line) => !line.startsWith(" "));

const places = [
  ["exec: { command: ls, workingDir: PATH }"],
  ["python: { script: print(1), workingDir: PATH }"],
  ["chat: { model: m, prompt: p, files: [a.png, PATH] }"],
  ["component: { name: memory, with: { key: k, value: v, dbPath: PATH } }"],
  ["httpClient: { method: POST, url: https://a.example.com/, form: { f: { file: PATH } } }"],
  ["httpClient: { method: POST, url: https://a.example.com/, form: { f: [{ file: PATH }] } }"],
  ["httpClient: { url: https://a.example.com/, tls: { ca: PATH } }"],
] as const;

describe("path-injection", () => {
  test.each(places)("is reported of %s", (resource) => {
    const part = found(resource.replace("PATH", `"jobs/{{ get('x') }}.d"`));
    expect(part).toHaveLength(1);
    expect(part[0]).toMatch(/^4:\d+ "get\('x'\)" lets the input "x" lead out of "jobs\/"$/);
    const whole = resource.replace("PATH", `"{{ get('x') }}"`);
    expect(found(whole)).toEqual([]);
    expect(found(whole, server)[0]).toMatch(/ "get\('x'\)" lets the input "x" choose any path$/);
  });

  test.each([
    [`"jobs/{{ int(get('x')) }}"`],
    [`"jobs/{{ get('x') in ['a', 'b'] ? get('x') : 'a' }}"`],
    [`"{{ env('FOLDER') }}/jobs"`],
    [`"{{ get('file', 'filepath') }}"`],
  ])("is silent for %s", (path) => {
    expect(found(`exec: { command: ls, workingDir: ${path} }`, server)).toEqual([]);
  });

  test("knows which characters a check leaves", () => {
    const checked = (pattern: string) =>
      found(
        `validations: { check: "get('x') matches '${pattern}'" }\nexec: { command: ls, workingDir: "jobs/{{ get('x') }}" }`,
      );
    expect(checked("^[a-z0-9_-]+$")).toEqual([]);
    expect(checked("^[a-z./]+$")).toHaveLength(1);
    expect(checked("^[a-z/]+$")).toEqual([]);
    expect(checked("^[a-z.]+/[a-z.]+$")).toHaveLength(1);
  });

  test("is reported of a path that a model gives to a tool", () => {
    const tool = "{ name: t, description: d, script: t, parameters: { dir: { type: string, required: true } } }";
    const text = `${command}actionId: a\nchat: { model: m, prompt: p, tools: [${tool}] }\n---\nactionId: t\nexec: { command: ls, workingDir: "{{ get('dir') }}" }\n`;
    expect(reported(text, "path-injection")[0]).toBe(
      `7:38 "get('dir')" lets the argument "dir", given by a model, choose any path`,
    );
  });
});
