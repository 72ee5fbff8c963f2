import { visible } from "../../report/text.ts";
import type { Explored } from "../explore/explore.ts";
import { printFinding } from "../explore/print-finding.ts";

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
      test: printFinding(finding),
    })),
  }));
  return JSON.stringify({ version: 1, seed, workflows: shown }, undefined, 2);
}
