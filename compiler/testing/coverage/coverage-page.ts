import { byFile, type CoveragePoint } from "./coverage-points.ts";
import { coveredWays, percentOf } from "./coverage-table.ts";

/** Coverage as one HTML page without scripts: each file with its lines, and what no run has done. */
export function coveragePage(points: readonly CoveragePoint[]): string {
  const sections = [...byFile(points)].map(([file, own]) => section(file, own));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Coverage</title>
<style>
body { font: 15px system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
pre { font: 13px ui-monospace, monospace; overflow-x: auto; }
.line { display: block; padding: 0 .5rem; white-space: pre; }
.line::before { content: attr(data-line); color: #777; display: inline-block; width: 3rem; }
.all { background: #e3f6e3; } .some { background: #fff3d1; } .none { background: #fde2e2; }
.note { color: #a00; }
@media (prefers-color-scheme: dark) { body { background: #111; color: #ddd; } .all { background: #143214; } .some { background: #3a2f0c; } .none { background: #421a1a; } .note { color: #f99; } }
</style>
<h1>Coverage: ${percentOf(coveredWays(points)).toFixed(1)} %</h1>
${sections.join("\n")}
`;
}

function section(file: string, points: readonly CoveragePoint[]): string {
  const [first] = points;
  const lines = (first?.source.text ?? "").split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  const shown = lines.map((text, index) =>
    lineOf(
      text,
      index + 1,
      points.filter(({ line }) => line === index + 1),
    ),
  );
  const { gone, all } = coveredWays(points);
  return `<h2>${escaped(file)}: ${gone} of ${all}</h2>\n<pre>${shown.join("")}</pre>`;
}

function lineOf(text: string, line: number, points: readonly CoveragePoint[]): string {
  const { gone, all } = coveredWays(points);
  const state = all === 0 ? "" : gone === all ? " all" : gone === 0 ? " none" : " some";
  const missing = points.flatMap(({ name, ways }) =>
    ways.filter(({ count }) => count === 0).map(({ label }) => `${name}: ${label}`),
  );
  const note = missing.length === 0 ? "" : `<span class="note">  ← never: ${escaped(missing.join(", "))}</span>`;
  return `<span class="line${state}" data-line="${line}">${escaped(text)}${note}</span>`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
