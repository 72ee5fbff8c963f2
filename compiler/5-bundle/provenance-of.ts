import { effectsOf } from "../describe/effects.ts";
import type { Plan } from "../nouns/plan.ts";
import { thisPlatform } from "./addon.ts";
import type { BundleOptions } from "./bundle.ts";
import type { DockerOptions, Provenance, ProvenanceOptions, SbomOptions } from "./provenance.ts";

/** Who builds, and how. */
export interface Making extends BundleOptions {
  readonly compilerVersion: string;
  readonly compilerBuild: string;
  readonly target?: string;
  readonly journal?: boolean;
  readonly docker?: ImageBuild | undefined;
  readonly sbom?: SbomOptions | undefined;
}

/** The image that a build is for. */
export interface ImageBuild {
  /** Such as linux-x64, where the user has named it; `linux` or `linuxmusl` where the image is for any processor. */
  readonly platform: string;
  /** The base image; undefined: the official one of Node. */
  readonly base?: string | undefined;
  /** Labels beside those that flowc knows, by their full names. */
  readonly labels?: Readonly<Record<string, string>>;
  /** When the image counts as made; undefined: nothing is said of it. */
  readonly created?: Date | undefined;
}

/** How the bundle of a plan is made. The platform is recorded only as far as the bytes depend on it. */
export function provenanceOf(plan: Plan, making: Making, usesSqlite: boolean): Omit<Provenance, "files"> {
  const { compilerVersion, compilerBuild, target = "command", minify, sourcemap } = making;
  const built = making.platform ?? thisPlatform();
  const platform = usesSqlite ? built : built.startsWith("win32") ? "windows" : "posix";
  const options: ProvenanceOptions = {
    target,
    platform,
    minify,
    sourcemap,
    ...(making.journal && { journal: true }),
    ...(making.otel && { otel: true }),
    ...(making.docker && { docker: dockerOptions(making.docker) }),
    ...(making.sbom && { sbom: making.sbom }),
  };
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

function dockerOptions({ platform, base, labels = {}, created }: ImageBuild): DockerOptions {
  return {
    platform,
    ...(base !== undefined && { base }),
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(created && { created: created.toISOString() }),
  };
}

/** The image to build for, from a provenance; undefined where it was built for none. */
export function imageBuildOf({ docker }: ProvenanceOptions): ImageBuild | undefined {
  if (docker === undefined) return undefined;
  const { created, ...rest } = docker;
  return { ...rest, created: created === undefined ? undefined : new Date(created) };
}

/** As much of the compiler's hash as a provenance holds. */
export function shortBuild(build: string): string {
  return build.slice(0, 16);
}

/** The platform to build for, from that in a provenance. */
export function platformOf({ platform }: ProvenanceOptions): string {
  return platform === "posix" ? "linux-x64" : platform === "windows" ? "win32-x64" : platform;
}
