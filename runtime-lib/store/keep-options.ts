import { type KeepOptions, recordedIn } from "../command/keep-options.ts";
import type { Values } from "../command/option.ts";
import { InvalidInput } from "../run/errors.ts";
import type { storeFlags } from "./flags.ts";

/** What a command line gives. */
type Given = Values<typeof storeFlags> & { readonly request: string | undefined; readonly only: string | undefined };

/**
 * What a command line says about keeping the run; undefined where it says nothing. Throws InvalidInput for options that do
 * not go together, and for a server, of which a journal keeps single runs only.
 */
export function keepOptionsOf(values: Given, server: boolean): KeepOptions | undefined {
  const { "journal-file": file, "record-file": folder, run, from, of } = values;
  const journal = values.journal || file !== undefined;
  const record = values.record || folder !== undefined;
  if (run !== undefined && !journal) throw usage("--run goes with --journal");
  if (run === "" || run === "last") throw usage(`a run cannot be called "${run}"`);
  if ((from === undefined) !== (of === undefined)) throw usage("--from ID and --of RUN go together");
  const path = pathOf(file, folder);
  if (!journal && !record && from === undefined) return undefined;
  if (server && journal && (values.request ?? values.only ?? from) === undefined)
    throw usage("--journal goes with one run: a server workflow takes it beside --request");
  return { journal, record, path, run, from: from === undefined || of === undefined ? undefined : { id: from, of } };
}

/** A run is in one store. */
function pathOf(file: string | undefined, folder: string | undefined): string | undefined {
  if (file !== undefined && folder !== undefined) throw usage("name the store once: --journal=FILE --record");
  if (file === "" || folder === "") throw usage(`--${file === "" ? "journal" : "record"}= needs a path`);
  return file ?? recordedIn(folder).path;
}

function usage(message: string): InvalidInput {
  return new InvalidInput("preflight", message);
}
