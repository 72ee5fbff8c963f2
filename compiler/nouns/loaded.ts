import type { Diagnostic } from "./diagnostic.ts";
import type { Ignore } from "./ignore.ts";
import type { Node } from "./node.ts";
import type { Scripts } from "./script-file.ts";
import type { Source } from "./source.ts";

/** One file with its YAML documents. */
export interface LoadedFile {
  readonly source: Source;
  readonly documents: readonly Node[];
  /** True where something could not be read: it has been reported and left out. */
  readonly broken: boolean;
  /** Its `# flowc-ignore` comments. */
  readonly ignores: readonly Ignore[];
}

/** All that a workflow is made of, read; files are sorted by name, and `workflow` is the one the user named. */
export interface LoadedWorkflow {
  readonly workflow: LoadedFile;
  readonly resources: readonly LoadedFile[];
  /** The flowc.config.yaml that goes for it. */
  readonly config: LoadedFile | undefined;
  /** What lies in `components/` beside the workflow, used or not. */
  readonly components: readonly LoadedComponent[];
  /** The manifests of the components that flowc brings along. */
  readonly builtIn: readonly LoadedFile[];
  /** Whatever a key such as `scriptFile` names, wherever that stands. */
  readonly scripts: Scripts;
  /** SHA-256 (hex) over the names and texts of all YAML files but the configuration. */
  readonly sourceHash: string;
}

/** One component, read; files are sorted by name. */
export interface LoadedComponent {
  /** Name of its folder: what `component.name` says. */
  readonly name: string;
  readonly manifest: LoadedFile;
  readonly resources: readonly LoadedFile[];
  /** What its own files have wrong as YAML: of interest only where the component is used. */
  readonly findings: readonly Diagnostic[];
  /** Paths in its folder that are links out of it. Where there is one, none of its files has been parsed. */
  readonly outside: readonly string[];
  /** The components that it brings along. */
  readonly components: readonly LoadedComponent[];
  /** Whatever a key such as `scriptFile` names; empty texts where that leads out of the folder. */
  readonly scripts: Scripts;
  /** Those of the scripts that are links out of the folder. */
  readonly linkedScripts: ReadonlySet<string>;
}
