#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 14)) {
  console.error(`flowc needs Node 22.14 or later; this is Node ${process.versions.node}`);
  process.exit(2);
}
const { runCommandLine } = await import("./cli/cli.ts");
const start = { packageFolder: import.meta.dirname, surroundings: process };
process.exit(await runCommandLine(process.argv.slice(2), start));

export {};
