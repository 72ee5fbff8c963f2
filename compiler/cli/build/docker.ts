import { join } from "node:path";
import { thisPlatform } from "../../5-bundle/addon.ts";
import type { OutputFile } from "../../5-bundle/bundle.ts";
import type { ImageBuild } from "../../5-bundle/provenance-of.ts";
import { imageFiles } from "../../6-ship/docker/docker-files.ts";
import { imageProblems } from "../../6-ship/docker/installation.ts";
import { imageName, labelName } from "../../nouns/image-names.ts";
import type { Plan } from "../../nouns/plan.ts";
import { sayFindings } from "../shared/check-at.ts";
import { type Context, UsageError } from "../shared/context.ts";
import { refuseForeign } from "./refuse-foreign.ts";

/**
 * The platform of an image: what `--platform` names, such as linux-arm64, or linux and linuxmusl for any processor; without
 * it any processor with this machine's C library.
 */
function imagePlatform(named: string | undefined): string {
  if (named === undefined) return process.platform === "linux" ? thisPlatform().replace(/-.*/, "") : "linux";
  if (named.startsWith("linux")) return named;
  throw new UsageError(`--docker makes a Linux image, but --platform is ${named}`);
}

/** The platform of the bundle in it. An executable beside it is for this machine. */
export function platformInImage(named: string | undefined, executable: boolean): string {
  const platform = imagePlatform(named);
  return platform.includes("-") ? platform : `${platform}-${executable ? process.arch : "x64"}`;
}

/** An image has one bundle. */
export function refuseSeveral(paths: readonly string[]): void {
  if (paths.length <= 1) return;
  throw new UsageError(
    `--docker makes the image of one workflow, not of ${paths.length}: build each into a folder of its own, with -o`,
  );
}

/** Whether an image can hold what the workflows ask for; says what it cannot. */
export function fitsImage(plans: readonly Plan[], context: Context): boolean {
  const problems = plans.flatMap(imageProblems);
  sayFindings(problems, context);
  return problems.length === 0;
}

/** What `flowc build --docker` may be given for its image. */
interface ImageValues {
  readonly docker: boolean;
  readonly platform: string | undefined;
  readonly base: string | undefined;
  readonly label: readonly string[];
}

/** The image that a bundle is built for; `created` is SOURCE_DATE_EPOCH. Throws UsageError for what cannot be a base or a label. */
export function imageBuild(
  { docker, platform, base, label }: ImageValues,
  created: Date | undefined,
): ImageBuild | undefined {
  if (!docker) {
    if (base !== undefined || label.length > 0)
      throw new UsageError(`${base === undefined ? "--label" : "--base"} is for images: give --docker, too`);
    return undefined;
  }
  if (base !== undefined && !imageName.test(base))
    throw new UsageError(
      `--base takes the name of an image, such as node:24-slim@sha256:…, not ${JSON.stringify(base)}`,
    );
  return { platform: imagePlatform(platform), base, labels: Object.fromEntries(label.map(labelOf)), created };
}

function labelOf(text: string): readonly [name: string, value: string] {
  const [name = "", ...rest] = text.split("=");
  const full = ociLabels.has(name) ? `org.opencontainers.image.${name}` : name;
  if (rest.length > 0 && labelName.test(full)) return [full, rest.join("=")];
  const known = [...ociLabels].join(", ");
  throw new UsageError(
    `--label takes NAME=VALUE, not ${JSON.stringify(text)}; NAME is one of ${known}, or has dots: com.example.team`,
  );
}

/** Names of the OCI image specification (annotations) that only the user knows the values of. */
const ociLabels: ReadonlySet<string> = new Set([
  ...["source", "revision", "licenses", "vendor", "authors", "url", "documentation", "ref.name"],
]);

/** Throws where a file that flowc has not written for this bundle is in the place of one of the image's. */
export function refuseForeignImage(files: readonly OutputFile[], folder: string): void {
  for (const file of files) {
    if (file.kind !== "text" || !imageFiles.has(file.name)) continue;
    refuseForeign(join(folder, file.name), file.text, "--docker");
  }
}
