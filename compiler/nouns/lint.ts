/** What a linter says of a script. Offsets count in the text that it was given. */
export interface LintFinding {
  readonly start: number;
  readonly end: number;
  /** The linter's own code: `F821`, `SC2086`. */
  readonly rule: string;
  /** One sentence without a full stop. */
  readonly message: string;
  readonly help?: string;
}

/** Languages that linters know, as they call them. */
export type LintDialect = "python" | "sh" | "bash" | "dash" | "ksh";

/** The linters, for the scripts of one workflow. */
export interface Lint {
  /** Findings by the scripts' texts; undefined where the linter of their language cannot be asked. */
  readonly ask: (
    dialect: LintDialect,
    texts: readonly string[],
  ) => ReadonlyMap<string, readonly LintFinding[]> | undefined;
  /** What the linters that could not be asked would report. */
  readonly undecided: () => ReadonlySet<LintCode>;
}

/** The codes of what linters report. */
export const lintCodes = ["python-lint", "shell-lint"] as const;

export type LintCode = (typeof lintCodes)[number];

/** Where no linter is to be asked. */
export const noLint: Lint = { ask: () => undefined, undecided: () => new Set(lintCodes) };

/** A program or a package beside flowc, and what it did in a check. */
export interface ToolUse {
  readonly name: string;
  /** What it knows: "names in Python scripts". */
  readonly purpose: string;
  /** Undefined where it is not installed. */
  readonly found: { readonly version: string; readonly place: string } | undefined;
  /** How it gets there. */
  readonly install: string;
  /** Texts that it was to read, and how many of them it had read before. */
  readonly asked: number;
  readonly known: number;
}
