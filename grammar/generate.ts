import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import peggy from "peggy";

const grammar = new URL("./expression.peggy", import.meta.url);
const output = new URL("../compiler/2-parse/generated/expression-parser.js", import.meta.url);

/** Writes the parser that peggy makes of expression.peggy, unless the file already holds it (build time only). */
export function generateParser(): void {
  const text = peggy.generate(readFileSync(grammar, "utf8"), {
    grammarSource: fileURLToPath(grammar),
    allowedStartRules: ["Start"],
    output: "source",
    format: "es",
    cache: false,
  });
  if (text === currentText()) return;
  mkdirSync(new URL("./", output), { recursive: true });
  writeFileSync(output, text);
}

function currentText(): string | undefined {
  try {
    return readFileSync(output, "utf8");
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) generateParser();
