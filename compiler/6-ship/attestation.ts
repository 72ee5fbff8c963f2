import type { OutputFile } from "../5-bundle/bundle.ts";
import { type Provenance, parseProvenance } from "../5-bundle/provenance.ts";
import { contentOf, readSeal, sha256 } from "../5-bundle/seal.ts";
import { nodePurl } from "./sbom/bill.ts";

/** The Node in an executable. */
export interface NodeInside {
  readonly version: string;
  /** SHA-256 (hex) of the Node that the executable is a copy of. */
  readonly sha256: string;
}

/** What a statement says, as far as flowc reads it. */
export interface Attestation {
  /** Of each file by its name, the SHA-256 (hex). */
  readonly subjects: ReadonlyMap<string, string>;
  /** That of the bundle, without its files: they are subjects. */
  readonly provenance: Provenance;
  /** The version of Node in the executable; undefined where there is none. */
  readonly node: string | undefined;
}

/**
 * The statement about the files of one build: in-toto Statement v1 (github.com/in-toto/attestation) with SLSA provenance v1
 * (slsa.dev/spec/v1.0/provenance). What it says of the making is what the bundle's own comment does. It is not signed.
 */
export function attestationFile(files: readonly OutputFile[], node: NodeInside | undefined): OutputFile {
  const bundle = files.find(({ name }) => name.endsWith(".mjs"));
  const seal = bundle?.kind === "text" ? readSeal(Buffer.from(bundle.text)) : undefined;
  if (bundle === undefined || seal?.kind !== "whole" || seal.provenance === undefined)
    throw new Error("there is no bundle to attest");
  const subject = files.map((file) => ({ name: file.name, digest: { sha256: sha256(contentOf(file)) } }));
  const text = `${JSON.stringify(statement(subject, seal.provenance, node), null, 2)}\n`;
  return { kind: "text", name: bundle.name.replace(/\.mjs$/, ".intoto.json"), text, executable: false };
}

const statementType = "https://in-toto.io/Statement/v1";
const predicateType = "https://slsa.dev/provenance/v1";
const project = "https://github.com/flowc/flowc";
const buildType = `${project}/blob/main/docs/provenance.md#attestations`;

function statement(subject: readonly object[], made: Provenance, node: NodeInside | undefined): object {
  const { name, sourceHash, compilerVersion, compilerBuild, options, effects } = made;
  const nodes = node && [{ name: "node", uri: nodePurl(node.version), digest: { sha256: node.sha256 } }];
  return {
    _type: statementType,
    subject,
    predicateType,
    predicate: {
      buildDefinition: {
        buildType,
        externalParameters: { workflow: name, options },
        internalParameters: { effects },
        resolvedDependencies: [{ name: "sources", digest: { sha256: sourceHash } }, ...(nodes ?? [])],
      },
      runDetails: { builder: { id: project, version: { flowc: compilerVersion, build: compilerBuild } } },
    },
  };
}

/** Reads a statement; undefined where it is not what this flowc writes. */
export function parseAttestation(text: string): Attestation | undefined {
  const value = parsed(text);
  const at = (...path: readonly (string | number)[]): unknown => path.reduce(step, value);
  if (at("_type") !== statementType || at("predicateType") !== predicateType) return undefined;
  const [build, builder] = [
    ["predicate", "buildDefinition"],
    ["predicate", "runDetails", "builder"],
  ] as const;
  if (at(...build, "buildType") !== buildType) return undefined;
  const subjects = subjectsOf(at("subject"));
  const provenance = parseProvenance(
    JSON.stringify({
      name: at(...build, "externalParameters", "workflow"),
      sourceHash: at(...build, "resolvedDependencies", 0, "digest", "sha256"),
      compilerVersion: at(...builder, "version", "flowc"),
      compilerBuild: at(...builder, "version", "build"),
      options: at(...build, "externalParameters", "options"),
      effects: at(...build, "internalParameters", "effects"),
      files: {},
    }),
  );
  const uri = at(...build, "resolvedDependencies", 1, "uri");
  const node = typeof uri === "string" ? /^pkg:generic\/node@(\d+\.\d+\.\d+[\w.-]*)$/.exec(uri)?.[1] : undefined;
  return subjects && provenance && { subjects, provenance, node };
}

function subjectsOf(value: unknown): ReadonlyMap<string, string> | undefined {
  if (!Array.isArray(value)) return undefined;
  const subjects = value.map((one: unknown) => [step(one, "name"), step(step(one, "digest"), "sha256")] as const);
  const whole = subjects.filter((one): one is readonly [string, string] =>
    one.every((text) => typeof text === "string"),
  );
  return whole.length === subjects.length && whole.length > 0 ? new Map(whole) : undefined;
}

function step(value: unknown, key: string | number): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
