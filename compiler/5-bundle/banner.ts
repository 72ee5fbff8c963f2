import { stringLiteral } from "../4-emit/escape.ts";

/** What the head of a bundle depends on. */
export interface BannerInput {
  /** Of the workflow. */
  readonly name: string;
  /** True where libraries of the time before ES modules are inside. */
  readonly usesRequire: boolean;
  /** True where SQLite's addon is loaded: an older Node dies of it without a word. */
  readonly usesSqlite: boolean;
}

/** Stands in a bundle where its provenance is written once all else is known (seal.ts). */
export const unsealed = "// flowc-provenance -";

/**
 * The head of a bundle. It runs before everything else, also under a Node that is too old for the rest, and must parse
 * there. It awaits nothing, for `require()`; Node 18 has no other way to a UUID then. Readers of events get one. It is a
 * block, so that no name of it meets one of the module.
 */
export function banner({ name, usesRequire, usesSqlite }: BannerInput): string {
  const check = `#!/usr/bin/env node
${unsealed}
{
  const { node, napi } = process.versions;
  const [major, minor] = node.split(".").map(Number);
  const need = ${usesSqlite ? needWithSqlite : plainNeed};
  if (need !== "") {
    const message = "this flowc bundle needs " + need + "; this is Node " + node;
    const event = {
      event: "workflow.failed",
      workflowId: ${stringLiteral(name)},
      runId: "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (n) => (n ^ (Math.random() * (16 >> (n / 4)))).toString(16)),
      emittedAt: new Date().toISOString(),
      message,
      failureClass: "preflight",
    };
    console.error(process.argv.includes("--events") ? JSON.stringify(event) : message);
    process.exit(2);
  }
}`;
  const require = `const require = process.getBuiltinModule("node:module").createRequire(process.execPath);`;
  return usesRequire ? `${check}\n${require}` : check;
}

const plainNeed = `major < 22 || (major === 22 && minor < 14) ? "Node 22.14 or later" : ""`;
/** The addon asks for Node-API 10, and Node 23.0 to 23.5 have 9. */
const needWithSqlite = `${plainNeed} || (napi < 10 ? "Node-API 10 for SQLite (Node 22.14, 23.6 or later)" : "")`;
