import { join } from "node:path";
import { readSources } from "../../compiler/1-load/read-sources.ts";
import { imagePlatforms } from "../../compiler/5-bundle/addon.ts";
import type { OutputFile } from "../../compiler/5-bundle/bundle.ts";
import { dockerFiles } from "../../compiler/6-ship/docker/docker-files.ts";
import type { ImageOptions } from "../../compiler/6-ship/docker/image.ts";
import { bundleName, type Checked, checkWorkflowWith } from "../../compiler/compile.ts";
import type { Plan } from "../../compiler/nouns/plan.ts";
import { checkText } from "./check-text.ts";
import { root } from "./flowc.ts";
import { languages } from "./grammars.ts";

export const onLinux: ImageOptions = { platform: "linux", target: "command" };

/** What `--docker` writes for a plan, without its bundle: text by file name. */
export function filesOfPlan(plan: Plan, options: ImageOptions = onLinux): Readonly<Record<string, string>> {
  const addon = /"runtime":"memory"|"drivers":\[[^\]]*"sqlite"/.test(
    JSON.stringify([plan.resources, plan.connections], withoutSpans),
  );
  const text = (name: string): OutputFile => ({ name, kind: "text", text: "", executable: false });
  const built = [
    text(`${bundleName(plan.name)}.mjs`),
    text(`${bundleName(plan.name)}.licenses.txt`),
    ...(addon ? imagePlatforms(options.platform).map((name) => text(`better-sqlite3-0.0.0-${name}.node`)) : []),
  ];
  return Object.fromEntries(dockerFiles(plan, built, options).map((file) => [file.name, file.text]));
}

/** The same for the text of a workflow. */
export function filesOf(workflow: unknown, options?: ImageOptions): Readonly<Record<string, string>> {
  const checked: Checked = checkText(typeof workflow === "string" ? workflow : JSON.stringify(workflow));
  if (checked.plan === undefined) throw new Error(checked.diagnostics.map(({ message }) => message).join("\n"));
  return filesOfPlan(checked.plan, options);
}

/** The plan of the workflow in a folder of the project. */
export function planOf(folder: string): Plan {
  const sources = readSources(join(root, folder), root);
  if (sources.kind === "problem") throw new Error(sources.message);
  const { plan } = checkWorkflowWith(languages, sources, join(root, "dist"));
  if (plan === undefined) throw new Error(`${folder} does not compile`);
  return plan;
}

function withoutSpans(key: string, value: unknown): unknown {
  return key === "span" ? undefined : value;
}
