import { code, quoted } from "../4-emit/code.ts";
import { unsealed } from "./seal.ts";

/** What the head of a bundle depends on. */
export interface BannerInput {
  /** Of the workflow. */
  readonly name: string;
  /** True where libraries of the time before ES modules are inside. */
  readonly usesRequire: boolean;
}

/**
 * The head of a bundle. It runs before everything else, also under a Node that is too old for the rest, and must parse
 * there. Who reads events is told by one.
 */
export function banner({ name, usesRequire }: BannerInput): string {
  const check = code`#!/usr/bin/env node
${unsealed}
if (Number(process.versions.node.split(".")[0]) < 22) {
  const message = "this flowc bundle needs Node 22 or later; this is Node " + process.versions.node;
  const event = {
    event: "workflow.failed",
    workflowId: ${quoted(name)},
    runId: (await import("node:crypto")).randomUUID(),
    emittedAt: new Date().toISOString(),
    message,
    failureClass: "preflight",
  };
  console.error(process.argv.includes("--events") ? JSON.stringify(event) : message);
  process.exit(2);
}`;
  const require = code`import { createRequire as flowcRequire } from "node:module";
const require = flowcRequire(import.meta.url);`;
  return usesRequire ? `${check}\n${require}` : check;
}
