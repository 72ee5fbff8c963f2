import { statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { platforms } from "../../5-bundle/addon.ts";
import type { OutputFile } from "../../5-bundle/bundle.ts";
import { analysis } from "../../6-ship/analysis.ts";
import { bundleTarget } from "../../6-ship/build-target.ts";
import { type BuildOptions, buildPlan, bundleName, obstacles } from "../../compile.ts";
import type { Plan } from "../../nouns/plan.ts";
import { sortDiagnostics } from "../../nouns/sort-diagnostics.ts";
import { buildSpec } from "../command-table/build.ts";
import { readArguments } from "../shared/arguments.ts";
import { checkAt, sayFindings } from "../shared/check-at.ts";
import { type Command, type Context, UsageError } from "../shared/context.ts";
import { namesOfTheirOwn, withBundles } from "../shared/with-bundle.ts";
import { workflowPaths } from "../shared/workflow-paths.ts";
import { writeFiles } from "../shared/write-files.ts";
import { actionPlatform, canBeAction, refuseForeignAction } from "./action.ts";
import { checkPlatform } from "./check-platform.ts";
import { fitsImage, imageBuild, platformInImage, refuseForeignImage, refuseSeveral } from "./docker.ts";
import { canBeDurable } from "./durable.ts";
import { withExecutables } from "./executables.ts";
import { lambdaPlatform, refuseOtherThanServer } from "./lambda.ts";
import { refuseForeignManifests, refuseInputs, refuseSameManifests } from "./manifests.ts";
import { sourceDate } from "./source-date.ts";
import { attestations, sbomOptions } from "./supply.ts";

/** `flowc build PATH… [-o dist]`: writes the bundle of every workflow, or of none where one has errors. */
export const build: Command = async (argv, context) => {
  const { values, positionals } = readArguments(buildSpec, argv);
  if (values.describe) return describe(positionals, context);
  refuseValues(values);
  const { minify, sourcemap, journal, otel, docker, exe, target, attest } = values;
  const date = sourceDate(context.environment);
  const platform = platformOf(values);
  const image = imageBuild(values, date);
  const paths = workflowPaths(positionals, context);
  if (docker) refuseSeveral(paths);
  const plans: (Plan | undefined)[] = [];
  for (const path of paths) plans.push(await planOf(path, context));
  const usable = plans.filter((plan) => plan !== undefined);
  if (usable.length < plans.length) return 1;
  if (!fitsTarget(usable, values, context)) return 1;
  refuseTwins(usable);
  checkPlatform(usable, { platform, executable: exe });
  const options: BuildOptions = {
    minify,
    sourcemap,
    journal,
    otel,
    platform,
    target,
    docker: image,
    sbom: sbomOptions(values, date),
    packageFolder: context.packageFolder,
    compilerVersion: context.version,
    compilerBuild: context.build,
  };
  const built = await Promise.all(usable.map((plan) => buildPlan(plan, options)));
  const folder = resolve(context.workingFolder, values.out);
  if (target === "github-action") refuseForeignAction(built.flat(), folder);
  refuseForeignManifests(usable, target, folder);
  if (docker) refuseForeignImage(built.flat(), folder);
  // Bundles share their addon.
  const files = [...new Map(built.flat().map((file) => [file.name, file])).values()];
  const write = (executables: readonly OutputFile[]): void => {
    const all = [...files, ...executables, ...(attest ? attestations(built, executables) : [])];
    writeFiles(folder, all, date);
    context.say(all.map((file) => written(file, folder, context)).join("\n"));
  };
  if (exe) await withExecutables(usable, { options, beside: files }, write);
  else write([]);
  if (values.analyze) context.say(`\n${built.map(analysis).join("\n")}`);
  return 0;
};

/** False: diagnostics say why these workflows cannot be what they are built as. */
function fitsTarget(plans: readonly Plan[], { docker, target }: BuildValues, context: Context): boolean {
  if (docker && !fitsImage(plans, context)) return false;
  if (bundleTarget(target) === "dbos" && !canBeDurable(plans, { docker, target }, context)) return false;
  if (target === "github-action" && !canBeAction(plans, context)) return false;
  if (target === "lambda") refuseOtherThanServer(plans);
  refuseInputs(plans, target);
  refuseSameManifests(plans, target);
  return true;
}

type BuildValues = ReturnType<typeof readArguments<typeof buildSpec>>["values"];

function refuseValues({ target, docker, exe, journal, out }: BuildValues): void {
  if (out === "") throw new UsageError("--out takes a folder, not an empty text");
  const given = { journal, docker, exe };
  const refused = refusals.find((one) => one.target === target && given[one.option]);
  if (refused) throw new UsageError(`--target ${target} ${refused.why}: leave out --${refused.option}`);
}

/** What a target cannot be built with, and why. */
const refusals: readonly {
  readonly target: BuildValues["target"];
  readonly option: "journal" | "docker" | "exe";
  readonly why: string;
}[] = [
  { target: "dbos", option: "journal", why: "keeps runs in PostgreSQL" },
  { target: "dbos", option: "exe", why: "makes a bundle for Node" },
  { target: "dbos-mcp", option: "journal", why: "keeps runs in PostgreSQL" },
  { target: "dbos-mcp", option: "exe", why: "makes a bundle for Node" },
  { target: "dbos-mcp", option: "docker", why: "makes a server that its client starts" },
  { target: "dbos-kubernetes", option: "journal", why: "keeps runs in PostgreSQL" },
  { target: "dbos-kubernetes", option: "exe", why: "starts an image, which holds a bundle" },
  { target: "kubernetes", option: "exe", why: "starts an image, which holds a bundle" },
  { target: "systemd", option: "docker", why: "starts the bundle with Node" },
  { target: "systemd", option: "exe", why: "starts the bundle with Node" },
  { target: "lambda", option: "docker", why: "makes a folder for AWS Lambda's own Node" },
  { target: "lambda", option: "exe", why: "makes a folder for AWS Lambda's own Node" },
  { target: "github-action", option: "docker", why: "makes a step of GitHub Actions" },
  { target: "github-action", option: "exe", why: "makes a step of GitHub Actions" },
];

/** The platform that the bundles are for; undefined: this machine's. */
function platformOf({ docker, target, platform, exe }: BuildValues): string | undefined {
  if (docker) return platformInImage(platform, exe);
  if (target === "lambda") return lambdaPlatform(platform);
  if (platform !== undefined && !platforms.includes(platform))
    throw new UsageError(
      `--platform ${platform} names no processor, which only an image can do without: give --docker`,
    );
  return platform ?? (target === "github-action" ? actionPlatform : undefined);
}

/** Prints what each bundle says of itself, as JSON one after another, and writes none. */
async function describe(paths: readonly string[], context: Context): Promise<number> {
  const code = await withBundles({ paths, cache: true }, context, async (bundles) => {
    await context.print(bundles.map((bundle) => JSON.stringify(bundle.describe, null, 2)).join("\n"));
    return 0;
  });
  return code === 0 ? 0 : 1;
}

/** Prints what was found; undefined where there are errors. */
async function planOf(path: string, context: Context): Promise<Plan | undefined> {
  const checked = await checkAt(path, context);
  const warnings = checked.diagnostics.filter(({ severity }) => severity === "warning");
  sayFindings(sortDiagnostics([...warnings, ...obstacles(checked)]), context);
  return checked.plan;
}

function refuseTwins(plans: readonly Plan[]): void {
  const names = new Map<string, Plan>();
  for (const plan of plans) {
    const name = bundleName(plan.name);
    const twin = names.get(name);
    if (twin !== undefined)
      throw new UsageError(
        `${twin.source.path} and ${plan.source.path} would both be written as ${name}.mjs: ${namesOfTheirOwn}`,
      );
    names.set(name, plan);
  }
}

function written({ name }: OutputFile, folder: string, context: Context): string {
  const path = join(folder, name);
  const kilobytes = (statSync(path).size / 1024).toFixed(1);
  return `${relative(context.workingFolder, path)}  ${kilobytes} KB`;
}
