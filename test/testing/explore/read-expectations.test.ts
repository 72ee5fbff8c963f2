import { expect, test } from "vitest";
import { readExpectations } from "../../../compiler/testing/explore/read-expectations.ts";
import { checkText, componentText } from "../../support/check-text.ts";

function expectationsOf(text: string, components: Parameters<typeof checkText>[2] = []) {
  const { plan, diagnostics } = checkText(text, undefined, components);
  if (plan === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return readExpectations(plan);
}

test("follows a value through fields, stored names, let, predicates and functions to what is done with it", () => {
  const read = expectationsOf(`
settings: { targetActionId: out, timeout: 1m }
resources:
  - actionId: fetch
    httpClient: { url: "https://example.com/" }
    after: ["set('rows', get('fetch').rows)"]
  - actionId: count
    exec: { command: ./count.sh }
  - actionId: out
    requires: [fetch, count]
    apiResponse:
      response:
        sum: "{{ sum(get('rows'), .price) }}"
        names: "{{ map(filter(get('rows'), .kind == 'book'), upper(.name)) }}"
        many: "{{ let n = trim(get('count')); int(n) > 3 }}"
        day: "{{ date(get('fetch').day).Year() }}"
        note: "{{ get('fetch').note ?? 'none' }}"
`);
  const body = read.result("", "fetch", "body");
  const row = body.fields.get("rows")?.element;
  expect([...(row?.fields.keys() ?? [])].sort()).toEqual(["kind", "name", "price"]);
  expect(row?.fields.get("price")?.kinds).toEqual(new Set(["number"]));
  expect(row?.fields.get("kind")?.values).toEqual(["book"]);
  expect(body.fields.get("day")?.kinds.has("dateText")).toBe(true);
  expect([body.fields.get("note")?.mayBeNil, body.fields.get("day")?.mayBeNil]).toEqual([true, false]);
  expect(read.result("", "count", "stdout").kinds).toEqual(new Set(["text", "intText"]));
});

test("knows what a text is split into, what its JSON holds and what it is matched with", () => {
  const read = expectationsOf(`
settings: { targetActionId: out, timeout: 1m, inputs: { tag: { type: string, required: true }, data: { type: string, required: true } } }
resources:
  - actionId: out
    validations: { check: ["get('tag') matches '^v[0-9]'"] }
    apiResponse:
      response: ["{{ int(split(get('tag'), '.')[1]) }}", "{{ fromJSON(get('data')).n * 2 }}"]
`);
  expect(read.input("tag").parts).toMatchObject({ delimiter: "." });
  expect(read.input("tag").parts?.each.kinds).toEqual(new Set(["intText"]));
  expect(read.input("tag").patterns).toEqual(["^v[0-9]"]);
  expect(read.input("data").content?.fields.get("n")?.kinds).toEqual(new Set(["number"]));
});

test("follows values into components and out of them", () => {
  const inner = componentText(
    "twice",
    `interface: { inputs: [{ name: n, type: string, required: true }] }
resources:
  - actionId: print
    exec: { command: "echo", args: ["{{ 2 * int(get('n')) }}"], timeout: 1s }
`,
  );
  const read = expectationsOf(
    `
settings: { targetActionId: out, timeout: 1m, inputs: { number: { type: string, required: true } } }
resources:
  - actionId: call
    component: { name: twice, with: { n: get('number') } }
  - actionId: out
    requires: [call]
    apiResponse: { response: "{{ float(get('call')) }}" }
`,
    [inner],
  );
  expect(read.input("number").kinds).toEqual(new Set(["intText"]));
  expect(read.result("twice", "print", "stdout").kinds).toEqual(new Set(["numberText"]));
});
