import type { ComponentManifest } from "./component.ts";
import type { Diagnostic, DiagnosticExtras } from "./diagnostic.ts";
import type { Expression } from "./expression.ts";
import type { Ignore } from "./ignore.ts";
import type { Schedule } from "./schedule.ts";
import type { ShellSettings } from "./shell-settings.ts";
import type { Located, Source, Span } from "./source.ts";
import type { ValueType } from "./value-type.ts";

/** A YAML value with its position: all that later phases see of YAML. Aliases and merges are resolved. */
export type Node = ScalarNode | SequenceNode | MapNode;

export interface ScalarNode {
  readonly kind: "scalar";
  readonly span: Span;
  readonly value: string | number | boolean | null;
  readonly style: "plain" | "quoted" | "block";
  /** The offset in the file of the character at `offset` of the decoded text. */
  readonly place: (offset: number) => number;
  /** True for what lacked its quotes or has a wrong tag, and so may not be what can stand there: that has been reported. */
  readonly reported?: true;
  /** True for what cannot stand in its place, by the shape of its document: that has been reported. */
  readonly unreadable?: true;
}

export interface SequenceNode {
  readonly kind: "sequence";
  readonly span: Span;
  readonly items: readonly Node[];
  /** As of scalars. */
  readonly reported?: true;
}

export interface MapNode {
  readonly kind: "map";
  readonly span: Span;
  readonly entries: readonly MapEntry[];
  /** As of scalars. */
  readonly reported?: true;
}

export interface MapEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: Node;
}

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

/** An expression with the file its offsets belong to and its own text, for messages at run time. */
export interface ExpressionSyntax {
  readonly kind: "expression";
  readonly span: Span;
  readonly text: string;
  readonly root: Expression;
}

/** A value of a resource that may hold expressions. `node`: the text that it was read from, for places in it. */
export type ValueSyntax =
  | LiteralSyntax
  | ExpressionSyntax
  | TemplateSyntax
  | { readonly kind: "list"; readonly span: Span; readonly items: readonly ValueSyntax[] }
  | { readonly kind: "map"; readonly span: Span; readonly entries: readonly ValueEntry[] };

/** `node` is the text that a value was read from, for places in it. */
export interface LiteralSyntax {
  readonly kind: "literal";
  readonly span: Span;
  readonly node?: ScalarNode;
  readonly value: string | number | boolean | null;
  readonly doubt?: Doubt | undefined;
}

export interface TemplateSyntax {
  readonly kind: "template";
  readonly span: Span;
  readonly node?: ScalarNode;
  readonly parts: readonly (string | ExpressionSyntax)[];
  readonly doubt?: Doubt | undefined;
}

/** What makes text look as if it was meant as an expression: a finding, unless the text is refused where it stands. */
export interface Doubt {
  readonly span: Span;
  readonly message: string;
  readonly extras: DiagnosticExtras;
}

export interface ValueEntry {
  readonly key: Located<string>;
  readonly value: ValueSyntax;
}

/** One executor block: the fields as written, templates parsed. */
export interface ExecutorSyntax {
  readonly key: string;
  readonly keySpan: Span;
  readonly fields: ReadonlyMap<string, ValueSyntax>;
}

export interface OnErrorSyntax {
  readonly span: Span;
  readonly action: "fail" | "continue" | "retry";
  readonly maxRetries: number | undefined;
  readonly retryDelayMs: number | undefined;
  readonly backoff: number | undefined;
  readonly when: readonly ExpressionSyntax[];
  readonly expressions: readonly ExpressionSyntax[];
  readonly fallback: ValueSyntax | undefined;
}

export interface ApiResponseSyntax {
  readonly span: Span;
  readonly success: ValueSyntax | undefined;
  readonly response: ValueSyntax | undefined;
  readonly statusCode: ValueSyntax | undefined;
  readonly headers: ValueSyntax | undefined;
}

export interface ValidationsSyntax {
  readonly routes: readonly Located<string>[];
  readonly methods: readonly Located<string>[];
  readonly skip: readonly ExpressionSyntax[];
  readonly check: readonly ExpressionSyntax[];
  readonly required: readonly Located<string>[];
  readonly properties: readonly InputSyntax[];
  readonly error: { readonly code: number | undefined; readonly message: ValueSyntax | undefined } | undefined;
}

export interface ResourceSyntax {
  /** Of the actionId, or of the whole document where that is missing. */
  readonly span: Span;
  /** What it was read from, for fixes. */
  readonly node: MapNode;
  readonly id: string;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly requires: readonly Located<string>[];
  readonly validations: ValidationsSyntax;
  readonly before: readonly ExpressionSyntax[];
  readonly after: readonly ExpressionSyntax[];
  readonly onError: OnErrorSyntax | undefined;
  readonly executors: readonly ExecutorSyntax[];
  readonly apiResponse: ApiResponseSyntax | undefined;
  /** True where its shape is wrong: what it lacks has been reported, and nothing is said of what follows from it. */
  readonly broken: boolean;
  /** True where that is in what says when it runs and what it lets through, and not in its executor or its response. */
  readonly brokenGuards: boolean;
  /** Of a document of its own: keys that are unknown, which has been reported. */
  readonly strayKeys: readonly Located<string>[];
  /** What the executor is run for, one after the other or at the same time. */
  readonly items: ValueSyntax | undefined;
}

export interface InputSyntax {
  readonly name: string;
  readonly span: Span;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly required: boolean;
  readonly default: unknown;
  /** Of the default, else of the name. */
  readonly defaultSpan: Span;
  readonly description: string | undefined;
  /** Of a component: true where another input is required under a value of it. */
  readonly decides?: boolean;
}

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

/** `settings.apiServer` beside its routes; undefined where nothing is said. */
export interface ApiServerSyntax {
  readonly host: string | undefined;
  readonly port: number | undefined;
  readonly token: ValueSyntax | undefined;
  readonly allowOrigins: readonly string[] | undefined;
  readonly maxBodyBytes: number | undefined;
  readonly maxConcurrent: number | undefined;
  readonly requestTimeoutMs: number | undefined;
  readonly healthPath: string | undefined;
  readonly trustProxy: number | undefined;
}

export interface RouteSyntax {
  readonly path: string;
  readonly methods: readonly string[];
}

export interface DeclaredRoute {
  readonly path: Located<string>;
  /** Empty: all methods. */
  readonly methods: readonly Located<string>[];
}

/** One of `settings.sqlConnections`. */
export interface ConnectionSyntax {
  readonly name: Located<string>;
  readonly url: ValueSyntax;
  /** Which database it is, where the connection string does not show it. */
  readonly driver: Located<string> | undefined;
  /** A file of SQL, or a folder of them, that makes its tables. */
  readonly schema: Located<string> | undefined;
  readonly settings: Readonly<Record<string, number>>;
}

/** What `agentSettings` says of Python. */
export interface PythonSyntax {
  readonly packages: readonly Located<string>[];
  readonly version: Located<string> | undefined;
}
