import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allCommands } from "../../compiler/cli/command-table/table.ts";
import { manualRoff } from "../../compiler/cli/manual/roff.ts";
import { root } from "../support/flowc.ts";
import { hasProgram } from "../support/programs.ts";

const page = readFileSync(join(root, "dist", "flowc.1"), "utf8");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

describe("the manual page flowc(1)", () => {
  test("is that of the command table", () => {
    expect(page).toBe(manualRoff(version));
    const words = page.replaceAll("\\-", "-");
    for (const { name, options } of allCommands()) {
      expect(words).toContain(`\n.SS flowc ${name}\n`);
      for (const option of Object.keys(options))
        expect(words).toMatch(new RegExp(`^\\\\fB(?:-\\w, )?--${option}\\b`, "m"));
    }
  });

  test("is ASCII, and all its requests are of the man macros", () => {
    expect(page).toMatch(/^[\n\x20-\x7e]+$/);
    const requests = new Set([...page.matchAll(/^[.'](\S*)/gm)].map(([, request]) => request));
    expect([...requests].sort()).toEqual(["PP", "RE", "RS", "SH", "SS", "TH", "TP", "fi", "nf"]);
  });

  test.skipIf(!hasProgram("groff"))("is printed without a warning, with commands as they are typed", () => {
    const { stdout, stderr, status } = spawnSync("groff", ["-man", "-Tutf8", "-ww", "-P-cbou"], {
      input: page,
      encoding: "utf8",
    });
    expect([stderr, status]).toEqual(["", 0]);
    expect(stdout).toContain("flowc eval 'map(1..3, # * #)'");
    expect(stdout).toContain("flowc check PATH… [options]");
    expect(stdout).toContain("\nEXIT STATUS\n");
  });
});
