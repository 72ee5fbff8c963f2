import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { displayPath } from "../../1-load/display-path.ts";
import { reason } from "../../1-load/find-files.ts";
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
    if (statSync(place).size <= maximumStatement) return readFileSync(place, "utf8");
  } catch (error) {
    throw new UsageError(`cannot read ${shown}: ${reason(error)}`);
  }
  throw new UsageError(`${shown} is larger than ${maximumStatement / 1024 / 1024} MiB, so it is not an attestation`);
}

const maximumStatement = 16 * 1024 * 1024;

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
    return readFileSync(file);
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
  const { files: _, ...own } = verdict.provenance;
  const { files: _none, ...told } = attestation.provenance;
  const reasons: readonly Reason[] =
    canonical(own) === canonical(told)
      ? [...verdict.reasons, { code: "attested", message: `attested by ${attestation.shown}` }]
      : [
          {
            code: "attestation-differs",
            message: `${attestation.shown} says something else of its making than it does`,
          },
        ];
  return { ...verdict, reasons, status: reasons.length === 1 ? "tampered" : "ok" };
}

/** The same text for the same fields, whatever their order; `sha256` of a comment is no field of a statement. */
function canonical(value: object): string {
  return JSON.stringify(value, (key, one: unknown) =>
    key === "sha256" ? undefined : typeof one === "object" && one !== null && !Array.isArray(one) ? sorted(one) : one,
  );
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1)));
}

async function ofExecutable(
  found: string,
  { provenance, node, shown }: ReadAttestation,
  origins: Origins | undefined,
  context: Context,
): Promise<Pick<Verdict, "status" | "reasons">> {
  const { node: running } = process.versions;
  const otherNode: readonly Reason[] =
    origins === undefined || node === running
      ? []
      : [{ code: "other-node", message: `it holds Node ${node}, this is ${running}` }];
  const old = [...age(provenance, origins, context), ...otherNode];
  if (old.length > 0) return { status: "stale", reasons: old };
  const attested: Reason = { code: "attested", message: `attested by ${shown}` };
  const origin = origins?.of(provenance);
  if (origin === undefined) return { status: "ok", reasons: [attested] };
  const expected = await rebuildExecutable(origin, provenance, context);
  const made = `what flowc ${context.version} makes of ${origin.shown}`;
  return expected === found
    ? { status: "ok", reasons: [{ code: "rebuilt", message: made }, attested] }
    : { status: "tampered", reasons: [{ code: "rebuild-differs", message: `not ${made}` }] };
}
