import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diagnostic } from "../../compiler/nouns/diagnostic.ts";
import { formatText } from "../../compiler/report/text.ts";
import { root } from "../support/flowc.ts";

const { problemMatcher } = JSON.parse(readFileSync(join(root, "dist", "flowc-matcher.json"), "utf8"));
const [{ owner, pattern }] = problemMatcher;
const [{ regexp, ...groups }] = pattern;
const source = { path: "a b/c.yaml", name: "c.yaml", text: "one: 1\ntwo: 2: 3 [x]\n" };
const found = diagnostic("unknown-key", { source, start: 7, end: 10 }, 'unknown key "two": not [known]', {
  severity: "warning",
  notes: [{ message: "here", span: { source, start: 0, end: 3 } }],
  help: "a:1:2: error: x [y]",
});

test.each([false, true])("the problem matcher finds each diagnostic, and nothing else (colour: %s)", (color) => {
  expect(owner).toBe("flowc");
  const matches = formatText([found], color)
    .split("\n")
    .flatMap((line) => new RegExp(regexp).exec(line) ?? []);
  const match = new RegExp(regexp).exec(formatText([found], color).split("\n")[0] ?? "");
  expect(matches).toHaveLength(7);
  const read = Object.fromEntries(Object.entries(groups).map(([name, index]) => [name, match?.[Number(index)]]));
  expect(read).toEqual({
    file: "a b/c.yaml",
    line: "2",
    column: "1",
    severity: "warning",
    message: 'unknown key "two": not [known]',
    code: "unknown-key",
  });
});
