import { byFile, type CoveragePoint } from "./coverage-points.ts";

/** Coverage as lcov has it: lines of YAML, and the ways from each point as branches. */
export function lcov(points: readonly CoveragePoint[]): string {
  return [...byFile(points)].map(([path, own]) => record(path, own)).join("");
}

function record(path: string, points: readonly CoveragePoint[]): string {
  const lines = new Map<number, number>();
  for (const { line, ways } of points)
    lines.set(line, Math.max(lines.get(line) ?? 0, ...ways.map(({ count }) => count)));
  const branches = points.flatMap(({ line, ways }, block) =>
    ways.map(({ count }, way) => ({ line, block, way, count })),
  );
  const counts = [...lines].sort(([a], [b]) => a - b);
  return [
    "TN:",
    `SF:${path}`,
    ...branches.map(({ line, block, way, count }) => `BRDA:${line},${block},${way},${count}`),
    `BRF:${branches.length}`,
    `BRH:${branches.filter(({ count }) => count > 0).length}`,
    ...counts.map(([line, count]) => `DA:${line},${count}`),
    `LF:${counts.length}`,
    `LH:${counts.filter(([, count]) => count > 0).length}`,
    "end_of_record\n",
  ].join("\n");
}
