import { join } from "node:path";
import { thisPlatform } from "../5-bundle/addon.ts";
import type { OutputFile } from "../5-bundle/bundle.ts";
import { dockerFiles } from "../6-ship/docker/docker-files.ts";
import { imageProblems } from "../6-ship/docker/installation.ts";
import type { Plan } from "../plan.ts";
import { formatText } from "../report/text.ts";
import { say, UsageError, wantsColor } from "./context.ts";
import { refuseForeign } from "./refuse-foreign.ts";

/** The platform of a bundle that goes into an image: the one that is named, else Linux on this machine's processor. */
export function imagePlatform(named: string | undefined): string {
  if (named === undefined) return process.platform === "linux" ? thisPlatform() : `linux-${process.arch}`;
  if (named.startsWith("linux")) return named;
  throw new UsageError(`--docker makes an image of Linux, and --platform is ${named}`);
}

/** An image has one bundle. */
export function refuseSeveral(paths: readonly string[]): void {
  if (paths.length <= 1) return;
  throw new UsageError(
    `--docker makes the image of one workflow, not of ${paths.length}: build each into a folder of its own, with -o`,
  );
}

/** Whether an image can hold what the workflows ask for; says what it cannot. */
export function fitsImage(plans: readonly Plan[]): boolean {
  const problems = plans.flatMap(imageProblems);
  if (problems.length > 0) say(formatText(problems, wantsColor()));
  return problems.length === 0;
}

/** How the bundle was asked for. */
export interface DockerBuild {
  /** What the bundle and its files will be written into. */
  readonly folder: string;
  readonly target: "command" | "mcp";
  /** The value of --platform. */
  readonly named: string | undefined;
  /** SOURCE_DATE_EPOCH. */
  readonly date: Date | undefined;
}

/** What `--docker` writes beside a bundle. Throws where a file that flowc has not written for this bundle is in its place. */
export function newDockerFiles(
  plan: Plan,
  bundle: readonly OutputFile[],
  { folder, target, named, date }: DockerBuild,
): readonly OutputFile[] {
  const options = { platform: imagePlatform(named), pinned: named !== undefined, target, created: date };
  const made = dockerFiles(plan, bundle, options);
  for (const { name, text } of made) refuseForeign(join(folder, name), text, "--docker");
  return made;
}
