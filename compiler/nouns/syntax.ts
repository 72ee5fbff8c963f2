import type { ComponentManifest } from "./component.ts";
import type { Ignore } from "./ignore.ts";
import type { Node } from "./node.ts";
import type { InputSyntax, ResourceSyntax } from "./resource-syntax.ts";
import type { Schedule } from "./schedule.ts";
import type { Scripts } from "./script-file.ts";
import type { ApiServerSyntax, ConnectionSyntax, DeclaredRoute, PythonSyntax, RouteSyntax } from "./settings-syntax.ts";
import type { ShellSettings } from "./shell-settings.ts";
import type { Located, Source, Span } from "./source.ts";
import type { ValueEntry } from "./value-syntax.ts";
import type { ValueType } from "./value-type.ts";

export interface WorkflowSyntax {
  /** What its expressions can read: a component knows its inputs, a workflow the request too. */
  readonly kind: "workflow" | "component";
  readonly source: Source;
  readonly span: Span;
  readonly name: Located<string>;
  readonly version: string | undefined;
  readonly description: string | undefined;
  readonly target: Located<string> | undefined;
  /** Undefined where `settings.inputs` is absent: then any name is an input. */
  readonly inputs: readonly InputSyntax[] | undefined;
  readonly concurrency: number | undefined;
  readonly timeoutMs: number | undefined;
  /** True where something ends each run, or is meant to: `timeout`, or the `requestTimeout` of a server. */
  readonly hasDeadline: boolean;
  readonly environment: readonly ValueEntry[];
  readonly connections: readonly ConnectionSyntax[];
  readonly python: PythonSyntax;
  readonly shell: ShellSettings;
  /** `settings.history`: every run is recorded. */
  readonly history: boolean;
  readonly schedule: Schedule | undefined;
  readonly osPackages: readonly Located<string>[];
  readonly routes: readonly RouteSyntax[];
  /** The same with their places. */
  readonly declaredRoutes: readonly DeclaredRoute[];
  readonly server: boolean;
  readonly apiServer: ApiServerSyntax | undefined;
  readonly resources: readonly ResourceSyntax[];
  /** All of it as written, for rules about what stands in the files. */
  readonly documents: readonly Node[];
  /**
   * Where its own document is of the wrong shape (JSON Pointers), but for its resources: that has been reported, and
   * nothing is said of what follows from it.
   */
  readonly unread: readonly string[];
  /** Keys of its own document that are unknown, which has been reported. */
  readonly strayKeys: readonly Located<string>[];
  /** False where a document could not be read: then rules over the whole workflow would only report the gap. */
  readonly complete: boolean;
}

/** A component that some resource names. Its resources, like those of a workflow, have ids and names of their own. */
export interface ComponentSyntax {
  /** The names that lead to it from the workflow: `greet`, `greet/inner`. */
  readonly place: string;
  readonly manifest: ComponentManifest;
  readonly outputs: readonly OutputSyntax[];
  readonly body: WorkflowSyntax;
  /** The components that its own resources name, by name; undefined for those that cannot be used. */
  readonly components: ReadonlyMap<string, ComponentSyntax | undefined>;
  /** Comments in its files. */
  readonly ignores: readonly Ignore[];
  /** Its files that resources name by keys such as `scriptFile`, by these names. */
  readonly scripts: Scripts;
}

/** An output of a component, with its place. */
export interface OutputSyntax {
  readonly name: string;
  readonly type: ValueType;
  readonly required: boolean;
  readonly span: Span;
}

/** A workflow or a component with nothing in it but its place. */
export function emptyWorkflow(source: Source, name: Located<string>): WorkflowSyntax {
  return {
    kind: "workflow",
    source,
    span: name.span,
    name,
    version: undefined,
    description: undefined,
    target: undefined,
    inputs: undefined,
    concurrency: undefined,
    timeoutMs: undefined,
    hasDeadline: false,
    environment: [],
    connections: [],
    python: { packages: [], version: undefined },
    shell: {},
    history: false,
    schedule: undefined,
    osPackages: [],
    routes: [],
    declaredRoutes: [],
    documents: [],
    server: false,
    apiServer: undefined,
    resources: [],
    unread: [],
    strayKeys: [],
    complete: true,
  };
}
