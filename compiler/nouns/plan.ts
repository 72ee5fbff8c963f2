import type { ComponentManifest } from "./component.ts";
import type { BinaryOperator } from "./expression.ts";
import type { Schedule } from "./schedule.ts";
import type { Located, Source, Span } from "./source.ts";
import type { ApiServerSyntax, InputSyntax, RouteSyntax } from "./syntax.ts";
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

export interface PlanResource {
  readonly id: string;
  readonly span: Span;
  readonly description: string | undefined;
  readonly resourceType: string;
  readonly requires: readonly string[];
  /** True where it runs only when a chat's model calls for it, or for what requires it. */
  readonly onDemand: boolean;
  readonly routes: readonly string[];
  readonly methods: readonly string[];
  readonly before: readonly PlanExpression[];
  readonly skip: readonly PlanCondition[];
  readonly required: readonly string[];
  /** JSON Schemas of inputs, by name. */
  readonly properties: Readonly<Record<string, unknown>> | undefined;
  readonly checks: readonly PlanCondition[];
  readonly failureMessage: PlanValue | undefined;
  readonly failureCode: number | undefined;
  /** What the action is done for each of; undefined: it is done once. */
  readonly items: PlanItems | undefined;
  readonly action: PlanAction | undefined;
  readonly response: PlanResponse | undefined;
  readonly after: readonly PlanExpression[];
  readonly onError: PlanOnError | undefined;
  /** What a run of it leaves for others. */
  readonly result: ResultShape;
}

/** How others read a result. `main`: the field that the bare value is; `optional`: nil when skipped or failed. */
export interface ResultShape {
  readonly main: string | undefined;
  readonly type: ValueType;
  /** The type in the runtime library, where it has one. */
  readonly typeName: string | undefined;
  /** True where it may be nil. */
  readonly optional: boolean;
  /** The same where the resource is asked to run: it is skipped, or goes on without a result after a failure. */
  readonly skippable: boolean;
  /** True where `onError.fallback` may stand in for the result: the bare value is then its field `value`. */
  readonly fallback: boolean;
  /** What the fallback is, as far as it is written out; undefined where there is none. */
  readonly fallbackType?: ValueType | undefined;
  /** Function of the runtime library that makes a result of a fallback. Undefined: the fallback is the result. */
  readonly fallbackName: string | undefined;
  /**
   * Of a resource with `items`: each field of `type` is an array with that field of each result (without `main`, `type`
   * itself is the array). `nilable`: an item may have gone on without a result.
   */
  readonly each: { readonly nilable: boolean } | undefined;
}

/** The items of a resource, read as `item` in its executor's fields and in `onError`. */
export interface PlanItems {
  readonly value: PlanValue;
  readonly element: ValueType;
}

/** A condition with its own text, for the message when it decides something. */
export interface PlanCondition {
  readonly expression: PlanExpression;
  readonly text: string;
}

/** One call of a runtime function with named options. */
export interface PlanAction {
  readonly runtime: string;
  /** The place of the component made of resources that `runtime` is given. */
  readonly component?: string;
  readonly options: readonly PlanEntry[];
  /** Name of the database that it uses. */
  readonly connection?: string | undefined;
}

/** One of `settings.sqlConnections`. */
export interface PlanConnection {
  readonly name: string;
  readonly url: PlanValue;
  /** Objects of the runtime library: the databases that `url` may name. */
  readonly drivers: readonly string[];
  /** Of its connections: how many, how long. */
  readonly settings: Readonly<Record<string, number>>;
}

export interface PlanEntry {
  readonly key: string;
  readonly value: PlanValue;
}

export interface PlanResponse {
  readonly span: Span;
  readonly success: PlanValue;
  readonly response: PlanValue;
  readonly statusCode: PlanValue | undefined;
  readonly headers: PlanValue | undefined;
}

export interface PlanOnError {
  readonly action: "fail" | "continue" | "retry";
  readonly maxRetries: number;
  readonly retryDelayMs: number;
  readonly backoff: number;
  readonly when: readonly PlanExpression[];
  readonly expressions: readonly PlanExpression[];
  readonly fallback: PlanValue | undefined;
}

