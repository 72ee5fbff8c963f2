import { visible } from "../../report/text.ts";
import { byFile, type CoveragePoint } from "./coverage-points.ts";

/** How much of something is covered: ways that runs have gone, of all. */
export interface Covered {
  readonly gone: number;
  readonly all: number;
}

/** The ways of these points. */
export function coveredWays(points: readonly CoveragePoint[]): Covered {
  const ways = points.flatMap((point) => point.ways);
  return { gone: ways.filter(({ count }) => count > 0).length, all: ways.length };
}

/** In per cent, with one decimal and never rounded up; of nothing, nothing is covered. */
export function percentOf({ gone, all }: Covered): number {
  return all === 0 ? 0 : Math.floor((gone * 1000) / all) / 10;
}

/** The coverage of each file, and what is missing in it. */
export function coverageTable(points: readonly CoveragePoint[]): string {
  const rows = [...byFile(points)].map(([file, own]) => [visible(file), ...numbers(own), missing(own).join(", ")]);
  const all = [...rows, ["all", ...numbers(points), ""]];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = ([name = "", percent = "", count = "", rest = ""]: readonly string[]): string =>
    `${name.padEnd(widths[0] ?? 0)}  ${percent.padStart(widths[1] ?? 0)}  ${count.padStart(widths[2] ?? 0)}  ${rest}`.trimEnd();
  return ["coverage", ...all.map(line)].join("\n");
}

function numbers(points: readonly CoveragePoint[]): readonly [string, string] {
  const covered = coveredWays(points);
  return [`${percentOf(covered).toFixed(1)} %`, `${covered.gone} of ${covered.all}`];
}

/** Such as `9:14 ?? default`. */
function missing(points: readonly CoveragePoint[]): readonly string[] {
  return points.flatMap(({ line, column, name, ways }) =>
    ways.filter(({ count }) => count === 0).map(({ label }) => `${line}:${column} ${name} ${label}`),
  );
}
