import { describe, expect, test } from "vitest";
import { mended } from "../../support/reported.ts";
import { checkOf, foundInRequest } from "../../support/request-case.ts";

const found = (url: string, guard = "") => foundInRequest("url-injection", `url: >-\n  ${url}`, guard);

describe("url-injection", () => {
  test.each([
    ["https://a.example.com/users/{{ get('x') }}", "path"],
    ["https://a.example.com/users/{{ get('x') }}/avatar", "path"],
    ["https://a.example.com/users/{{ trim(get('x')) }}.png", "path"],
    ["{{ env('API') }}/users/{{ get('x') }}", "path"],
    ["{{ env('API') }}{{ get('x') }}", "path"],
    ["https://{{ env('HOST') }}:8080/{{ get('x') }}", "path"],
    ["https://a.example.com/?q={{ get('x') }}&page=1", "query"],
    ["https://a.example.com?{{ get('x') }}=1", "query"],
    ["{{ env('API') }}?q={{ get('query').q }}", "query"],
    ["{{ env('API') + '/users/' + get('x') }}", "path"],
  ])("reports %s", (url, place) => {
    const [only, ...others] = found(url);
    expect(only).toMatch(/^6:\d+ "/);
    expect(only?.endsWith(`into the ${place} of the URL as it is`)).toBe(true);
    expect(others).toEqual([]);
  });

  test.each([
    ["https://a.example.com/users/{{ urlencode(get('x')) }}/{{ int(get('y')) }}"],
    ["https://a.example.com/?q={{ urlencode(get('x')) }}"],
    ["https://a.example.com/{{ env('FOLDER') }}/{{ info('id') }}"],
    ["https://a.example.com/#{{ get('x') }}"],
    ["https://a.example.com/{{ get('x') in ['a', 'b'] ? get('x') : 'a' }}"],
  ])("is silent for %s", (url) => {
    expect(found(url)).toEqual([]);
  });

  test("knows which characters a check leaves", () => {
    const checked = (pattern: string) => checkOf(`get('x') matches '${pattern}'`);
    expect(found("https://a.example.com/{{ get('x') }}", checked("^[a-z0-9/]+$"))).toHaveLength(1);
    expect(found("https://a.example.com/{{ get('x') }}", checked("^[a-z0-9&=._-]+$"))).toEqual([]);
    expect(found("https://a.example.com/{{ get('x') }}", checked("^[a-z0-9]+/[a-z0-9._-]+$"))).toEqual([]);
    expect(found("https://a.example.com/{{ get('x') }}", checked("^([a-z0-9]+/)?[a-z]+$"))).toHaveLength(1);
    const both = checkOf("get('x') matches '^[a-z]+$' or get('x') matches '^[a-z]+/[a-z]+$'");
    expect(found("https://a.example.com/{{ get('x') }}", both)).toEqual([]);
    const loose = checkOf("get('x') matches '^[a-z/]+$' or get('x') matches '^[a-z]+/[a-z]+$'");
    expect(found("https://a.example.com/{{ get('x') }}", loose)).toHaveLength(1);
    expect(found("https://a.example.com/{{ trim(get('x')) }}", checked("^[a-z]+/[a-z]+$"))).toHaveLength(1);
    expect(found("https://a.example.com/?a={{ get('x') }}", checked("^[a-z0-9/=?]+$"))).toEqual([]);
    expect(found("https://a.example.com/?{{ get('x') }}=1", checked("^[a-z0-9/=?]+$"))).toHaveLength(1);
  });

  test("suggests urlencode(…)", () => {
    const text = (id: string) =>
      `settings: { targetActionId: a, timeout: 1m }\n---\nactionId: a\nhttpClient: { url: "https://a.example.com/{{ ${id} }}" }\n`;
    expect(mended(text("get('x')"), "url-injection")).toBe(text("urlencode(get('x'))"));
    expect(mended(text("'users/' + get('x')"), "url-injection")).toBe(text("'users/' + get('x')"));
  });

  test("holds for the fields of a form", () => {
    const form = (body: string, type = "application/x-www-form-urlencoded") =>
      foundInRequest("url-injection", `url: https://a.example.com/\nheaders: { Content-Type: ${type} }\nbody: ${body}`);
    expect(form(`"name={{ get('x') }}&page=1"`)).toEqual([
      `7:18 "get('x')" brings the input "x" into the fields of the form as it is`,
    ]);
    expect(form(`"name={{ urlencode(get('x')) }}&page=1"`)).toEqual([]);
    expect(form(`"name={{ get('x') }}&page=1"`, "text/plain")).toEqual([]);
  });
});
