import { readFileSync } from "node:fs";
import type { OutputFile } from "../../5-bundle/bundle.ts";
import type { SbomOptions } from "../../5-bundle/provenance.ts";
import { sha256 } from "../../5-bundle/seal.ts";
import { attestationFile } from "../../6-ship/attestation.ts";
import { executableName } from "../../6-ship/executable.ts";

/** What `flowc build --sbom` asks for; `created` is SOURCE_DATE_EPOCH. */
export function sbomOptions(
  { sbom, exe }: { readonly sbom: SbomOptions["format"] | undefined; readonly exe: boolean },
  created: Date | undefined,
): SbomOptions | undefined {
  if (sbom === undefined) return undefined;
  return {
    format: sbom,
    ...(created && { created: created.toISOString().replace(/\.\d+Z$/, "Z") }),
    ...(exe && { node: process.versions.node }),
  };
}

/** The attestation of each build, which has a bundle, over its files and those of the executables that are its own. */
export function attestations(
  builds: readonly (readonly OutputFile[])[],
  executables: readonly OutputFile[],
): readonly OutputFile[] {
  const node =
    executables.length === 0
      ? undefined
      : { version: process.versions.node, sha256: sha256(readFileSync(process.execPath)) };
  const programs = new Map(executables.map((file) => [file.name, file]));
  return builds.map((files) => {
    const bundle = files.find(({ name }) => name.endsWith(".mjs"))?.name ?? "";
    const program = programs.get(executableName(bundle.replace(/\.mjs$/, "")));
    return attestationFile(program === undefined ? files : [...files, program], node);
  });
}
