import { describe, expect, test } from "vitest";
import { checkOf, foundInRequest } from "../../support/request-case.ts";

const url = "url: https://api.example.com/";
const json = "headers: { content-type: application/json }";
const found = (body: string, more = json, guard = "") =>
  foundInRequest("json-injection", `${url}\n${more}\nbody: |\n  ${body}`, guard);

describe("json-injection", () => {
  test.each([
    [`{"name": "{{ get('x') }}"}`, "string"],
    [`{"a\\"b": "{{ get('x') }}"}`, "string"],
    [`{"{{ get('x') }}": 1}`, "string"],
    [`{"name": "{{ json(get('x')) }}"}`, "string"],
    [`{"name": "{{ quote(get('x')) }}"}`, "string"],
    [`[1, "a", "{{ urlencode('a') }} {{ get('x').y }}"]`, "string"],
    [`{"age": {{ get('x') }}}`, "value"],
    [`{"a": "\\\\", "age": {{ get('x') }}}`, "value"],
    [`{"age": {{ trim(get('x')) }}}`, "value"],
  ])("reports %s", (body, place) => {
    const [only, ...others] = found(body);
    const where =
      place === "string" ? "into a string of the JSON text, which a quote in it ends" : "into the JSON text as it is";
    expect(only).toMatch(/^8:\d+ "/);
    expect(only?.endsWith(where)).toBe(true);
    expect(others).toEqual([]);
  });

  test("says what to write", () => {
    expect(found(`{"name": "{{ get('x') }}"}`)).toEqual([
      `8:18 "get('x')" brings the input "x" into a string of the JSON text, which a quote in it ends`,
    ]);
  });

  test.each([
    [`{"name": {{ json(get('x')) }}}`],
    [`{"name": {{ toJSON(get('x')) }}}`],
    [`{"age": {{ int(get('x')) }}, "host": "{{ env('HOSTNAME') }}"}`],
    [`{"tags": {{ split(get('x'), ',') }}}`],
    [`{"name": "{{ toBase64(get('x')) }}"}`],
    [`{"name": "{{ urlencode(get('x')) }}"}`],
    [`{{ get('x') }}`],
    [`{"kind": "{{ get('x') in ['a', 'b'] ? get('x') : 'a' }}"}`],
  ])("is silent for %s", (body) => {
    expect(found(body)).toEqual([]);
  });

  test("knows which texts are JSON", () => {
    const body = `{"name": "{{ get('x') }}"}`;
    expect(found(body, "method: POST")).toHaveLength(1);
    expect(found(body, "headers: { Content-Type: application/vnd.api+json }")).toHaveLength(1);
    expect(found(body, "headers: { Content-Type: text/plain }")).toEqual([]);
    expect(found("Note: {{ get('x') }}", "method: POST")).toEqual([]);
    expect(found(`Note: "{{ get('x') }}"`)).toHaveLength(1);
  });

  test("knows which characters a check leaves", () => {
    const name = `{"name": "{{ get('x') }}"}`;
    const age = `{"age": {{ get('x') }}}`;
    expect(found(name, json, checkOf(`get('x') matches '^[a-z ,:{}-]+$'`))).toEqual([]);
    expect(found(age, json, checkOf(`get('x') matches '^[a-z ,:{}-]+$'`))).toHaveLength(1);
    expect(found(age, json, checkOf(`get('x') matches '^[0-9.]+$'`))).toEqual([]);
    expect(found(name, json, checkOf(`get('x') matches '^[^;]+$'`))).toHaveLength(1);
  });
});
