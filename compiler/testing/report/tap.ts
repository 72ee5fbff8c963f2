import type { FileResult } from "../test-result.ts";
import { countsOf } from "./counts.ts";
import { problemLines } from "./problem-lines.ts";

/** Results in the Test Anything Protocol, version 14. */
export function formatTap(files: readonly FileResult[]): string {
  const { passed, failed } = countsOf(files);
  const lines: string[] = [];
  let number = 0;
  const add = (isOk: boolean, name: string, problems: readonly string[]): void => {
    number += 1;
    lines.push(`${isOk ? "ok" : "not ok"} ${number} - ${escaped(name)}`);
    if (!isOk) lines.push("  ---", "  message: |", ...problems.map((line) => `    ${line}`), "  ...");
  };
  for (const { path, results, problem } of files) {
    if (problem !== undefined && results.length === 0) add(false, path, [problem]);
    for (const result of results) {
      const problems = problem === undefined ? problemLines(result).map(({ text }) => text) : [problem];
      add(
        result.passed,
        `${path} ${result.test.name.value}`,
        problems.flatMap((text) => text.split("\n")),
      );
    }
  }
  return ["TAP version 14", `1..${passed + failed}`, ...lines].join("\n");
}

/** `#` begins a directive, and a line break ends the description. */
function escaped(name: string): string {
  return name
    .replaceAll("\\", "\\\\")
    .replaceAll("#", "\\#")
    .replaceAll(/[\r\n]+/g, " ");
}
