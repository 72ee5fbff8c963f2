import { InvalidInput } from "../run/errors.ts";

/** What a command line says about keeping the run, or about taking over what another run has done. */
export interface KeepOptions {
  /** Places are kept so that another process can go on with the run. */
  readonly journal: boolean;
  /** Events, output and results are kept for people to look at. */
  readonly record: boolean;
  /** File of the store; undefined: the user's own. */
  readonly path: string | undefined;
  /** Name of the run, whether it is there or not. */
  readonly run: string | undefined;
  /** The resource from which on everything runs, and the run that the rest is taken from. */
  readonly from: { readonly id: string; readonly of: string } | undefined;
}

/** The options that it is read from. */
export interface KeepValues {
  readonly journal: boolean;
  readonly "journal-file": string | undefined;
  readonly record: boolean;
  readonly "record-file": string | undefined;
  readonly run: string | undefined;
  readonly from: string | undefined;
  readonly of: string | undefined;
}

/** Undefined where the command line says nothing about it. Throws InvalidInput for options that do not go together. */
export function keepOptionsOf(values: KeepValues): KeepOptions | undefined {
  const { "journal-file": file, "record-file": folder, run, from, of } = values;
  const journal = values.journal || file !== undefined;
  const record = values.record || folder !== undefined;
  if (run !== undefined && !journal) throw usage("--run goes with --journal");
  if (run === "" || run === "last") throw usage(`a run cannot be called "${run}"`);
  if ((from === undefined) !== (of === undefined)) throw usage("--from ID and --of RUN go together");
  const path = pathOf(file, folder);
  if (!journal && !record && from === undefined) return undefined;
  return { journal, record, path, run, from: from === undefined || of === undefined ? undefined : { id: from, of } };
}

/** A run is in one store. */
function pathOf(file: string | undefined, folder: string | undefined): string | undefined {
  if (file !== undefined && folder !== undefined) throw usage("name the store once: --journal=FILE --record");
  if (file === "" || folder === "") throw usage(`--${file === "" ? "journal" : "record"}= needs a path`);
  return file ?? (folder === undefined ? undefined : `${folder}/runs.db`);
}

function usage(message: string): InvalidInput {
  return new InvalidInput("preflight", message);
}
