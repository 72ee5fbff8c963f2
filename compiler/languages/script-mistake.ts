import type { Range } from "./script-text.ts";

/** What is wrong in a script's text. Offsets count in the text that was read. */
export interface ScriptMistake extends Range {
  /** One sentence without a full stop. */
  readonly message: string;
  readonly help?: string | undefined;
  /** A second place that explains the first. */
  readonly note?: (Range & { readonly message: string }) | undefined;
  /** True where a part of the script that only a run knows could put it right, such as a template that is a line. */
  readonly isBlock?: true;
  /** True where the script runs all the same. */
  readonly isWarning?: true;
}

/** Ends the reading of a script at its first mistake; it never leaves the reader of the language. */
export class FoundMistake extends Error {
  readonly mistake: ScriptMistake;

  constructor(mistake: ScriptMistake) {
    super(mistake.message);
    this.mistake = mistake;
  }
}
