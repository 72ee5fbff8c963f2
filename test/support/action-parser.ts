import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { root, temporaryFolder } from "./flowc.ts";

/** GitHub's readers of YAML: what each finds wrong in a text, and of an action what it has read. */
export interface ActionParser {
  readonly action: (text: string) => { readonly errors: readonly string[]; readonly action: unknown };
  readonly workflow: (text: string) => readonly string[];
}

/**
 * GitHub's own readers of action.yml and workflows (@actions/workflow-parser), which its editors use and which hold the
 * schemas that the runner has. They import JSON in a way that Node refuses, so they are bundled first.
 */
export async function actionParser(): Promise<ActionParser> {
  using folder = temporaryFolder();
  const outfile = join(folder.path, "parser.cjs");
  await build({
    stdin: { contents: readers, resolveDir: root },
    bundle: true,
    outfile,
    format: "cjs",
    platform: "node",
    logLevel: "silent",
  });
  return createRequire(import.meta.url)(outfile) as ActionParser;
}

const readers = `
  import { convertActionTemplate, parseAction } from "@actions/workflow-parser/actions/index";
  import { NoOperationTraceWriter } from "@actions/workflow-parser/templates/trace-writer";
  import { parseWorkflow } from "@actions/workflow-parser/workflows/workflow-parser";

  const errorsOf = ({ context }) => context.errors.getErrors().map(({ message }) => message);

  export function action(content) {
    const parsed = parseAction({ name: "action.yml", content }, new NoOperationTraceWriter());
    const read = parsed.value && convertActionTemplate(parsed.context, parsed.value);
    // Values are objects of the parser's own, which as JSON are plain.
    return { errors: errorsOf(parsed), action: JSON.parse(JSON.stringify(read)) };
  }

  export function workflow(content) {
    return errorsOf(parseWorkflow({ name: "workflow.yml", content }, new NoOperationTraceWriter()));
  }
`;
