import { LineIndex } from "../../nouns/lines.ts";
import { visible } from "../../report/text.ts";
import type { FileResult, TestResult } from "../test-result.ts";
import { countsOf } from "./counts.ts";
import { type ProblemLine, problemLines } from "./problem-lines.ts";

const colors = { red: 31, green: 32, dim: 2 } as const;

/** Results as people read them: a line a file, each failed test with its differences, and the count last. */
export function formatTestText(files: readonly FileResult[], color: boolean): string {
  const paint = (name: keyof typeof colors, text: string): string =>
    color ? `\u001b[${colors[name]}m${text}\u001b[0m` : text;
  const lines = files.flatMap((file) => fileLines(file, paint));
  const { passed, failed } = countsOf(files);
  return [...lines, `${passed} passed, ${failed} failed`].join("\n");
}

type Paint = (name: keyof typeof colors, text: string) => string;

function fileLines({ path, results, problem }: FileResult, paint: Paint): readonly string[] {
  const failed = results.filter(({ passed }) => !passed);
  const isFine = failed.length === 0 && problem === undefined;
  const mark = isFine ? paint("green", "✓") : paint("red", "✗");
  const count = paint("dim", `(${results.length === 1 ? "1 test" : `${results.length} tests`})`);
  return [
    `${mark} ${visible(path)} ${count}`,
    ...(problem === undefined ? [] : [`  ${visible(problem)}`]),
    ...(problem === undefined ? failed.flatMap((result) => testLines(result, paint)) : []),
  ];
}

function testLines(result: TestResult, paint: Paint): readonly string[] {
  const { name } = result.test;
  const { line } = new LineIndex().at(name.span.source, name.span.start);
  const place = paint("dim", `${name.span.source.path}:${line}`);
  const shown = ({ kind, text }: ProblemLine): string => {
    if (kind === "note") return `    ${visible(text)}`;
    return `      ${paint(kind === "expected" ? "red" : "green", visible(text))}`;
  };
  return [`  ${paint("red", "✗")} ${visible(name.value)} ${place}`, ...problemLines(result).map(shown)];
}
