import type { ComponentManifest } from "./component.ts";
import type { FileUse } from "./file-use.ts";
import type { PlanAction, PlanResource } from "./plan-resource.ts";
import type { PlanEntry, PlanValue } from "./plan-value.ts";
import type { InputSyntax } from "./resource-syntax.ts";
import type { Schedule } from "./schedule.ts";
import type { ApiServerSyntax, RouteSyntax } from "./settings-syntax.ts";
import type { Located, Source, Span } from "./source.ts";
import type { ValueType } from "./value-type.ts";

/** A checked workflow: names resolved, types known, nothing left to decide but how to write it down. */
export interface Plan {
  readonly name: string;
  readonly version: string | undefined;
  readonly description: string | undefined;
  readonly source: Source;
  readonly sourceHash: string;
  readonly target: string;
  readonly server: boolean;
  readonly routes: readonly RouteSyntax[];
  /** Of a server workflow: what each request executes. */
  readonly requests: readonly PlanRequest[];
  readonly apiServer: PlanApiServer | undefined;
  readonly concurrency: number | undefined;
  readonly timeoutMs: number | undefined;
  /** Every run is recorded. */
  readonly history: boolean;
  /** When it runs by itself. */
  readonly schedule: Schedule | undefined;
  /** Databases that resources use, sorted by name. */
  readonly connections: readonly PlanConnection[];
  /** Functions of the runtime library that look at the machine, before anything runs or listens. */
  readonly machine: readonly string[];
  /** What is asked before anything runs, beside environment variables and inputs. */
  readonly preflight: readonly PlanAction[];
  /** `agentSettings.env`. */
  readonly environment: readonly PlanEntry[];
  /** What `agentSettings` asks of the machine. */
  readonly packages: PlanPackages;
  /** Declared inputs, or undefined where any name is one. */
  readonly declaredInputs: readonly InputSyntax[] | undefined;
  /** All inputs that are declared or read, sorted by name. */
  readonly inputs: readonly PlanInput[];
  /** Files that shell scripts of the workflow read and write, as far as their texts show it. */
  readonly fileUses: readonly FileUse[];
  /** Names of all environment variables that are read, sorted. */
  readonly environmentReads: readonly string[];
  /** Names of environment variables that must be set, with the place that reads each first. */
  readonly requiredEnvironment: readonly { readonly name: string; readonly span: Span }[];
  /** Names that `set` stores and the types of what it stores, sorted by name. */
  readonly storedNames: readonly { readonly name: string; readonly type: ValueType }[];
  /** In an order in which every resource stands after all it requires; ties by file and offset. */
  readonly resources: readonly PlanResource[];
  /** Components made of resources that the workflow uses, each once, inner ones before those around them. */
  readonly components: readonly PlanComponent[];
}

/** `agentSettings.osPackages`, `pythonPackages` and `pythonVersion`, as they are written. */
export interface PlanPackages {
  readonly os: readonly string[];
  readonly python: readonly Located<string>[];
  readonly pythonVersion: string | undefined;
}

export interface PlanInput {
  readonly name: string;
  readonly type: ValueType;
  /** What is said of it: where it is declared, else where a resource first validates it. */
  readonly described: InputSyntax | undefined;
}

/** A component made of resources. */
export interface PlanComponent {
  /** The names that lead to it from the workflow: `greet`, `greet/inner`. */
  readonly place: string;
  readonly manifest: ComponentManifest;
  readonly source: Source;
  /** The resource whose value is the component's. */
  readonly target: string;
  readonly inputs: readonly PlanInput[];
  readonly storedNames: Plan["storedNames"];
  readonly resources: readonly PlanResource[];
  /** Outputs whose types only a run knows. */
  readonly outputs: PlanOutputs | undefined;
}

export interface PlanOutputs {
  /** Where in the value they are: the `response` of an apiResponse; undefined: the value has them itself. */
  readonly within: "response" | undefined;
  readonly fields: readonly { readonly name: string; readonly type: ValueType; readonly required: boolean }[];
}

/** What a request of one route and method executes. */
export interface PlanRequest {
  readonly path: string;
  readonly method: string;
  /** Ids in topological order. */
  readonly resources: readonly string[];
  /** The resource whose result is the response. */
  readonly answer: string;
  /** True where none of them waits for anything: they are run one after another. */
  readonly inOrder: boolean;
}

/** `settings.apiServer` beside its routes. */
export type PlanApiServer = Omit<ApiServerSyntax, "token"> & { readonly token: PlanValue | undefined };

/** One of `settings.sqlConnections`. */
export interface PlanConnection {
  readonly name: string;
  readonly url: PlanValue;
  /** Objects of the runtime library: the databases that `url` may name. */
  readonly drivers: readonly string[];
  /** Of its connections: how many, how long. */
  readonly settings: Readonly<Record<string, number>>;
}
