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

/** A run is recorded, in the user's own store or in that of a folder. */
export function recordedIn(folder?: string): KeepOptions {
  const path = folder === undefined ? undefined : `${folder}/runs.db`;
  return { journal: false, record: true, path, run: undefined, from: undefined };
}
