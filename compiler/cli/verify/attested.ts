import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { displayPath } from "../../1-load/display-path.ts";
import { reason } from "../../1-load/find-files.ts";
import type { Provenance } from "../../5-bundle/provenance.ts";
import { sha256 } from "../../5-bundle/seal.ts";
import { type Attestation, parseAttestation } from "../../6-ship/attestation.ts";
import { executableName } from "../../6-ship/executable.ts";
import { type Context, UsageError } from "../shared/context.ts";
import { age, NothingToJudge, type Reason, type Verdict, verifyBundle } from "./bundle.ts";
import { rebuildExecutable } from "./executable.ts";
import type { Origins } from "./sources.ts";

/** A statement, and how its file is shown to users. */
export interface ReadAttestation extends Attestation {
  readonly shown: string;
}

/** Reads the statement in a file. Throws UsageError for what is not one of flowc. */
export function readAttestation(path: string, { workingFolder }: Context): ReadAttestation {
  const place = resolve(workingFolder, path);
  const shown = displayPath(place, workingFolder);
  const attestation = parseAttestation(readText(place, shown));
  if (attestation === undefined)
    throw new UsageError(`${shown} is not an attestation that flowc build --attest has written, or a newer flowc has`);
  return { ...attestation, shown };
}

function readText(place: string, shown: string): string {
  try {
    return readRegular(place, maximumStatement).toString();
  } catch (error) {
    throw new UsageError(`cannot read ${shown}: ${reason(error)}`);
  }
}

const [maximumStatement, maximumProgram] = [16 * 1024 * 1024, 1024 * 1024 * 1024];

/** Refuses what might have no end. */
function readRegular(path: string, maximum: number): Buffer {
  const stat = statSync(path);
  if (!stat.isFile()) throw new Error("it is not a regular file");
  if (stat.size > maximum) throw new Error(`it is larger than ${maximum / 1024 / 1024} MiB`);
  return readFileSync(path);
}

/** Holds a bundle or an executable against a statement, and a bundle against itself and its sources as without one. */
export async function verifyAttested(
  file: string,
  attestation: ReadAttestation,
  origins: Origins | undefined,
  context: Context,
): Promise<Verdict> {
  const shown = displayPath(file, context.workingFolder);
  const found = sha256(readProgram(file, shown));
  const attested = [...attestation.subjects].filter(([, hash]) => hash === found).map(([name]) => name);
  if (attested.length === 0) {
    const message = `${attestation.shown} attests no file with these bytes`;
    return { file: shown, status: "tampered", reasons: [{ code: "not-attested", message }], provenance: undefined };
  }
  if (attested.some((name) => name.endsWith(".mjs"))) return ofBundle(file, attestation, origins, context);
  const program = [...attestation.subjects.keys()].find((name) => name.endsWith(".mjs"))?.replace(/\.mjs$/, "") ?? "";
  if (attestation.node === undefined || !attested.includes(executableName(program)))
    throw new NothingToJudge(shown, "no-bundle", "lies beside a bundle and is verified with it: give the bundle");
  const verdict = await ofExecutable(found, attestation, origins, context);
  return { file: shown, ...verdict, provenance: attestation.provenance };
}

function readProgram(file: string, shown: string): Buffer {
  try {
    return readRegular(file, maximumProgram);
  } catch (error) {
    throw new NothingToJudge(shown, "unreadable", `cannot be read: ${reason(error)}`);
  }
}

async function ofBundle(
  file: string,
  attestation: ReadAttestation,
  origins: Origins | undefined,
  context: Context,
): Promise<Verdict> {
  const verdict = await verifyBundle(file, origins, context);
  if (verdict.status !== "ok" || verdict.provenance === undefined) return verdict;
  if (!isDeepStrictEqual(making(verdict.provenance), making(attestation.provenance))) {
    const message = `${attestation.shown} says something else of its making than it does`;
    return { ...verdict, status: "tampered", reasons: [{ code: "attestation-differs", message }] };
  }
  return { ...verdict, reasons: [...verdict.reasons, attestedBy(attestation)] };
}

/** What both a bundle and a statement say. */
function making({ name, sourceHash, compilerVersion, compilerBuild, options, effects }: Provenance) {
  return { name, sourceHash, compilerVersion, compilerBuild, options, effects };
}

function attestedBy({ shown }: ReadAttestation): Reason {
  return { code: "attested", message: `attested by ${shown}` };
}

async function ofExecutable(
  found: string,
  attestation: ReadAttestation,
  origins: Origins | undefined,
  context: Context,
): Promise<Pick<Verdict, "status" | "reasons">> {
  const { provenance, node } = attestation;
  const { node: running } = process.versions;
  const otherNode: readonly Reason[] =
    origins === undefined || node === running
      ? []
      : [{ code: "other-node", message: `it holds Node ${node}, this is ${running}` }];
  const old = [...age(provenance, origins, context), ...otherNode];
  if (old.length > 0) return { status: "stale", reasons: old };
  const origin = origins?.of(provenance);
  if (origin === undefined) return { status: "ok", reasons: [attestedBy(attestation)] };
  const expected = await rebuildExecutable(origin, provenance, context);
  const made = `what flowc ${context.version} makes of ${origin.shown}`;
  return expected === found
    ? { status: "ok", reasons: [{ code: "rebuilt", message: made }, attestedBy(attestation)] }
    : { status: "tampered", reasons: [{ code: "rebuild-differs", message: `not ${made}` }] };
}
