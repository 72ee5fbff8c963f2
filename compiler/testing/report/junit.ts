import type { ReportedCase, ReportedFile } from "./reported-file.ts";

/** Results as JUnit's XML, which services of continuous integration show. */
export function formatJunit(files: readonly ReportedFile[]): string {
  const head = `<testsuites name="flowc" ${counts(files.flatMap(({ cases }) => cases))}>`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...files.map(suite), "</testsuites>"].join("\n");
}

function counts(cases: readonly ReportedCase[]): string {
  return `tests="${cases.length}" failures="${cases.filter(({ problem }) => problem !== undefined).length}"`;
}

function suite({ path, cases }: ReportedFile): string {
  const time = seconds(cases.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0));
  return [
    `  <testsuite name="${xml(path)}" ${counts(cases)} time="${time}">`,
    ...cases.map((one) => testCase(path, one)),
    "  </testsuite>",
  ].join("\n");
}

function testCase(path: string, { name, problem, durationMs = 0 }: ReportedCase): string {
  const head = `    <testcase classname="${xml(path)}" name="${xml(name)}" time="${seconds(durationMs)}"`;
  if (problem === undefined) return `${head}/>`;
  return `${head}><failure message="${xml(problem[0] ?? "")}">${xml(problem.join("\n"))}</failure></testcase>`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(3);
}

/** Text in XML 1.0, which has no other control characters than these. */
function xml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "�")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
