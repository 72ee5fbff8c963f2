import { imagePlatforms, platforms } from "../../5-bundle/addon.ts";
import type { Provenance } from "../../5-bundle/provenance.ts";
import { imageBuildOf, platformOf } from "../../5-bundle/provenance-of.ts";
import { type BuildOptions, buildPlan, type Checked } from "../../compile.ts";
import { buildSpec } from "../command-table/build.ts";
import { checkSources } from "../shared/check-at.ts";
import type { Context } from "../shared/context.ts";
import { readWorkflow } from "../shared/read-workflow.ts";
import { workflowPaths } from "../shared/workflow-paths.ts";

/** A workflow that a bundle may have been made from. */
export interface Origin extends Pick<Checked, "name" | "plan" | "sourceHash"> {
  /** Its path as users are shown it. */
  readonly shown: string;
}

export interface Origins {
  readonly all: readonly Origin[];
  /** What was given for them. */
  readonly path: string;
  /** The one that a bundle was made from; where several have its name, that with its sources, else the first. */
  readonly of: (made: Pick<Provenance, "name" | "sourceHash">) => Origin | undefined;
}

/** The workflows that `path` stands for. One alone is what a single bundle was made from, whatever its name is today. */
export async function readOrigins(path: string, byName: boolean, context: Context): Promise<Origins> {
  const all: Origin[] = [];
  for (const file of workflowPaths([path], context)) {
    const sources = readWorkflow(file, context);
    const { name, plan, sourceHash } = await checkSources(sources, context);
    all.push({ name, plan, sourceHash, shown: sources.workflow.path });
  }
  const alone = byName || all.length > 1 ? undefined : all[0];
  const of: Origins["of"] = ({ name, sourceHash }) => {
    const named = all.filter((origin) => origin.name === name);
    return alone ?? named.find((origin) => origin.sourceHash === sourceHash) ?? named[0];
  };
  return { all, path, of };
}

/** The bundle that this flowc makes of the workflow with the options of the provenance; undefined where it makes none. */
export async function rebuild({ plan }: Origin, provenance: Provenance, context: Context): Promise<string | undefined> {
  const options = optionsOf(provenance, context);
  if (plan === undefined || options === undefined) return undefined;
  const files = await buildPlan(plan, options);
  const bundle = files.find(({ name }) => name.endsWith(".mjs"));
  return bundle?.kind === "text" ? bundle.text : undefined;
}

/** How to build again what this provenance is of; undefined where this flowc cannot. */
export function optionsOf({ options }: Provenance, context: Context): BuildOptions | undefined {
  const { minify, sourcemap, journal = false, otel = false } = options;
  const target = buildSpec.options.target.values.find((value) => value === options.target);
  const platform = platformOf(options);
  if (target === undefined || !platforms.includes(platform)) return undefined;
  const { packageFolder, version, build } = context;
  const compiler = { packageFolder, compilerVersion: version, compilerBuild: build };
  const docker = imageBuildOf(options);
  if (
    docker !== undefined &&
    (target === "github-action" || target === "lambda" || imagePlatforms(docker.platform).length === 0)
  )
    return undefined;
  const how = { target, minify, sourcemap, journal, otel, platform, docker, sbom: options.sbom };
  return { ...compiler, ...how };
}
