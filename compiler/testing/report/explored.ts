import { posix } from "node:path";
import { githubCommand } from "../../report/github.ts";
import { visible } from "../../report/text.ts";
import type { Explored } from "../explore/explore.ts";
import { findingName, printFinding } from "../explore/print-finding.ts";
import type { ReportedFile } from "./reported-file.ts";

/** What exploring one workflow has found. */
export interface ExploredWorkflow extends Explored {
  /** As it is shown. */
  readonly path: string;
}

const colors = { red: 31, green: 32, dim: 2 } as const;

/** What was found as people read it, each with a test to paste, and the count last. */
export function formatExplored(workflows: readonly ExploredWorkflow[], color: boolean): string {
  const paint = (name: keyof typeof colors, text: string): string =>
    color ? `\u001b[${colors[name]}m${text}\u001b[0m` : text;
  const lines = workflows.flatMap(({ path, runs, findings, stopped }) => [
    `${findings.length === 0 ? paint("green", "✓") : paint("red", "✗")} ${visible(path)} ${paint("dim", `(${runs} runs)`)}`,
    ...(stopped === undefined ? [] : [`  no run completed: ${visible(stopped)}`]),
    ...findings.flatMap((finding) => [
      `  ${paint("red", "✗")} ${visible(finding.message)}`,
      "    as a test:",
      ...printFinding(finding)
        .split("\n")
        .map((line) => `      ${line}`),
    ]),
  ]);
  const found = workflows.reduce((sum, { findings }) => sum + findings.length, 0);
  const explored = workflows.length === 1 ? "1 workflow" : `${workflows.length} workflows`;
  return [...lines, `${explored} explored, ${found === 1 ? "1 finding" : `${found} findings`}`].join("\n");
}

/** The same as cases: a finding is one that fails, named as the test to paste; a workflow without any is one that passes. */
export function reportedFindings(workflows: readonly ExploredWorkflow[]): readonly ReportedFile[] {
  return workflows.map(({ path, findings }) => ({
    path,
    cases:
      findings.length === 0
        ? [{ name: "explored" }]
        : findings.map((finding) => ({
            name: findingName(finding),
            problem: [finding.message, ...printFinding(finding).split("\n")],
          })),
  }));
}

/** Findings as annotations of GitHub Actions, beside the expression that fails or else the workflow's first line. */
export function formatExploredGithub(workflows: readonly ExploredWorkflow[], folder: string): string {
  const annotations = workflows.flatMap(({ path, findings }) =>
    findings.map((finding) => {
      const [, file, line = 1, col = 1] = /^(.+\.ya?ml):(\d+):(\d+)$/.exec(finding.at) ?? [];
      const at = {
        path: file === undefined ? path : posix.join(posix.dirname(path), file),
        place: { line: Number(line), col: Number(col) },
      };
      const message = `${finding.message}\n${printFinding(finding)}`;
      return githubCommand({ ...at, severity: "error", title: findingName(finding), message }, folder);
    }),
  );
  return annotations.join("");
}

/** The same as one JSON document. */
export function formatExploredJson(workflows: readonly ExploredWorkflow[], seed: number): string {
  const shown = workflows.map(({ path, runs, findings, stopped }) => ({
    workflow: path,
    runs,
    ...(stopped !== undefined && { stopped }),
    findings: findings.map((finding) => ({
      kind: finding.kind,
      at: finding.at,
      message: finding.message,
      run: finding.run,
      test: printFinding(finding),
    })),
  }));
  return JSON.stringify({ version: 1, seed, workflows: shown }, undefined, 2);
}
