import { describe, expect, test } from "vitest";
import { reported } from "../../support/reported.ts";
import { checkOf, foundInRequest } from "../../support/request-case.ts";

const found = (header: string, guard = "") =>
  foundInRequest("header-injection", `url: https://a.example.com/\nheaders:\n  Cookie: >-\n    ${header}`, guard);

describe("header-injection", () => {
  test.each([
    ["theme={{ get('x') }}"],
    ["theme={{ get('x') }}; lang=en"],
    ["lang=en; {{ get('x') }}=1"],
    [`lang="{{ get('x') }}"`],
    [`lang="a\\"b"; theme={{ get('x') }}`],
  ])("is reported of %s", (header) => {
    expect(found(header)).toHaveLength(1);
    expect(found(header)[0]).toMatch(/^8:\d+ ".*" brings the input "x" into a header of parameters as it is$/);
  });

  test.each([
    ["{{ get('x') }}"],
    ["Bearer {{ get('x') }}"],
    ["theme={{ urlencode(get('x')) }}; lang=en"],
    ["theme={{ int(get('x')) }}; lang={{ env('LANG') }}"],
  ])("is silent for %s", (header) => {
    expect(found(header)).toEqual([]);
  });

  test("knows which characters a check leaves", () => {
    const checked = (pattern: string) => checkOf(`get('x') matches '${pattern}'`);
    expect(found("theme={{ get('x') }}", checked("^[a-z]+$"))).toEqual([]);
    expect(found("theme={{ get('x') }}", checked("^[a-z;]+$"))).toHaveLength(1);
    expect(found(`theme="{{ get('x') }}"`, checked("^[a-z;]+$"))).toEqual([]);
  });

  test("holds for the headers of a response", () => {
    const response = (cookie: string) =>
      reported(
        `settings: { targetActionId: a }\n---\nactionId: a\napiResponse: { response: 1, headers: { Set-Cookie: "${cookie}" } }\n`,
        "header-injection",
      );
    expect(response("id={{ get('x') }}; Path=/")).toHaveLength(2);
    expect(response("id={{ urlencode(get('x')) }}; Path=/")).toEqual([]);
  });
});
