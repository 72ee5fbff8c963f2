import type { WorkflowSources } from "../../1-load/read-sources.ts";
import type { ComponentSources } from "../../1-load/reader.ts";
import type { Source } from "../../nouns/source.ts";

/** The files of a workflow, those of its components too. */
export function filesOf({ workflow, resources, components }: WorkflowSources): readonly Source[] {
  return [workflow, ...resources, ...components.flatMap(filesOfComponent)];
}

/** The same files with other texts. */
export function withTexts(sources: WorkflowSources, texts: ReadonlyMap<Source, string>): WorkflowSources {
  const changed = (source: Source): Source => {
    const text = texts.get(source);
    return text === undefined ? source : { ...source, text };
  };
  const changedComponent = (component: ComponentSources): ComponentSources => ({
    ...component,
    manifest: changed(component.manifest),
    resources: component.resources.map(changed),
    components: component.components.map(changedComponent),
  });
  return {
    ...sources,
    workflow: changed(sources.workflow),
    resources: sources.resources.map(changed),
    components: sources.components.map(changedComponent),
  };
}

function filesOfComponent({ manifest, resources, components }: ComponentSources): readonly Source[] {
  return [manifest, ...resources, ...components.flatMap(filesOfComponent)];
}
