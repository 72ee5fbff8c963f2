import { spawnSync } from "node:child_process";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { chat } from "../../../runtime-lib/chat/chat.ts";
import { callTool } from "../../../runtime-lib/chat/tools.ts";
import { fromJSON } from "../../../runtime-lib/functions/conversions.ts";
import { httpClient } from "../../../runtime-lib/http/http-client.ts";
import { python } from "../../../runtime-lib/python/python.ts";
import type { Validator } from "../../../runtime-lib/run/definition.ts";
import { isTooDeep, parseJson, TooDeep } from "../../../runtime-lib/run/depth.ts";
import { json } from "../../../runtime-lib/run/values.ts";
import { serveModel } from "../../support/model.ts";
import { serve } from "../../support/server.ts";
import { failureOf, testStep } from "../../support/step.ts";

const arrays = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
const maps = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

describe("a value", () => {
  test.each([
    ["arrays", arrays],
    ["maps", maps],
  ])("of %s in one another may be 1,000 deep", (_name, nested) => {
    expect(isTooDeep(parseJson(nested(1_000)))).toBe(false);
    expect(isTooDeep(JSON.parse(nested(1_001)))).toBe(true);
    expect(() => parseJson(nested(1_001))).toThrow(TooDeep);
    expect(() => parseJson(nested(100_000))).toThrow("the JSON is nested more than 1000 deep");
  });

  test("beside others is found, wherever it is", () => {
    const deep: unknown = JSON.parse(arrays(1_000));
    expect(isTooDeep([1, { a: null, b: [deep] }])).toBe(true);
    expect(isTooDeep([null, "text", 1, true, undefined])).toBe(false);
    expect(isTooDeep(null)).toBe(false);
  });

  test("that holds itself is too deep; one whose parts share parts is not, and takes no time by its ways", () => {
    const own: unknown[] = [];
    own.push(own);
    expect(isTooDeep(own)).toBe(true);
    let shared: unknown = {};
    for (let level = 0; level < 100; level += 1) shared = [shared, shared];
    expect(isTooDeep(shared)).toBe(false);
  });

  test("too deep for JSON is reported as that", () => {
    let value: unknown = [];
    for (let level = 0; level < 100_000; level += 1) value = [value];
    expect(() => json(value)).toThrow("a value is nested more than 1000 deep");
  });
});

describe("what comes into a run", () => {
  const answers = (body: string) =>
    serve((_, response) => {
      response.setHeader("content-type", "application/json");
      return body;
    });

  test("by fromJSON()", () => {
    expect(fromJSON(maps(1_000))).toMatchObject({ a: { a: {} } });
    expect(() => fromJSON(maps(1_001))).toThrow(/^fromJSON: .* is nested more than 1000 deep$/);
  });

  test("by an answer of HTTP", async () => {
    await using server = await answers(arrays(1_001));
    using step = testStep();
    const failure = await failureOf(httpClient(step, { url: server.url }));
    expect(failure).toBe(`provider: ${server.host} answered with JSON that is nested more than 1000 deep`);
  });

  test("by an answer of a model, and by arguments that it gives to a tool", async () => {
    await using server = await serveModel(arrays(1_001));
    using step = testStep();
    const options = { model: "m", prompt: "p", baseUrl: server.baseUrl, jsonResponse: true };
    expect(await failureOf(chat(step, options))).toBe("provider: the answer is nested more than 1000 deep");
    const schema = { type: "object" };
    const validate = new Ajv().compile(schema) as unknown as Validator;
    const tool = { name: "t", script: "t", parameters: { schema, validate } };
    const call = { id: "c", type: "function" as const, function: { name: "t", arguments: maps(1_001) } };
    const told = await callTool([tool], call, { step, signal: step.signal });
    expect(told.content).toBe("error: the arguments are JSON that is nested more than 1000 deep");
  });

  test.skipIf(spawnSync("python3", ["--version"]).status !== 0)("by what a script prints", async () => {
    using step = testStep({ environment: process.env, shared: new Map() });
    const script = 'print("[" * 1001 + "]" * 1001)';
    const failure = await failureOf(python(step, { name: "task.py", script, failOnNonZero: true }));
    expect(failure).toBe("tool_runtime: the script printed JSON that is nested more than 1000 deep");
  });
});
