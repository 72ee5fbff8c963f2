import { realpathSync } from "node:fs";
import type { Decisions } from "../4-emit/decisions.ts";
import { addonFile, imagePlatforms } from "../5-bundle/addon.ts";
import type { BundleOptions, OutputFile } from "../5-bundle/bundle.ts";
import { bundleName } from "../5-bundle/bundle-name.ts";
import type { SbomOptions } from "../5-bundle/provenance.ts";
import type { ImageBuild } from "../5-bundle/provenance-of.ts";
import { usesSqlite } from "../5-bundle/uses-sqlite.ts";
import type { Plan } from "../nouns/plan.ts";
import { type BuildTarget, bundleTarget, manifestFiles } from "./build-target.ts";
import { dockerFiles } from "./docker/docker-files.ts";
import type { ImageOptions } from "./docker/image.ts";
import { actionFile } from "./github-action.ts";
import { scheduleFile } from "./github-schedule.ts";
import { licenseNotices } from "./notices.ts";

/** Where and how a plan is turned into files. */
export interface BuildOptions extends BundleOptions {
  readonly packageFolder: string;
  readonly compilerVersion: string;
  /** Of the compiler: see Context. */
  readonly compilerBuild: string;
  readonly target?: BuildTarget;
  /** True: the bundle can keep its runs, also where `settings.history` does not ask for it. */
  readonly journal?: boolean;
  /** Takes the decisions of a bundle that counts which ways its runs go, for tests. */
  readonly decisions?: Decisions;
  /** For an image: its Dockerfile, .dockerignore and compose.yaml belong to the build. */
  readonly docker?: ImageBuild | undefined;
  /** For a software bill of materials beside the bundle. */
  readonly sbom?: SbomOptions | undefined;
}

/** Emits and bundles a plan, or what goes into its executable. */
export async function buildPlan(plan: Plan, options: BuildOptions): Promise<readonly OutputFile[]> {
  const { emitDeclaration, seal, provenanceOf, ...phases } = await heavyPhases();
  const target = bundleTarget(options.target);
  const isDurable = target === "dbos";
  const hasSqlite = usesSqlite(plan, isDurable);
  // AWS Lambda looks for index.handler where nothing else is said, and has no name with a dot for a module.
  const fileName = target === "lambda" ? "index" : bundleName(plan.name);
  const input = {
    ...emitted(plan, options, phases),
    fileName,
    name: plan.name,
    // esbuild follows links, and names modules by their way from this folder.
    runtimeFolder: realpathSync(`${options.packageFolder}/runtime`),
    usesSqlite: hasSqlite,
    usesRequire: isDurable || hasSqlite || plan.connections.length > 0,
  };
  const files = [...(await phases.bundle(input, options)), ...addonsOfImage(plan, options)];
  if (options.executable) return files;
  const declaration = emitDeclaration(plan, target);
  const made = [
    ...files,
    { kind: "text", name: `${fileName}.d.mts`, text: declaration, executable: false } as const,
    ...licenseNotices(files),
    ...(target === "github-action" ? [actionFile(plan, `${fileName}.mjs`), ...scheduleFile(plan, fileName)] : []),
    ...manifestFiles(plan, options.target),
  ];
  const beside = options.docker === undefined ? [] : dockerFiles(plan, made, imageOptions(options, options.docker));
  return seal([...made, ...beside, ...(await sbomOf(plan, files, options))], provenanceOf(plan, options, hasSqlite));
}

type Phases = Awaited<ReturnType<typeof heavyPhases>>;

/** What takes long to load, and is loaded only here. */
async function heavyPhases() {
  const modules = await Promise.all([
    import("../4-emit/module.ts"),
    import("../4-emit/declaration.ts"),
    import("../4-emit/validators.ts"),
    import("../5-bundle/bundle.ts"),
    import("../5-bundle/seal.ts"),
    import("../5-bundle/provenance-of.ts"),
    import("../5-bundle/yaml-map.ts"),
  ]);
  const [{ emitModule }, { emitDeclaration }, { emitValidators }, { bundle }, { seal }, ...others] = modules;
  const [{ provenanceOf }, { sourcesOf }] = others;
  return { emitModule, emitDeclaration, emitValidators, bundle, seal, provenanceOf, sourcesOf };
}

/** The texts that esbuild is given. */
function emitted(
  plan: Plan,
  options: BuildOptions,
  { emitModule, emitValidators, sourcesOf }: Pick<Phases, "emitModule" | "emitValidators" | "sourcesOf">,
) {
  const target = bundleTarget(options.target);
  const validators = emitValidators(plan);
  const module = emitModule(plan, {
    compilerVersion: options.compilerVersion,
    validators: validators.names,
    target,
    ...(options.executable && { executable: true }),
    ...(options.target === "dbos-mcp" && { agent: true }),
    // Runs in a database are kept there.
    ...((options.journal || plan.history) && target !== "dbos" && { journal: true }),
    decisions: options.decisions,
  });
  return { module, sources: sourcesOf(plan), validators: validators.text };
}

async function sbomOf(
  plan: Plan,
  files: readonly OutputFile[],
  { sbom, compilerVersion }: BuildOptions,
): Promise<readonly OutputFile[]> {
  if (sbom === undefined) return [];
  const { sbomFile } = await import("./sbom/sbom-file.ts");
  return [sbomFile(plan, files, { compilerVersion, options: sbom })];
}

/** Those of an image that is for more processors than the one that the bundle has its addon for. */
function addonsOfImage(plan: Plan, { docker, platform, target }: BuildOptions): readonly OutputFile[] {
  if (docker === undefined || !usesSqlite(plan, bundleTarget(target) === "dbos")) return [];
  const others = imagePlatforms(docker.platform).filter((one) => one !== platform);
  return others.map((one) => ({ kind: "copy", ...addonFile(one) }));
}

function imageOptions({ target }: BuildOptions, image: ImageBuild): ImageOptions {
  const made = bundleTarget(target);
  if (made === "github-action" || made === "lambda") throw new Error(`no image is made for ${made}`);
  return { ...image, target: made };
}
