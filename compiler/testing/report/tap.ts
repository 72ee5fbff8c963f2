import type { ReportedCase, ReportedFile } from "./reported-file.ts";

/** Results in the Test Anything Protocol, version 14. */
export function formatTap(files: readonly ReportedFile[]): string {
  const cases = files.flatMap((file) => file.cases.map((one) => ({ path: file.path, ...one })));
  return ["TAP version 14", `1..${cases.length}`, ...cases.flatMap(testLines)].join("\n");
}

function testLines(
  { path, name, problem }: ReportedCase & { readonly path: string },
  index: number,
): readonly string[] {
  const what = `${index + 1} - ${escaped(name === path ? path : `${path} ${name}`)}`;
  if (problem === undefined) return [`ok ${what}`];
  const lines = problem.flatMap((text) => text.split("\n")).map((line) => `    ${line}`);
  return [`not ok ${what}`, "  ---", "  message: |", ...lines, "  ..."];
}

/** `#` begins a directive, and a line break ends the description. */
function escaped(name: string): string {
  return name
    .replaceAll("\\", "\\\\")
    .replaceAll("#", "\\#")
    .replaceAll(/[\r\n]+/g, " ");
}
