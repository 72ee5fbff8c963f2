import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Platforms for which better-sqlite3 brings an addon. */
export const platforms: readonly string[] = [
  "linux-x64",
  "linux-arm64",
  "linuxmusl-x64",
  "linuxmusl-arm64",
  "darwin-x64",
  "darwin-arm64",
  "win32-x64",
  "win32-arm64",
];

/** The platforms that an image for `linux-x64` is for, or one for any processor: `linux`, `linuxmusl`. */
export function imagePlatforms(named: string): readonly string[] {
  return platforms.filter((platform) => platform === named || platform.startsWith(`${named}-`));
}

/** The platform of this machine, in the same words. */
export function thisPlatform(): string {
  const musl = process.platform === "linux" && !hasGlibc();
  return `${process.platform}${musl ? "musl" : ""}-${process.arch}`;
}

/** The version of better-sqlite3 that bundles are made with; it is a part of the addon's file name. */
export function addonVersion(): string {
  const { version } = JSON.parse(readFileSync(packageFile(), "utf8")) as { version: string };
  return version;
}

/** The addon for a platform: where it lies, and its name beside the bundle. */
export function addonFile(platform: string): { readonly name: string; readonly from: string } {
  const from = join(dirname(packageFile()), "prebuilds", `${platform}.node`);
  return { from, name: `better-sqlite3-${addonVersion()}-${platform}.node` };
}

function packageFile(): string {
  return createRequire(import.meta.url).resolve("better-sqlite3/package.json");
}

function hasGlibc(): boolean {
  Object.assign(process.report, { excludeNetwork: true }); // else it looks up host names
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime !== undefined;
}