/** A value of a field: data with expressions in it. */
export type PlanValue =
  | { readonly kind: "constant"; readonly value: string | number | boolean | null; readonly span: Span }
  | { readonly kind: "expression"; readonly expression: PlanExpression }
  | { readonly kind: "template"; readonly parts: readonly (string | PlanExpression)[]; readonly span: Span }
  | PlanSchema
  | { readonly kind: "list"; readonly items: readonly PlanValue[]; readonly span: Span }
  | { readonly kind: "map"; readonly entries: readonly PlanEntry[]; readonly span: Span };

/** A JSON Schema and the function that ajv compiles from it, under a key of the workflow's own. */
export interface PlanSchema {
  readonly kind: "schema";
  readonly key: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly span: Span;
  /** True where a run needs no more of it than the function. */
  readonly onlyValidates?: true;
}

/** An expression with every name resolved and every node typed. */
export type PlanExpression = {
  readonly span: Span;
  readonly type: ValueType;
  /** Of a whole expression of the documents: how it is written, for messages of a run. */
  readonly text?: string;
} & (
  | { readonly kind: "constant"; readonly value: string | number | boolean | null }
  /** A resource's result, or one field of it. */
  | {
      readonly kind: "result";
      readonly id: string;
      readonly field: string | undefined;
      /** True where it may be nil. */
      readonly optional: boolean;
      /** True where it may be nil elsewhere, but not here. */
      readonly sure: boolean;
    }
  | { readonly kind: "stored"; readonly name: string }
  | { readonly kind: "input"; readonly name: string }
  /** An argument of a tool's call, in the tool's resource. */
  | { readonly kind: "argument"; readonly name: string }
  | { readonly kind: "request"; readonly part: "body" | "query" | "headers" }
  | { readonly kind: "file"; readonly part: "content" | "filepath" | "filetype" }
  | { readonly kind: "environment"; readonly name: string }
  | { readonly kind: "info"; readonly name: string }
  /** The failure that `onError` looks at. */
  | { readonly kind: "failure" }
  | { readonly kind: "store"; readonly name: string; readonly value: PlanExpression }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "call"; readonly runtime: string; readonly arguments: readonly PlanExpression[] }
  /** A method of a date, a duration or a time zone: which, only the run knows. */
  | {
      readonly kind: "method";
      readonly object: PlanExpression;
      readonly name: string;
      readonly arguments: readonly PlanExpression[];
    }
  /** A function that evaluates `predicate` for the elements of `array`; `#`, `#index` and `#acc` are variables in it. */
  | {
      readonly kind: "iteration";
      readonly name: string;
      readonly array: PlanExpression;
      readonly predicate: PlanExpression | undefined;
      readonly rest: readonly PlanExpression[];
    }
  | { readonly kind: "unary"; readonly operator: "not" | "-"; readonly operand: PlanExpression }
  | {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: PlanExpression;
      readonly right: PlanExpression;
    }
  | {
      readonly kind: "member";
      readonly object: PlanExpression;
      readonly key: PlanExpression;
      readonly optional: boolean;
    }
  | {
      readonly kind: "slice";
      readonly object: PlanExpression;
      readonly from: PlanExpression | undefined;
      readonly to: PlanExpression | undefined;
    }
  | {
      readonly kind: "conditional";
      readonly test: PlanExpression;
      readonly consequent: PlanExpression;
      readonly alternate: PlanExpression;
    }
  | { readonly kind: "let"; readonly name: string; readonly value: PlanExpression; readonly body: PlanExpression }
  | { readonly kind: "sequence"; readonly expressions: readonly PlanExpression[] }
  | { readonly kind: "array"; readonly elements: readonly PlanExpression[] }
  | {
      readonly kind: "map";
      readonly pairs: readonly { readonly key: PlanExpression; readonly value: PlanExpression }[];
    }
);
