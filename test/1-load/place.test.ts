import { describe, expect, test } from "vitest";
import { readYaml } from "../../compiler/1-load/read-yaml.ts";
import type { ScalarNode } from "../../compiler/nouns/node.ts";

// Each text holds one `@` inside the value under `key`; its place in the file must be found from its place in the value.
const styles: Readonly<Record<string, string>> = {
  plain: "key: one @two\n",
  "plain over two lines": "key: one\n   two @three\n",
  "single-quoted": "key: 'one @two'\n",
  "single-quoted with doubled quotes": "key: 'it''s ''one'' @two'\n",
  "double-quoted": 'key: "one @two"\n',
  "double-quoted with escapes": 'key: "a\\tb\\n\\u00e9\\x41\\"c\\\\ @two"\n',
  "double-quoted over lines": 'key: "one\n  two\n\n  @three"\n',
  "double-quoted with an escaped line end": 'key: "one \\\n  two @three"\n',
  literal: "key: |\n  one\n  two @three\n",
  "literal with indentation and blank lines": "key: |-\n    one\n\n      two @three\n",
  "literal with an indicator": "key: |2+\n    one @two\n\n",
  "literal with a comment on its header": "key: | # comment\n  one\n  @two\n",
  folded: "key: >\n  one\n  two @three\n",
  "folded with paragraphs": "key: >-\n  one\n  two\n\n  three @four\n    five\n",
  "unicode before": 'key: "😀 é @two"\n',
  "carriage returns": "key: |\r\n  one\r\n  two @three\r\n",
};

describe("the place of a character of a scalar", () => {
  test.each(Object.entries(styles))("%s", (_name, text) => {
    const { documents } = readYaml({ path: "a.yaml", name: "a.yaml", text }, () => {
      throw new Error("no finding expected");
    });
    const [document] = documents;
    const scalar = (document?.kind === "map" ? document.entries[0]?.value : undefined) as ScalarNode;
    const offset = String(scalar.value).indexOf("@");
    expect(offset).toBeGreaterThan(0);
    expect(scalar.place(offset)).toBe(text.indexOf("@"));
  });
});
