import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { displayPath } from "../../1-load/display-path.ts";
import { kindOf, reason } from "../../1-load/find-files.ts";
import { bundleName } from "../../compile.ts";
import { verifySpec } from "../command-table/verify.ts";
import { readArguments } from "../shared/arguments.ts";
import { type Command, type Context, UsageError } from "../shared/context.ts";
import { readAttestation, verifyAttested } from "./attested.ts";
import { NothingToJudge, type Verdict, verifyBundle } from "./bundle.ts";
import { formatVerdicts } from "./report.ts";
import { type Origin, readOrigins } from "./sources.ts";

/**
 * `flowc verify BUNDLE [PATH]`: says of a bundle, or of each in a folder, whether it is what flowc wrote and, with the
 * workflows it was made from, what flowc makes of them today. Bundles are read, never run.
 */
export const verify: Command = async (argv, context) => {
  const { values, positionals } = readArguments(verifySpec, argv);
  const [given, path] = positionals;
  if (given === "") throw new UsageError("the path is empty");
  const place = resolve(context.workingFolder, given);
  const isFolder = kindAt(place, context) === "folder";
  if (isFolder && values.attestation !== undefined)
    throw new UsageError("--attestation is about one build: give its bundle or its executable, not a folder");
  const attestation = values.attestation === undefined ? undefined : readAttestation(values.attestation, context);
  const origins = path === undefined ? undefined : await readOrigins(path, isFolder, context);
  const files = isFolder ? bundlesIn(place, context) : [place];
  const judge = (file: string) =>
    attestation ? verifyAttested(file, attestation, origins, context) : verifyBundle(file, origins, context);
  const verdicts = await Promise.all(files.map((file) => (isFolder ? judge(file).catch(asVerdict) : judge(file))));
  const all = isFolder && origins ? [...verdicts, ...missing(place, verdicts, origins.all, context)] : verdicts;
  await context.print(formatVerdicts(all, values.format));
  if (all.some(({ status }) => status === "stale" || status === "tampered")) return 1;
  return all.every(({ status }) => status === "ok") ? 0 : 2;
};

/** In a folder, what cannot be judged is reported as the rest is. */
function asVerdict(thrown: unknown): Verdict {
  if (thrown instanceof NothingToJudge) return thrown.verdict;
  throw thrown;
}

function kindAt(path: string, { workingFolder }: Context): "file" | "folder" {
  const shown = displayPath(path, workingFolder);
  try {
    const kind = kindOf(path);
    if (kind !== "missing") return kind;
  } catch (error) {
    throw new UsageError(`cannot read ${shown}: ${reason(error)}`);
  }
  throw new UsageError(`no such file or folder: ${shown}`);
}

function bundlesIn(folder: string, { workingFolder }: Context): readonly string[] {
  const shown = displayPath(folder, workingFolder);
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".mjs"));
    const files = names.sort().map((name) => join(folder, name));
    if (files.length > 0) return files;
  } catch (error) {
    throw new UsageError(`cannot read ${shown}: ${reason(error)}`);
  }
  throw new UsageError(`no bundles (*.mjs) in the folder: ${shown}`);
}

/** The workflows that have no bundle in the folder, whatever the file of one is called. */
function missing(
  folder: string,
  verdicts: readonly Verdict[],
  origins: readonly Origin[],
  { workingFolder }: Context,
): readonly Verdict[] {
  const built = new Set(verdicts.map(({ file }) => file));
  const names = new Set(verdicts.map(({ provenance }) => provenance?.name));
  return origins.flatMap(({ name, shown }): Verdict[] => {
    const file = displayPath(join(folder, `${bundleName(name)}.mjs`), workingFolder);
    if (built.has(file) || names.has(name)) return [];
    const reasons = [{ code: "not-built" as const, message: `${shown} has not been built` }];
    return [{ file, status: "stale", reasons, provenance: undefined }];
  });
}
