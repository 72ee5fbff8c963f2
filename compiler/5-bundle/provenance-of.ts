import { effectsOf } from "../4-emit/effects.ts";
import type { Plan } from "../plan.ts";
import { thisPlatform } from "./addon.ts";
import type { BundleOptions } from "./bundle.ts";
import type { Provenance, ProvenanceOptions } from "./provenance.ts";

/** Who builds, and how. */
export interface Making extends BundleOptions {
  readonly compilerVersion: string;
  readonly compilerBuild: string;
  readonly target?: string;
}

/** How the bundle of a plan is made. The platform is told only as far as the bytes depend on it. */
export function provenanceOf(plan: Plan, making: Making, usesSqlite: boolean): Omit<Provenance, "files"> {
  const { compilerVersion, compilerBuild, target = "command", minify, sourcemap } = making;
  const built = making.platform ?? thisPlatform();
  const platform = usesSqlite ? built : built.startsWith("win32") ? "windows" : "posix";
  const options: ProvenanceOptions = { target, platform, minify, sourcemap };
  const { name, sourceHash } = plan;
  return {
    name,
    sourceHash,
    compilerVersion,
    compilerBuild: shortBuild(compilerBuild),
    options,
    effects: effectsOf(plan),
  };
}

/** As much of the compiler's hash as a provenance holds. */
export function shortBuild(build: string): string {
  return build.slice(0, 16);
}

/** The platform to build for, from that in a provenance. */
export function platformOf({ platform }: ProvenanceOptions): string {
  return platform === "posix" ? "linux-x64" : platform === "windows" ? "win32-x64" : platform;
}
