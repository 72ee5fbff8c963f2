import { describe, expect, test } from "vitest";
import { coveragePage } from "../../../compiler/testing/coverage/coverage-page.ts";
import type { CoveragePoint } from "../../../compiler/testing/coverage/coverage-points.ts";
import { coverageTable, coveredWays, percentOf } from "../../../compiler/testing/coverage/coverage-table.ts";
import { lcov } from "../../../compiler/testing/coverage/lcov.ts";

const source = { path: "flows/a.yaml", name: "a.yaml", text: 'one\ntwo: "<b>"\nthree\n' };
const points: readonly CoveragePoint[] = [
  { source, line: 1, column: 1, name: "resource a", ways: [{ label: "runs", count: 3 }] },
  {
    source,
    line: 2,
    column: 6,
    name: "check",
    ways: [
      { label: "true", count: 2 },
      { label: "false", count: 0 },
    ],
  },
];

describe("coverage is shown", () => {
  test("as a table, with what is missing", () => {
    expect(coverageTable(points)).toBe(
      ["coverage", "flows/a.yaml  66.6 %  2 of 3  2:6 check false", "all           66.6 %  2 of 3"].join("\n"),
    );
  });

  test("as lcov reads it, on the lines of the YAML", () => {
    expect(lcov(points)).toBe(
      [
        "TN:",
        "SF:flows/a.yaml",
        "BRDA:1,0,0,3",
        "BRDA:2,1,0,2",
        "BRDA:2,1,1,0",
        "BRF:3",
        "BRH:2",
        "DA:1,3",
        "DA:2,2",
        "LF:2",
        "LH:2",
        "end_of_record",
        "",
      ].join("\n"),
    );
  });

  test("as a page in which no text of the workflow is markup", () => {
    const page = coveragePage(points);
    expect(page).toContain('data-line="2">two: &quot;&lt;b&gt;&quot;<span class="note">  ← never: check: false</span>');
    expect(page).toContain('class="line all" data-line="1">one<');
    expect(page).not.toContain("<b>");
  });

  test("in per cent that are never rounded up, and of nothing none", () => {
    expect(percentOf({ gone: 999, all: 1000 })).toBe(99.9);
    expect(percentOf({ gone: 9999, all: 10_000 })).toBe(99.9);
    expect(percentOf(coveredWays([]))).toBe(0);
  });
});
