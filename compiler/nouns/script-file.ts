import type { Diagnostic } from "./diagnostic.ts";
import type { Node } from "./node.ts";
import type { Source } from "./source.ts";

/** The text of a file, or why it cannot be read. */
export type ScriptFile =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly source: Source;
      /** What it holds as JSON or YAML, where it is named as a file of data. */
      readonly data?: ReadData;
    }
  /** A folder: the SQL files in it, in the order of their names. */
  | { readonly kind: "folder"; readonly files: readonly Source[] }
  | { readonly kind: "problem"; readonly message: string };

/** A file of JSON or YAML, read. */
export interface ReadData {
  /** Undefined where it cannot be read or is empty. */
  readonly node: Node | undefined;
  /** What it has wrong as JSON or YAML: of interest only where the file is used. */
  readonly findings: readonly Diagnostic[];
}

/** Files that workflows and components name by keys such as `scriptFile`, by these names. */
export type Scripts = ReadonlyMap<string, ScriptFile>;
