#!/usr/bin/env node
if (Number(process.versions.node.split(".")[0]) < 22) {
  console.error(`flowc needs Node 22 or later; this is Node ${process.versions.node}`);
  process.exit(2);
}
const { runCommandLine } = await import("./cli/cli.ts");
process.exit(await runCommandLine(process.argv.slice(2), import.meta.dirname));

export {};
