import { join } from "node:path";
import { type Checked, checkWorkflow } from "../../compiler/compile.ts";
import { root } from "./flowc.ts";

/** Checks a workflow of one file that is only a text, as is its flowc.config.yaml. */
export function checkText(text: string, configuration?: string): Checked {
  const workflow = { path: "workflow.yaml", name: "workflow.yaml", text };
  const path = "flowc.config.yaml";
  const config = configuration === undefined ? undefined : { path, name: path, text: configuration };
  return checkWorkflow(
    {
      kind: "sources",
      folder: root,
      workflow,
      resources: [],
      components: [],
      config,
      unreadable: new Map(),
      hash: "",
    },
    join(root, "dist"),
  );
}

/** The whole workflow of an example as explanations have it: resources alone get a target, the last of them. */
export function completeExample(example: string): string {
  if (/^(?:settings|resources):/m.test(example)) return example;
  const target = [...example.matchAll(/^actionId: (\w+)$/gm)].at(-1)?.[1] ?? "";
  return `metadata: { name: example }\nsettings: { targetActionId: ${target} }\n---\n${example}`;
}
