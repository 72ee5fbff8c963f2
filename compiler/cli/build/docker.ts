import { join } from "node:path";
import { thisPlatform } from "../../5-bundle/addon.ts";
import type { OutputFile } from "../../5-bundle/bundle.ts";
import type { ImageBuild } from "../../5-bundle/provenance-of.ts";
import { imageFiles } from "../../6-ship/docker/docker-files.ts";
import { imageProblems } from "../../6-ship/docker/installation.ts";
import type { Plan } from "../../nouns/plan.ts";
import { sayFindings } from "../shared/check-at.ts";
import { type Context, UsageError } from "../shared/context.ts";
import { refuseForeign } from "./refuse-foreign.ts";

/** The platform of a bundle that goes into an image: the one that is named, else Linux on this machine's processor. */
export function imagePlatform(named: string | undefined): string {
  if (named === undefined) return process.platform === "linux" ? thisPlatform() : `linux-${process.arch}`;
  if (named.startsWith("linux")) return named;
  throw new UsageError(`--docker makes a Linux image, but --platform is ${named}`);
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

/** The image that a bundle is built for; `named` is the value of --platform, `created` SOURCE_DATE_EPOCH. */
export function imageBuild(named: string | undefined, created: Date | undefined): ImageBuild {
  return { platform: imagePlatform(named), pinned: named !== undefined, created };
}

/** Throws where a file that flowc has not written for this bundle is in the place of one of the image's. */
export function refuseForeignImage(files: readonly OutputFile[], folder: string): void {
  for (const file of files) {
    if (file.kind !== "text" || !imageFiles.has(file.name)) continue;
    refuseForeign(join(folder, file.name), file.text, "--docker");
  }
}
