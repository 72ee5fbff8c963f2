import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readSources } from "../../compiler/1-load/read-sources.ts";
import { checkWorkflow } from "../../compiler/compile.ts";
import { LineIndex } from "../../compiler/nouns/lines.ts";
import { root, temporaryFolder } from "./flowc.ts";

/** What a workflow of several files draws: `file:line:column message [code]`, and what could not be checked. */
export interface CheckedFiles {
  readonly reported: readonly string[];
  readonly notDone: readonly string[];
}

/** Checks a workflow in a folder of its own; one of the files is workflow.yaml. `kept` is where answers are kept. */
export async function checkFiles(files: Readonly<Record<string, string>>, kept?: string): Promise<CheckedFiles> {
  using folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, name)), { recursive: true });
    writeFileSync(join(folder.path, name), text);
  }
  const sources = readSources(folder.path, folder.path);
  if (sources.kind === "problem") throw new Error(sources.message);
  const { diagnostics, notDone } = await checkWorkflow(sources, join(root, "dist"), { kept });
  const lines = new LineIndex();
  const reported = diagnostics.map(({ span, message, code }) => {
    const { line, column } = lines.at(span.source, span.start);
    return `${span.source.name}:${line}:${column} ${message} [${code}]`;
  });
  return { reported, notDone };
}
