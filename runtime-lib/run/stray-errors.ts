import { FlowError } from "./errors.ts";

/**
 * While it stands, an exception that nothing has caught does not end the process: `fail` is called with class infra, to
 * end what runs. Only for a process that is flowc's own, a command or a server that it was started as: where a bundle is
 * imported, the process and its handlers belong to who imports it.
 *
 * Such an exception comes from a library, out of a listener or a timer of its own, so nobody can say which run it is of.
 */
export class StrayErrors {
  readonly #handle: (thrown: unknown) => void;

  /** `showsMessage`: the exception's own message may be part of the failure's, as there is but one run, which masks its secrets. */
  constructor(fail: (failure: FlowError) => void, { showsMessage }: { readonly showsMessage: boolean }) {
    this.#handle = (thrown) => {
      const what = showsMessage && thrown instanceof Error ? thrown.message : nameOf(thrown);
      fail(new FlowError("infra", `something failed outside the resource that started it: ${what}`));
    };
    // Rejections that nobody handles come this way too.
    process.on("uncaughtException", this.#handle);
  }

  end(): void {
    process.off("uncaughtException", this.#handle);
  }
}

function nameOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const { code } = thrown as NodeJS.ErrnoException;
  return typeof code === "string" ? `${thrown.name} (${code})` : thrown.name;
}
