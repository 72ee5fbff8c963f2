import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

// Installs the inspector of the Model Context Protocol (110 MB), whose command line tests ask. Where it cannot be had,
// those tests are skipped and counted as skipped.

const folder = import.meta.dirname;
if (!existsSync(join(folder, "node_modules", "@modelcontextprotocol", "inspector"))) {
  const options = ["--ignore-scripts", "--loglevel", "error"];
  const { status } = spawnSync("npm", ["ci", "--prefix", folder, ...options], { stdio: "inherit" });
  if (status !== 0) console.log("the inspector could not be installed; its tests are skipped");
}
