import type { Sink } from "../../nouns/sink.ts";
import type { Hole } from "./hole.ts";
import type { Spliced } from "./spliced.ts";
import type { Taint } from "./taint.ts";

/** Tainted text that a sink reads as part of a program, or as an option of one. */
export interface Flow extends Spliced {
  /** The language of the program. */
  readonly sink: Sink;
  /** What reads the text, where that is an argument of a command: `sh -c`; of an option, the program. */
  readonly reader: string | undefined;
  readonly resource: string;
  readonly hole: Hole;
  readonly taint: Taint;
  /** True where the value says which program is started. */
  readonly isProgram: boolean;
  /** Of an option. */
  readonly option?: { readonly harm: string; readonly isWritten: boolean; readonly end: string | undefined };
}
