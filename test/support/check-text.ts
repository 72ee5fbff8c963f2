import { join } from "node:path";
import type { ComponentSources } from "../../compiler/1-load/reader.ts";
import { type Checked, checkWorkflowWith } from "../../compiler/compile.ts";
import type { Languages } from "../../compiler/languages/languages.ts";
import { root } from "./flowc.ts";
import { languages } from "./grammars.ts";

/** Checks a workflow of one file that is only a text, as are its flowc.config.yaml and the components beside it. */
export function checkText(
  text: string,
  configuration?: string,
  components: readonly ComponentSources[] = [],
  known: Languages = languages,
): Checked {
  const workflow = { path: "workflow.yaml", name: "workflow.yaml", text };
  const path = "flowc.config.yaml";
  const config = configuration === undefined ? undefined : { path, name: path, text: configuration };
  return checkWorkflowWith(
    known,
    {
      kind: "sources",
      folder: root,
      workflow,
      resources: [],
      components,
      config,
      unreadable: new Map(),
      hash: "",
    },
    join(root, "dist"),
  );
}

/** A component that is only the text of its component.yaml, with those that it brings along. */
export function componentText(
  name: string,
  text: string,
  components: readonly ComponentSources[] = [],
): ComponentSources {
  const path = `components/${name}/component.yaml`;
  const manifest = { path, name: path, text: `metadata: { name: ${name} }\n${text}` };
  const folder = join(root, "components", name);
  return { kind: "component", name, folder, manifest, resources: [], components, outside: [], unreadable: new Map() };
}

/** The whole workflow of an example as explanations have it: resources alone get a target, the last of them. */
export function completeExample(example: string): string {
  if (/^(?:settings|resources):/m.test(example)) return example;
  const target = [...example.matchAll(/^actionId: (\w+)$/gm)].at(-1)?.[1] ?? "";
  return `metadata: { name: example }\nsettings: { targetActionId: ${target} }\n---\n${example}`;
}
