import { imageName, labelName } from "../nouns/image-names.ts";

/**
 * What a bundle says of its own making, as JSON in a comment on its second line. `sha256`, the last key of that JSON, is
 * over all bytes of the bundle but its own digits: it finds accidents and naive edits, and is not a signature.
 */
export interface Provenance {
  /** Name of the workflow. */
  readonly name: string;
  /** SHA-256 (hex) over all that the workflow was made of. */
  readonly sourceHash: string;
  readonly compilerVersion: string;
  /** Changes whenever the compiler does, also between two builds of one version. */
  readonly compilerBuild: string;
  readonly options: ProvenanceOptions;
  readonly effects: Readonly<Record<string, readonly string[]>>;
  /** SHA-256 (hex) of the files that were written beside it, by name. */
  readonly files: Readonly<Record<string, string>>;
}

/** What a build was asked for, as far as it decides the bytes: with these a bundle can be built again. */
export interface ProvenanceOptions {
  readonly target: string;
  /** The addon's platform, such as linux-x64; a bundle without one is for "posix" or "windows". */
  readonly platform: string;
  readonly minify: boolean;
  readonly sourcemap: boolean;
  /** With `--journal`. */
  readonly journal?: true;
  /** With `--otel`. */
  readonly otel?: true;
  /** With `--docker`. */
  readonly docker?: DockerOptions;
  /** With `--sbom`. */
  readonly sbom?: SbomOptions;
}

/** What a software bill of materials depends on beside the bundle. */
export interface SbomOptions {
  readonly format: "cyclonedx" | "spdx";
  /** SOURCE_DATE_EPOCH, as ISO 8601 without fractions of a second. */
  readonly created?: string;
  /** With `--exe`: the version of the Node in the executable. */
  readonly node?: string;
}

/** What the files of an image depend on beside the bundle. */
export interface DockerOptions {
  /** Such as linux-x64; `linux` or `linuxmusl` where the image may be of any processor. */
  readonly platform: string;
  /** The base image, where `--base` names it. */
  readonly base?: string;
  /** What `--label` gives, by its full name. */
  readonly labels?: Readonly<Record<string, string>>;
  /** SOURCE_DATE_EPOCH, as ISO 8601. */
  readonly created?: string;
}

/** The comment that holds it starts so. */
export const provenanceMark = "// flowc-provenance ";

/** The provenance in this JSON; undefined where it is not what this flowc writes. */
export function parseProvenance(json: string): Provenance | undefined {
  const value = parseJson(json);
  return isProvenance(value) ? value : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isProvenance(value: unknown): value is Provenance {
  if (!isRecord(value)) return false;
  const { name, sourceHash, compilerVersion, compilerBuild, options, effects, files } = value;
  return (
    typeof name === "string" &&
    matches(sourceHash, /^[\da-f]{64}$/) &&
    // It is shown to users as it is.
    matches(compilerVersion, /^[\w.+-]{1,64}$/) &&
    matches(compilerBuild, /^\w{1,64}$/) &&
    isOptions(options) &&
    isRecord(effects) &&
    Object.values(effects).every((items) => Array.isArray(items) && items.every((item) => typeof item === "string")) &&
    isRecord(files) &&
    // A name and no path: nothing elsewhere is read because a bundle says so.
    Object.entries(files).every(([file, hash]) => /^\.?\w[\w.-]*$/.test(file) && matches(hash, /^[\da-f]{64}$/))
  );
}

function isOptions(value: unknown): value is ProvenanceOptions {
  if (!isRecord(value)) return false;
  const { target, platform, minify, sourcemap, journal, otel, docker, sbom } = value;
  return (
    typeof target === "string" &&
    typeof platform === "string" &&
    typeof minify === "boolean" &&
    typeof sourcemap === "boolean" &&
    [journal, otel].every((option) => option === undefined || option === true) &&
    (docker === undefined || isDockerOptions(docker)) &&
    (sbom === undefined || isSbomOptions(sbom))
  );
}

function isSbomOptions(value: unknown): value is SbomOptions {
  if (!isRecord(value)) return false;
  const { format, created, node } = value;
  return (
    matches(format, /^(?:cyclonedx|spdx)$/) &&
    (created === undefined || matches(created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)) &&
    (node === undefined || matches(node, /^\d+\.\d+\.\d+[\w.-]*$/))
  );
}

function isDockerOptions(value: unknown): value is DockerOptions {
  if (!isRecord(value)) return false;
  const { platform, base, labels, created } = value;
  return (
    matches(platform, /^linux(?:musl)?(?:-\w+)?$/) &&
    (base === undefined || matches(base, imageName)) &&
    (labels === undefined || isLabels(labels)) &&
    (created === undefined || (typeof created === "string" && !Number.isNaN(Date.parse(created))))
  );
}

function isLabels(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return Object.entries(value).every(([name, text]) => labelName.test(name) && typeof text === "string");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === "string" && pattern.test(value);
}
