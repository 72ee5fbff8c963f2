import { describe, expect, test } from "vitest";
import { reported } from "../../support/reported.ts";
import { checkOf, foundInRequest } from "../../support/request-case.ts";

const found = (url: string, guard = "") => foundInRequest("request-forgery", `url: >-\n  ${url}`, guard);

describe("request-forgery", () => {
  test.each([
    ["{{ get('x') }}"],
    ["{{ get('x') }}/status"],
    ["{{ get('x') }}://a.example.com/"],
    ["https://{{ get('x') }}/status"],
    ["https://{{ urlencode(get('x')) }}/status"],
    ["https://{{ get('x') }}.example.com/"],
    ["https://a.example.com{{ get('x') }}/"],
    ["https://a.example.com:{{ get('x') }}/"],
    ["https://{{ get('x') }}:{{ env('PASSWORD') }}@a.example.com/"],
  ])("is reported of %s", (url) => {
    expect(found(url)).toHaveLength(1);
    expect(found(url)[0]).toMatch(/^6:\d+ ".*" lets the input "x" choose the host of the request$/);
  });

  test.each([
    ["{{ env('API') }}/status"],
    ["https://{{ urlencode(get('x')) }}.example.com/"],
    ["https://{{ urlencode(get('x')) }}:{{ env('PASSWORD') }}@a.example.com/"],
    ["https://a.example.com:{{ int(get('x')) }}/"],
    ["https://{{ get('x') in ['a', 'b'] ? get('x') : 'a' }}/"],
    ["https://a.example.com/{{ urlencode(get('x')) }}"],
  ])("is silent for %s", (url) => {
    expect(found(url)).toEqual([]);
  });

  test("knows which characters a check leaves", () => {
    const checked = (pattern: string) => checkOf(`get('x') matches '${pattern}'`);
    expect(found("https://{{ get('x') }}/", checked("^[a-z]+\\\\.example\\\\.com$"))).toEqual([]);
    expect(found("https://{{ get('x') }}/", checked("^[a-z/]+$"))).toHaveLength(1);
    expect(found("{{ get('x') }}", checked("^[a-z:/.]+$"))).toHaveLength(1);
  });

  test.each([
    ["get('x') startsWith 'https://a.example.com/'", 0],
    ["get('x') startsWith 'https://a.example.com'", 1],
    ["get('x') startsWith 'https://a@example.com/'", 1],
    ["get('x') matches '^https://a[.]example[.]com/'", 0],
    ["get('x') matches '^https://a.example.com/'", 1],
    ["get('x') startsWith 'https://a.example.com/' or get('x') startsWith 'https://b.example.com/'", 0],
    ["get('x') startsWith 'https://a.example.com/' or get('x') startsWith 'https:'", 1],
    ["get('x') startsWith 'https://a.example.com/' and get('x') != ''", 0],
  ])("knows what %s says of a whole URL", (condition, count) => {
    expect(found("{{ get('x') }}", checkOf(condition))).toHaveLength(count);
    expect(found("{{ get('x') + 'a' }}", checkOf(condition))).toHaveLength(count);
  });

  test("holds for proxies and for the addresses of models", () => {
    expect(foundInRequest("request-forgery", `url: https://a.example.com/\nproxy: "{{ get('x') }}"`)).toHaveLength(1);
    const chat = `actionId: a\nchat: { model: m, prompt: p, timeout: 1m, baseUrl: "{{ get('x') }}" }\n`;
    expect(reported(`settings: { targetActionId: a }\n---\n${chat}`, "request-forgery")[0]).toMatch(/^4:56 /);
  });
});
