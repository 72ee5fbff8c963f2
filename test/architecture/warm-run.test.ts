import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

test("a warm run loads no parser and no package: its bundle is in the cache", async () => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["compiler/cli/run/run.ts"],
    bundle: true,
    format: "esm",
    metafile: true,
    outdir: "unwritten",
    packages: "external",
    platform: "node",
    splitting: true,
    write: false,
  });
  const first = Object.keys(metafile.outputs).find((name) => name.endsWith("/run.js")) ?? "";
  const reached = new Set([first]);
  for (const name of reached) {
    for (const { path, kind, external } of metafile.outputs[name]?.imports ?? [])
      if (kind === "import-statement") reached.add(external ? `package ${path}` : path);
  }
  expect([...reached].filter((name) => name.startsWith("package ") && !name.startsWith("package node:"))).toEqual([]);
  const modules = [...reached].flatMap((name) => Object.keys(metafile.outputs[name]?.inputs ?? {}));
  expect(modules).toContain("compiler/1-load/read-sources.ts");
  expect(modules.filter((name) => /\/(?:load|read-yaml|compile)\.ts$|\/[2-6]-/.test(name))).toEqual([]);
});
