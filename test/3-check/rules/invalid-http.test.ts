import { describe, expect, test } from "vitest";
import { findings } from "../../support/findings.ts";

const response = (line: string) => findings(`actionId: a\napiResponse:\n  ${line}\n`);

describe("a status", () => {
  test.each(["201", '"404"', "599", "\"{{ get('status') }}\"", "int(get('x'))", `"{{ get('x') == 1 ? 200 : 404 }}"`])(
    "%s is as good as any",
    (status) => {
      expect(response(`statusCode: ${status}`).filter((line) => !line.includes("nil"))).toEqual([]);
    },
  );

  test.each([
    ["99", "99"],
    ["600", "600"],
    ["abc", '"abc"'],
    ['""', '""'],
    ['"{{ 99 }}"', "99", 19],
    ["\"{{ 'abc' }}\"", '"abc"', 19],
  ])("%s is none", (status, found, column = 15) => {
    const message = `expected a status from 200 to 599 in "apiResponse.statusCode", found ${found}`;
    expect(response(`statusCode: ${status}`)).toEqual([`error 3:${column} ${message} [invalid-http]`]);
  });

  test.each([
    ['"{{ [200] }}"', "an array<int>"],
    ["\"{{ len('a') == 1 }}\"", "a bool"],
  ])("%s is of another type", (status, found) => {
    expect(response(`statusCode: ${status}`)).toEqual([
      `error 3:19 a status code must be an int, found ${found} [type-mismatch]`,
    ]);
  });
});

describe("headers", () => {
  test.each([
    [
      "{ Content-Length: 5 }",
      '3:14 the header "Content-Length" cannot be set: it follows from the body [invalid-http]',
    ],
    ["{ connection: close }", '3:14 the header "connection" cannot be set: it belongs to the server [invalid-http]'],
    ['{ X-A: "a\\nb" }', '3:19 the header "X-A" has a line break in its value [invalid-http]'],
    ['{ "X A": b }', '3:14 "X A" cannot be the name of a header [invalid-http]'],
  ])("%s cannot be sent", (headers, message) => {
    expect(response(`headers: ${headers}`)).toEqual([`error ${message}`]);
  });

  test("others can", () => {
    expect(response("headers: { Content-Type: text/plain, X-A: \"{{ get('x') }}\", Set-Cookie: a=b }")).toEqual([]);
  });
});
