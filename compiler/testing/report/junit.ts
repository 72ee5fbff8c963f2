import type { FileResult, TestResult } from "../test-result.ts";
import { countsOf } from "./counts.ts";
import { problemLines } from "./problem-lines.ts";

/** Results as JUnit's XML, which services of continuous integration show. */
export function formatJunit(files: readonly FileResult[]): string {
  const { passed, failed } = countsOf(files);
  const suites = files.map((file) => suite(file));
  const head = `<testsuites name="flowc" tests="${passed + failed}" failures="${failed}">`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...suites, "</testsuites>"].join("\n");
}

function suite(file: FileResult): string {
  const { path, results, problem } = file;
  const { passed, failed } = countsOf([file]);
  const time = seconds(results.reduce((sum, { durationMs }) => sum + durationMs, 0));
  const unread = `    <testcase classname="${xml(path)}" name="${xml(path)}"><failure message="${xml(problem ?? "")}"/></testcase>`;
  const cases =
    problem !== undefined && results.length === 0 ? [unread] : results.map((one) => testCase(path, one, problem));
  return [
    `  <testsuite name="${xml(path)}" tests="${passed + failed}" failures="${failed}" time="${time}">`,
    ...cases,
    "  </testsuite>",
  ].join("\n");
}

function testCase(path: string, result: TestResult, problem: string | undefined): string {
  const { test, passed, durationMs } = result;
  const head = `    <testcase classname="${xml(path)}" name="${xml(test.name.value)}" time="${seconds(durationMs)}"`;
  if (passed) return `${head}/>`;
  const lines = problem === undefined ? problemLines(result).map(({ text }) => text) : [problem];
  return `${head}><failure message="${xml(lines[0] ?? "")}">${xml(lines.join("\n"))}</failure></testcase>`;
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
