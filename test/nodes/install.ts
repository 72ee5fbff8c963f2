import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

// Installs the other versions of Node, Bun and Deno, that tests of bundles use. They exist for Linux x64; elsewhere, and where they
// cannot be had, those tests are skipped and counted as skipped.

const folder = import.meta.dirname;
if (process.platform !== "linux" || process.arch !== "x64") {
  console.log("other versions of Node, Bun and Deno: only installed on Linux x64; their tests are skipped");
} else if (
  ![
    ...["node18", "node20", "node2213", "node22", "node26"].map((name) => `${name}/bin/node`),
    "@oven/bun-linux-x64/bin/bun",
    "@deno/linux-x64-glibc/deno",
  ].every((file) => existsSync(join(folder, "node_modules", file)))
) {
  const { status } = spawnSync("npm", ["ci", "--prefix", folder, "--loglevel", "error"], { stdio: "inherit" });
  if (status !== 0) console.log("other versions of Node, Bun or Deno could not be installed; their tests are skipped");
}
