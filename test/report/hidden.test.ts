import { expect, test } from "vitest";
import { diagnostic } from "../../compiler/nouns/diagnostic.ts";

const at = { source: { path: "w.yaml", name: "w.yaml", text: "" }, start: 0, end: 0 };
const messageOf = (message: string) => diagnostic("schema", at, message, { help: message });

test.each([
  ["a\u202eb", "aU+202Eb"],
  ["a\x1b[31mb", "aU+001B[31mb"],
  ["\u200b\ufeff\u00ad\u2066\u2028", "U+200BU+FEFFU+00ADU+2066U+2028"],
  ["می\u200cخواهم 👨\u200d👩\u200d👧", "می\u200cخواهم 👨\u200d👩\u200d👧"],
  ["two\nlines", "two\nlines"],
])("%j is shown as %s", (message, shown) => {
  expect(messageOf(message)).toMatchObject({ message: shown, help: shown });
});
