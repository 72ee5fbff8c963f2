import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { codeKeyword } from "../../compiler/2-parse/mismatch.ts";
import { resourceSchema } from "../../compiler/2-parse/resource-schema.ts";
import frame from "../../compiler/2-parse/schemas/resource.schema.json" with { type: "json" };
import { executors } from "../../compiler/executors/list.ts";
import type { ExecutorFields } from "../../compiler/nouns/executor.ts";

const keys = executors.map(({ key }) => key);

describe("the JSON Schema of a resource", () => {
  test("the frame names no executor", () => {
    const text = JSON.stringify(frame);
    expect(keys.filter((key) => text.includes(`"${key}"`))).toEqual([]);
  });

  test("it has the block of each executor, in both forms, before apiResponse", () => {
    const { properties, $defs } = resourceSchema(frame);
    expect(Object.keys(properties).slice(-keys.length - 1)).toEqual([...keys, "apiResponse"]);
    expect(Object.keys(properties.run.properties).slice(-keys.length - 1)).toEqual([...keys, "apiResponse"]);
    expect(Object.keys($defs)).toEqual([...keys, ...Object.keys(frame.$defs)]);
  });

  test("every key of a block is described, and what it takes is said once", () => {
    const wrong: string[] = [];
    const look = (fields: ExecutorFields, place: string): void => {
      for (const [key, field] of Object.entries(fields)) {
        const { description, schema = {}, fields: inner } = field;
        if (!/[.]$/.test(description) || "description" in schema) wrong.push(`${place}.${key}`);
        if (inner !== undefined) look(inner, `${place}.${key}`);
      }
    };
    for (const { key, fields } of executors) look(fields, key);
    expect(wrong).toEqual([]);
  });

  test.each([
    ["exec", { command: "echo" }, true],
    ["exec", { command: "" }, false],
    ["exec", {}, false],
    ["exec", { command: "echo", comand: "echo" }, false],
    ["exec", { command: "echo", timeout: "soon" }, false],
    ["chat", { model: "m", prompt: "p", tools: [{ name: "t", script: "s" }] }, true],
    ["chat", { model: "m", prompt: "p", tools: [{ name: "t" }] }, false],
    ["httpClient", { url: "http://a", auth: { basic: { username: "u", password: "p" } } }, true],
    ["httpClient", { url: "http://a", auth: { basic: { username: "u" } } }, false],
    ["httpClient", { url: "http://a", cache: {} }, false],
    ["sql", { connectionName: "c", queries: [{ query: "SELECT 1" }] }, true],
    ["sql", { connectionName: "c", queries: [] }, false],
    ["component", { name: "memory", with: [] }, false],
  ])("%s: %j is allowed: %s", (key, block, allowed) => {
    const duration = /^\d+s$/;
    const ajv = new Ajv({ strict: true, allowUnionTypes: true, formats: { duration }, keywords: [codeKeyword] });
    expect(ajv.compile(resourceSchema(frame))({ actionId: "a", [key]: block })).toBe(allowed);
  });
});
