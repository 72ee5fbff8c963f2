import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { displayPath } from "../../1-load/display-path.ts";
import { reason } from "../../1-load/find-files.ts";
import type { Provenance } from "../../5-bundle/provenance.ts";
import { shortBuild } from "../../5-bundle/provenance-of.ts";
import { readSeal, type Seal, sha256 } from "../../5-bundle/seal.ts";
import { type Context, UsageError } from "../shared/context.ts";
import { type Origins, rebuild } from "./sources.ts";

/** What is said of one bundle. */
export interface Verdict {
  /** Its path as users are shown it. */
  readonly file: string;
  /** `unknown`: there was nothing to judge. */
  readonly status: "ok" | "stale" | "tampered" | "unknown";
  readonly reasons: readonly Reason[];
  /** Undefined where its bytes have changed: then nothing in it can be believed. */
  readonly provenance: Provenance | undefined;
}

/** Why; the codes are for programs. */
export interface Reason {
  readonly code:
    | "unchanged"
    | "rebuilt"
    | "bundle-changed"
    | "line-ends-changed"
    | "file-changed"
    | "file-missing"
    | "rebuild-differs"
    | "attested"
    | "not-attested"
    | "attestation-differs"
    | "other-node"
    | "other-compiler"
    | "sources-changed"
    | "unknown-workflow"
    | "not-built"
    | "unreadable"
    | "no-bundle";
  readonly message: string;
}

/** A file of which nothing can be said, as it is not a bundle or cannot be read. */
export class NothingToJudge extends UsageError {
  readonly verdict: Verdict;

  constructor(file: string, code: "unreadable" | "no-bundle", message: string) {
    super(`${file} ${message}`);
    this.verdict = { file, status: "unknown", reasons: [{ code, message: `it ${message}` }], provenance: undefined };
  }
}

const maximumSize = 64 * 1024 * 1024;

/** Reads one bundle and what lies beside it. Throws NothingToJudge for what is not a bundle. */
export async function verifyBundle(file: string, origins: Origins | undefined, context: Context): Promise<Verdict> {
  const shown = displayPath(file, context.workingFolder);
  const bytes = readBundle(file, shown);
  const seal = readSeal(bytes);
  if (seal.kind === "none") {
    throw new NothingToJudge(shown, "no-bundle", "is not a bundle of flowc, or is older than provenance");
  }
  if (seal.kind === "changed") {
    return { file: shown, status: "tampered", reasons: [change(seal)], provenance: undefined };
  }
  const { provenance } = seal;
  if (provenance === undefined) {
    const message = "holds a provenance that this flowc cannot read; a newer one may have written it";
    throw new NothingToJudge(shown, "no-bundle", message);
  }
  const verdict = await judge({ file, bytes, provenance }, origins, context);
  return { file: shown, ...verdict, provenance };
}

/** A bundle whose bytes are those that its hash is over. */
interface WholeBundle {
  readonly file: string;
  readonly bytes: Buffer;
  readonly provenance: Provenance;
}

async function judge(
  { file, bytes, provenance }: WholeBundle,
  origins: Origins | undefined,
  context: Context,
): Promise<Pick<Verdict, "status" | "reasons">> {
  const beside = changesBeside(file, provenance, context);
  if (beside.length > 0) return { status: "tampered", reasons: beside };
  const old = age(provenance, origins, context);
  if (old.length > 0) return { status: "stale", reasons: old };
  const compiler = `flowc ${context.version}`;
  const origin = origins?.of(provenance);
  if (origin === undefined) {
    return { status: "ok", reasons: [{ code: "unchanged", message: `it matches its own hash (${compiler})` }] };
  }
  const expected = await rebuild(origin, provenance, context);
  const made = `what ${compiler} makes of ${origin.shown}`;
  return expected !== undefined && Buffer.from(expected).equals(bytes)
    ? { status: "ok", reasons: [{ code: "rebuilt", message: made }] }
    : { status: "tampered", reasons: [{ code: "rebuild-differs", message: `not ${made}` }] };
}

/** What has become of the compiler and the sources since; empty where both are the same. */
export function age(provenance: Provenance, origins: Origins | undefined, context: Context): readonly Reason[] {
  return [...otherCompiler(provenance, context), ...otherSources(provenance, origins)];
}

function readBundle(file: string, shown: string): Buffer {
  try {
    const stat = statSync(file);
    if (!stat.isFile()) throw new NothingToJudge(shown, "no-bundle", "is not a regular file");
    if (stat.size > maximumSize) {
      const message = `is larger than ${maximumSize / 1024 / 1024} MiB, so it is not a bundle of flowc`;
      throw new NothingToJudge(shown, "no-bundle", message);
    }
    return readFileSync(file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new NothingToJudge(shown, "unreadable", `cannot be read: ${reason(error)}`);
  }
}

function change({ onlyLineEnds }: Extract<Seal, { kind: "changed" }>): Reason {
  if (!onlyLineEnds) return { code: "bundle-changed", message: "its bytes are not those that flowc wrote" };
  const help = "git's autocrlf does that; *.mjs -text in .gitattributes keeps it from doing so";
  return { code: "line-ends-changed", message: `its line ends were changed to CRLF (${help})` };
}

/** What has changed of the files that were written with the bundle, and which of them are gone. */
function changesBeside(file: string, { files }: Provenance, context: Context): readonly Reason[] {
  // Where a link leads: Node finds the addon there.
  const folder = dirname(realpathSync(file));
  return Object.entries(files).flatMap(([name, hash]): Reason[] => {
    const found = hashOf(join(folder, name), { beside: displayPath(file, context.workingFolder), name });
    if (found === hash) return [];
    return found === undefined
      ? [{ code: "file-missing", message: `${name} beside it is missing` }]
      : [{ code: "file-changed", message: `${name} beside it was changed` }];
  });
}

/** The hash of a file; "" where it cannot be that of any; undefined where there is none. */
function hashOf(
  path: string,
  { beside, name }: { readonly beside: string; readonly name: string },
): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (!stat.isFile() || stat.size > maximumSize) return "";
  try {
    return sha256(readFileSync(path));
  } catch (error) {
    throw new NothingToJudge(beside, "unreadable", `came with ${name}, which cannot be read: ${reason(error)}`);
  }
}

function otherCompiler({ compilerVersion, compilerBuild }: Provenance, context: Context): readonly Reason[] {
  if (compilerVersion === context.version && compilerBuild === shortBuild(context.build)) return [];
  const which = compilerVersion === context.version ? `another build of ${compilerVersion}` : context.version;
  return [{ code: "other-compiler", message: `flowc ${compilerVersion} wrote it, this is ${which}` }];
}

function otherSources({ name, sourceHash }: Provenance, origins: Origins | undefined): readonly Reason[] {
  if (origins === undefined) return [];
  const origin = origins.of({ name, sourceHash });
  if (origin === undefined) {
    return [{ code: "unknown-workflow", message: `no workflow of ${origins.path} is called ${JSON.stringify(name)}` }];
  }
  if (origin.sourceHash === sourceHash) return [];
  if (origin.name !== name) {
    const names = `${JSON.stringify(origin.name)}, the bundle is of ${JSON.stringify(name)}`;
    return [{ code: "sources-changed", message: `${origin.shown} is the workflow ${names}` }];
  }
  return [{ code: "sources-changed", message: `${origin.shown} or a file that it is made with has changed since` }];
}
