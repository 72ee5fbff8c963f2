import { readFileSync } from "node:fs";
import type { OutputFile } from "../../5-bundle/bundle.ts";
import type { Package } from "../../5-bundle/package.ts";
import type { SbomOptions } from "../../5-bundle/provenance.ts";
import { sha256 } from "../../5-bundle/seal.ts";
import type { Plan } from "../../nouns/plan.ts";

/** What a build is made of, whatever the format it is written in. */
export interface Bill {
  readonly workflow: Pick<Plan, "name" | "version" | "sourceHash">;
  /** File name of the bundle. */
  readonly bundle: string;
  /** The flowc that wrote it. */
  readonly compilerVersion: string;
  /** Each package with code in the bundle once, by name and version. */
  readonly packages: readonly Package[];
  readonly addons: readonly Addon[];
  readonly options: SbomOptions;
}

/** A binary beside the bundle. */
export interface Addon {
  readonly name: string;
  /** In hex. */
  readonly sha256: string;
}

/** The bill of what the bundling gave. Throws where there is no bundle among the files. */
export function billOf(
  { name, version, sourceHash }: Bill["workflow"],
  files: readonly OutputFile[],
  making: Pick<Bill, "compilerVersion" | "options">,
): Bill {
  const bundle = files.find(({ name }) => name.endsWith(".mjs"));
  if (bundle?.kind !== "text") throw new Error("there is no bundle to make a bill of");
  const inside = (bundle.parts ?? []).flatMap((part) => part.package ?? []);
  const byPurl = new Map(inside.map((one) => [purl(one), one]));
  const packages = [...byPurl].sort(([first], [second]) => (first < second ? -1 : 1)).map(([, one]) => one);
  const addons = files.flatMap((file) =>
    file.kind === "copy" ? [{ name: file.name, sha256: sha256(readFileSync(file.from)) }] : [],
  );
  return { ...making, workflow: { name, version, sourceHash }, bundle: bundle.name, packages, addons };
}

/** The package URL of an npm package (github.com/package-url/purl-spec): `pkg:npm/%40scope/name@1.2.3`. */
export function purl({ name, version }: Pick<Package, "name" | "version">): string {
  return `pkg:npm/${name.replace("@", "%40")}@${encodeURIComponent(version)}`;
}

/** The package URL of the Node in an executable. */
export function nodePurl(version: string): string {
  return `pkg:generic/node@${version}`;
}

/** A UUID (version 8, RFC 9562) that is the same for the same bill, and for no other. */
export function billId(bill: Bill): string {
  const { packages, ...rest } = bill;
  const hex = sha256(JSON.stringify({ ...rest, packages: packages.map(purl) }));
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join("-");
}
