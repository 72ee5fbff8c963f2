import { expect, test } from "vitest";
import { Secrets } from "../../../runtime-lib/run/secrets.ts";
import { decode } from "../../../runtime-lib/store/encode.ts";
import { seal } from "../../../runtime-lib/store/seal.ts";

function secretsOf(values: Readonly<Record<string, string>>): Secrets {
  const secrets = new Secrets();
  for (const [name, value] of Object.entries(values)) secrets.add(value, name);
  return secrets;
}

const key = "correct-horse-battery";

test("a secret that stands there as it is leaves its name, and comes back", () => {
  const { text, isMasked } = seal({ header: `Bearer ${key}`, twice: `${key}${key}` }, secretsOf({ KEY: key }));
  expect(isMasked).toBe(false);
  expect(text).not.toContain("horse");
  expect(decode(text, () => key)).toEqual({ header: `Bearer ${key}`, twice: `${key}${key}` });
});

test.each([
  ["encoded", Buffer.from(key).toString("base64")],
  ["cut", key.slice(0, 12)],
  ["in other case", key.toUpperCase()],
])("a secret that is %s is masked, and the value counts as such", (_how, value) => {
  const { text, isMasked } = seal([value], secretsOf({ KEY: key }));
  expect([text, isMasked]).toEqual(['["***"]', true]);
});

test("a secret in a key of a map", () => {
  const { text, isMasked } = seal({ [`x ${key}`]: 1 }, secretsOf({ KEY: key }));
  expect(text).not.toContain("horse");
  expect(isMasked).toBe(false);
  expect(decode(text, () => key)).toEqual({ [`x ${key}`]: 1 });
});

test("of two secrets, one of which holds the other, the longer is taken", () => {
  const { text } = seal(`${key}-and-more`, secretsOf({ KEY: key, LONG: `${key}-and-more` }));
  expect(decode(text, (name) => `<${name}>`)).toBe("<LONG>");
});

test("values without secrets stay as they are", () => {
  expect(seal({ a: "text" }, secretsOf({ KEY: key }))).toEqual({ text: '{"a":"text"}', isMasked: false });
});
