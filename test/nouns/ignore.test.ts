import { describe, expect, test } from "vitest";
import type { Checked } from "../../compiler/compile.ts";
import { obstacles } from "../../compiler/compile.ts";
import { LineIndex } from "../../compiler/nouns/lines.ts";
import { checkText } from "../support/check-text.ts";

const head = "metadata: { name: test }\nsettings: { targetActionId: a }\nresources:\n  - actionId: a\n";
const silentCheck = `    validations:\n      check:\n`;

/** `line:column code` of what is reported; lines count from the first below the actionId. */
function reported({ diagnostics }: Checked): readonly string[] {
  const lines = new LineIndex();
  return diagnostics.map(({ span, code }) => {
    const { line, column } = lines.at(span.source, span.start);
    return `${line - 4}:${column} ${code}`;
  });
}

/** Constant conditions, each on a line, with comments between. */
function conditions(...lines: readonly string[]): Checked {
  return checkText(
    `${head}    apiResponse: { response: 1 }\n${silentCheck}${lines.map((line) => `        ${line}\n`).join("")}`,
  );
}

describe("# flowc-ignore", () => {
  test("silences its code on the line below, and only there", () => {
    const checked = conditions("# flowc-ignore constant-condition -- for now", "- 1 < 2", "- 2 < 3");
    expect(reported(checked)).toEqual(["6:11 constant-condition"]);
    expect(checked.silenced).toHaveLength(1);
    expect(checked.silenced[0]).toMatchObject({
      diagnostic: { code: "constant-condition" },
      by: { reason: "for now" },
    });
    expect(checked.plan).toBeDefined();
  });

  test("needs no reason, and may be written without spaces", () => {
    for (const comment of [
      "#flowc-ignore constant-condition",
      "##  flowc-ignore: constant-condition",
      "# flowc-ignore constant-condition --",
    ]) {
      const checked = conditions(comment, "- 1 < 2");
      expect(reported(checked), comment).toEqual([]);
      expect(checked.silenced[0]?.by.reason).toBeUndefined();
    }
  });

  test("several codes and several comments", () => {
    const both = conditions("# flowc-ignore constant-condition,schema", "- 1 < 2");
    expect(reported(both)).toEqual(["4:43 unused-ignore"]);
    const stacked = conditions("# flowc-ignore schema", "# and why", "# flowc-ignore constant-condition", "- 1 < 2");
    expect(reported(stacked)).toEqual(["4:24 unused-ignore"]);
  });

  test("an empty line parts it from what is below", () => {
    expect(reported(conditions("# flowc-ignore constant-condition", "", "- 1 < 2"))).toEqual([
      "4:24 unused-ignore",
      "6:11 constant-condition",
    ]);
  });

  test("silences nothing behind a value, and says so", () => {
    const checked = conditions("- 1 < 2 # flowc-ignore constant-condition", "- 2 < 3");
    expect(reported(checked)).toEqual(["4:11 constant-condition", "4:17 unused-ignore", "5:11 constant-condition"]);
    expect(checked.diagnostics[1]?.message).toBe("a flowc-ignore after a value silences nothing");
  });

  test("an unknown code, with the nearest one, even where there are errors", () => {
    const checked = checkText(
      `${head}    # flowc-ignore constant-conditoin\n    exec: { command: "{{ nope() }}", timeout: 5s }\n`,
    );
    expect(reported(checked)).toEqual(["1:20 unused-ignore", "2:26 unknown-function"]);
    expect(checked.diagnostics[0]).toMatchObject({
      message: 'flowc has no code "constant-conditoin"',
      help: 'did you mean "constant-condition"?',
    });
  });

  test("words that are not codes: the reason was written without its dashes", () => {
    const [found] = conditions("# flowc-ignore schema because I say so", "- get('x') == 2").diagnostics;
    expect(found?.message).toBe('flowc has no code "schema because I say so"');
    expect(found?.help).toBe('separate codes with commas, and write the reason after "--"');
  });

  test("no code at all", () => {
    const { diagnostics } = conditions("# flowc-ignore -- just so", "- get('x') == 2");
    expect(diagnostics.map(({ message }) => message)).toEqual(["this flowc-ignore names no code"]);
  });

  test("other comments and other words are none", () => {
    expect(
      reported(conditions("# flowc-ignored constant-condition", "# see flowc-ignore schema", "- get('x') == 2")),
    ).toEqual([]);
  });

  test("an unused one can be removed with its line", () => {
    const [found] = conditions("# flowc-ignore schema -- old", "- get('x') == 2").diagnostics;
    const [edit] = found?.fix?.edits ?? [];
    expect(edit?.span.source.text.slice(edit.span.start, edit.span.end)).toBe("        # flowc-ignore schema -- old\n");
    expect(edit?.text).toBe("");
  });

  test("nothing is said of unused ones where errors may hide what they are for", () => {
    const checked = checkText(`${head}    # flowc-ignore schema\n    exec: { command: "{{ nope() }}", timeout: 5s }\n`);
    expect(reported(checked)).toEqual(["2:26 unknown-function"]);
  });
});

