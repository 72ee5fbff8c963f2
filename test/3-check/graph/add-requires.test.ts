import { describe, expect, test } from "vitest";
import { readYaml } from "../../../compiler/1-load/read-yaml.ts";
import { parseResource } from "../../../compiler/2-parse/parse-resource.ts";
import { addRequires } from "../../../compiler/3-check/graph/add-requires.ts";
import { applyFixes } from "../../../compiler/cli/check/apply-fixes.ts";
import { diagnostic } from "../../../compiler/nouns/diagnostic.ts";
import { span } from "../../../compiler/nouns/source.ts";

/** The text of a file with `new` added to what its last resource requires; undefined where flowc is not sure. */
function added(text: string, id = "new"): string | undefined {
  const source = { path: "r.yaml", name: "r.yaml", text };
  const node = readYaml(source, () => undefined).documents.at(-1);
  const last = node?.kind === "sequence" ? node.items.at(-1) : node;
  const resource = last && parseResource(last, [], () => undefined);
  const fix = resource && addRequires(resource, id);
  const found = diagnostic("missing-requires", span(source, 0, 0), "", { fix });
  return applyFixes([found], [source]).texts.get(source);
}

describe("addRequires", () => {
  test.each([
    ["a flow list", "actionId: a\nrequires: [b, c] # why\n", "actionId: a\nrequires: [b, c, new] # why\n"],
    ["an empty flow list", "actionId: a\nrequires: []\n", "actionId: a\nrequires: [new]\n"],
    ["a flow list on several lines", "actionId: a\nrequires: [\n  b,\n]\n", "actionId: a\nrequires: [\n  b, new,\n]\n"],
    ["a flow list in quotes", 'actionId: a\nrequires: ["b"]\n', 'actionId: a\nrequires: ["b", "new"]\n'],
    [
      "a block list with comments",
      "actionId: a\nrequires:\n  # first\n  - b\n  - c # last\n\n# next\nexec: { command: x }\n",
      "actionId: a\nrequires:\n  # first\n  - b\n  - c # last\n  - new\n\n# next\nexec: { command: x }\n",
    ],
    ["a block list at the end", "actionId: a\nrequires:\n- b", "actionId: a\nrequires:\n- b\n- new"],
    ["a key without a list", "actionId: a\nrequires:\n", "actionId: a\nrequires: [new]\n"],
    ["CRLF", "actionId: a\r\nrequires:\r\n  - b\r\n", "actionId: a\r\nrequires:\r\n  - b\r\n  - new\r\n"],
    ["no list", "actionId: a # c\nexec: { command: x }\n", "actionId: a # c\nrequires: [new]\nexec: { command: x }\n"],
    [
      "no list, CRLF",
      "actionId: a\r\nexec: { command: x }\r\n",
      "actionId: a\r\nrequires: [new]\r\nexec: { command: x }\r\n",
    ],
    [
      "no list, below the names",
      "- actionId: a\n  name: A\n  description: it is\n  exec: { command: x }\n",
      "- actionId: a\n  name: A\n  description: it is\n  requires: [new]\n  exec: { command: x }\n",
    ],
    [
      "no list, the actionId not first",
      "exec: { command: x }\nactionId: a\nafter: []\n",
      "exec: { command: x }\nactionId: a\nrequires: [new]\nafter: []\n",
    ],
    [
      "no list in the long form",
      "kind: Resource\nmetadata:\n  actionId: a\n  name: A # so\nrun:\n  exec: { command: x }\n",
      "kind: Resource\nmetadata:\n  actionId: a\n  name: A # so\nrequires: [new]\nrun:\n  exec: { command: x }\n",
    ],
    [
      "a list in metadata",
      "metadata:\n  actionId: a\n  requires: [b]\nrun: {}\n",
      "metadata:\n  actionId: a\n  requires: [b, new]\nrun: {}\n",
    ],
    ["a flow map", "{ actionId: a, exec: { command: x } }", "{ actionId: a, requires: [new], exec: { command: x } }"],
    ["JSON", '{"actionId": "a", "exec": {}}', '{"actionId": "a", "requires": ["new"], "exec": {}}'],
  ])("to %s", (_name, text, expected) => {
    expect(added(text)).toBe(expected);
  });

  test.each([
    ["an alias", "- actionId: b\n  requires: &all [c]\n- actionId: a\n  requires: *all\n"],
    ["an alias in the list", "- actionId: b\n  requires: [&c c]\n- actionId: a\n  requires: [*c]\n"],
    ["a merged list", "- &base\n  actionId: b\n  requires: [c]\n- <<: *base\n  actionId: a\n"],
    ["a list in a block text", "actionId: a\nname: |\n  A\nexec: { command: x }\n"],
  ])("not to %s", (_name, text) => {
    expect(added(text)).toBeUndefined();
  });

  test("no id that YAML would read otherwise", () => {
    expect(added("actionId: a\nrequires: [b]\n", "true")).toBeUndefined();
  });
});
