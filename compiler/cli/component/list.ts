import { resolve } from "node:path";
import { findComponents } from "../../1-load/find-components.ts";
import { readComponentSources } from "../../1-load/read-sources.ts";
import { builtInManifests, checkComponentFolder } from "../../compile.ts";
import type { ComponentInput, ComponentManifest } from "../../nouns/component.ts";
import type { Context } from "../shared/context.ts";

/** A component that resources can name. */
interface Listed {
  readonly name: string;
  readonly source: "built in" | "installed";
  /** Undefined where it cannot be read. */
  readonly manifest: ComponentManifest | undefined;
}

/** Prints what is built in and what lies in `components/` of a folder, with what each takes. */
export async function listComponents(
  { folder, format }: { readonly folder: string; readonly format: "text" | "json" },
  context: Context,
): Promise<number> {
  const builtIn = builtInManifests(context.packageFolder, () => undefined).map(
    (manifest): Listed => ({ name: manifest.name, source: "built in", manifest }),
  );
  const all = [...builtIn];
  for (const { name, folder: path } of findComponents(resolve(context.workingFolder, folder))) {
    const sources = readComponentSources(path, context.workingFolder);
    const checked =
      sources.kind === "component" ? await checkComponentFolder(sources, context.packageFolder) : undefined;
    all.push({ name, source: "installed", manifest: checked?.manifest });
  }
  await context.print(format === "json" ? asJson(all) : all.map(asText).join("\n"));
  return 0;
}

function asJson(components: readonly Listed[]): string {
  const listed = components.map(({ name, source, manifest }) => ({
    name,
    source,
    version: manifest?.version ?? null,
    description: manifest?.description ?? null,
    inputs: (manifest?.inputs ?? []).map((input) => ({
      name: input.name,
      type: input.type.kind,
      required: input.required,
      default: input.default ?? null,
      description: input.description ?? null,
    })),
  }));
  return JSON.stringify({ version: 1, components: listed }, null, 2);
}

function asText({ name, source, manifest }: Listed): string {
  if (manifest === undefined) return `${name}  ${source}, but it cannot be read: see flowc check components/${name}`;
  const { version, description, inputs } = manifest;
  const head = [name, version, source, description].filter((part) => part !== undefined).join("  ");
  const width = Math.max(...inputs.map((input) => input.name.length));
  return [head, ...inputs.map((input) => `  ${input.name.padEnd(width)}  ${traits(input)}`)].join("\n");
}

function traits({ type, required, default: fallback, description }: ComponentInput): string {
  const need = required ? ", required" : fallback === undefined ? "" : `, default ${JSON.stringify(fallback)}`;
  return `${type.kind}${need}${description === undefined ? "" : `: ${description}`}`;
}