describe("in and above blocks of text", () => {
  const block = (above: string, first: string, ...lines: readonly string[]) =>
    checkText(
      `${head}    exec:\n      timeout: 5s\n${above}      command: ${first}\n${lines.map((line) => `        ${line}\n`).join("")}`,
    );
  const lines = ["echo {{ Upper(1) }}", "# flowc-ignore unknown-function", "echo {{ Upper(2) }}"];

  test.each(["|", ">-", "|2-"])("%s: a # inside is text, the line above its key counts for all of it", (header) => {
    expect(reported(block("", header, ...lines)).filter((line) => line.endsWith(" unknown-function"))).toHaveLength(2);
    const silenced = block("      # flowc-ignore unknown-function -- soon\n", header, ...lines);
    expect(reported(silenced)).toEqual([]);
    expect(silenced.silenced).toHaveLength(2);
  });

  test("quoted text over several lines", () => {
    const silenced = block("      # flowc-ignore unknown-function\n", '"echo', "  {{ Upper(1) }}", '  {{ Upper(2) }}"');
    expect(reported(silenced)).toEqual([]);
  });

  test("the next key is not covered", () => {
    const checked = checkText(
      `${head}    exec:\n      timeout: 5s\n      # flowc-ignore unknown-function\n      command: |\n        {{ Upper(1) }}\n      env: { A: "{{ Upper(2) }}" }\n`,
    );
    expect(reported(checked)).toEqual(["6:21 unknown-function"]);
  });

  test("nor is one that starts where the text ends", () => {
    const text =
      "metadata: { name: a }\nsettings: { targetActionId: a }\n---\nactionId: a\n# flowc-ignore unknown-key\nname: |\n  a\nkey: 1\napiResponse: { response: 1 }\n";
    expect(checkText(text).diagnostics.map(({ code }) => code)).toEqual(["unknown-key"]);
  });

  test("a text in an alias is covered where its anchor stands", () => {
    const checked = checkText(
      `${head}    exec:\n      timeout: 5s\n      # flowc-ignore unknown-function\n      command: &c |\n        {{ Upper(1) }}\n      env: { A: *c }\n`,
    );
    expect(reported(checked)).toEqual([]);
  });
});

describe("errors", () => {
  test("are silenced too, and keep the workflow from being built all the same", () => {
    const checked = checkText(
      `${head}    # flowc-ignore unknown-function -- comes with the next release\n    exec: { command: "{{ nope() }}", timeout: 5s }\n`,
    );
    expect(reported(checked)).toEqual([]);
    expect(checked.plan).toBeUndefined();
    const [obstacle] = obstacles(checked);
    expect(obstacle).toMatchObject({ code: "unknown-function", severity: "error" });
    expect(obstacle?.notes.at(-1)?.message).toBe("silenced here, but it keeps the workflow from being built");
  });

  test("a document that cannot be read has its comments all the same", () => {
    expect(reported(checkText(`${head}    # flowc-ignore yaml-syntax\n    exec: a: b\n`))).toEqual([]);
  });
});

test("CRLF, a byte order mark and the first and last line of a file", () => {
  const text =
    "# flowc-ignore missing-target\nmetadata: { name: a }\nresources: [{ actionId: a, apiResponse: { response: 1 } }]\n# flowc-ignore schema";
  for (const variant of [text, text.replaceAll("\n", "\r\n"), `\ufeff${text}`]) {
    const { diagnostics, silenced } = checkText(variant);
    expect(silenced.map(({ diagnostic }) => diagnostic.code)).toEqual(["missing-target"]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["unused-ignore"]);
  }
});
