import type { FlowError } from "./errors.ts";
import type { StepContext } from "./step-context.ts";

/**
 * A function of an emitted module, which knows its step as one with the state of that module. Written as a method, whose
 * parameters TypeScript lets be narrower than they are here.
 */
type OfStep<Result> = { call(step: StepContext): Result }["call"];

/** A compiled workflow: what the emitted module hands to `workflow()`. */
export interface WorkflowDefinition {
  readonly name: string;
  readonly version?: string;
  readonly description?: string;
  /** SHA-256 (hex) over the YAML files. */
  readonly sourceHash: string;
  readonly compilerVersion: string;
  readonly target: string;
  readonly server: boolean;
  readonly routes: readonly Route[];
  /** Of a server workflow: what each request executes. */
  readonly requests?: readonly RequestPlan[];
  readonly service?: ServiceDefinition;
  readonly concurrency?: number;
  readonly timeoutMs?: number;
  /** Inputs that are declared or read. */
  readonly inputs: readonly InputDefinition[];
  /** True where `settings.inputs` is the whole list. */
  readonly closedInputs: boolean;
  /** Standalone validator of all inputs together. */
  readonly validateInputs?: Validator;
  /** Environment variables that must be set before anything runs, and who reads them first. */
  readonly requiredEnvironment: readonly { readonly name: string; readonly place: string }[];
  /** `agentSettings.env`. */
  readonly environment?: OfStep<Readonly<Record<string, string>>>;
  /** What is asked of the machine alone, before anything runs or listens. */
  readonly machine?: readonly (() => void)[];
  /** What is asked before anything runs, beside environment variables and inputs. */
  readonly preflight?: readonly OfStep<unknown>[];
  readonly effects: Effects;
  readonly tool: ToolDefinition;
  /** In topological order. */
  readonly resources: readonly ResourceDefinition[];
  /** Components made of resources that they use. */
  readonly components?: readonly ComponentDefinition[];
  /** Where resources stand, and the expressions that may fail, those of components too. */
  readonly places?: Places;
  /** Of a bundle that keeps runs: fingerprints by id, of what a resource and all upstream of it does. */
  readonly prints?: Readonly<Record<string, string>>;
  /** Of a durable bundle: a hash over all that the workflow does; another one is another version of it. */
  readonly planHash?: string;
  /** `settings.history`: every run is recorded. */
  readonly history?: true;
  readonly schedule?: ScheduleDefinition;
}

/** `settings.schedule`: when it runs by itself. */
export interface ScheduleDefinition {
  /** Five fields of numbers. */
  readonly cron: string;
  readonly timeZone: string;
  /** What becomes of a run that is due while another is running. */
  readonly overlap: "skip" | "queue" | "cancel";
  /** True: one run makes up for those that were missed. */
  readonly catchUp: boolean;
}

/** Places in the documents. */
export interface Places {
  /** Relative to the workflow's folder. */
  readonly files: readonly string[];
  /** By the numbers that steps keep, from 1: `0:9:14: len(get('row'))`, the number of a file, line, column and text. */
  readonly expressions: readonly string[];
  /** Numbers of those that read what the caller gave, before anything is done with it. */
  readonly given?: readonly number[];
}

/** A component made of resources. */
export interface ComponentDefinition {
  readonly name: string;
  /** The resource whose value is the component's. */
  readonly target: string;
  readonly inputs: readonly ComponentInputDefinition[];
  /** Outputs that a run must look at: of the value itself, or of a field of it. */
  readonly outputs?: { readonly within?: string; readonly fields: readonly ComponentField[] };
  /** In topological order. */
  readonly resources: readonly ResourceDefinition[];
}

/** An input or output of a component. */
export interface ComponentField {
  readonly name: string;
  /** `string`, `int`, `float`, `bool`, `array`, `map` or `any`. */
  readonly type: string;
  readonly required?: boolean;
}

export interface ComponentInputDefinition extends ComponentField {
  /** Values of other inputs under which it must be given. */
  readonly requiredWhen?: Readonly<Record<string, unknown>>;
  readonly default?: unknown;
  /** Allowed values. */
  readonly values?: readonly unknown[];
}

export interface Route {
  readonly path: string;
  readonly methods: readonly string[];
}

/** What a request of one route and method executes; decided at build time. */
export interface RequestPlan {
  readonly path: string;
  readonly method: string;
  /** Ids in topological order. */
  readonly resources: readonly string[];
  /** The resource whose result is the response. */
  readonly answer: string;
  /** True where none of them waits for anything: they are run one after another. */
  readonly inOrder: boolean;
  /** True where fields of the body are read: a body must be a map then. */
  readonly readsFields?: boolean;
}

/** `settings.apiServer` (spec section 2). */
export interface ServiceDefinition {
  readonly host?: string;
  readonly port?: number;
  readonly token?: OfStep<string>;
  /** Where the token is written, and the environment variables that it is made of. */
  readonly tokenFrom?: { readonly variables: readonly string[]; readonly place: string };
  readonly allowOrigins?: readonly string[];
  readonly maxBodyBytes?: number;
  readonly maxConcurrent?: number;
  readonly requestTimeoutMs?: number;
  readonly healthPath?: string;
  /** How many proxies stand in front, whose X-Forwarded-For counts; true is one. */
  readonly trustProxy?: number | boolean;
}

export interface InputDefinition {
  readonly name: string;
  /** JSON Schema of a declared input. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly required?: boolean;
  readonly default?: unknown;
}

/** What a run may touch, as far as the text of the workflow shows; "dynamic" stands for what only a run knows. */
export interface Effects {
  readonly commands: readonly string[];
  readonly environment: readonly string[];
  readonly memory: readonly string[];
  /** Hosts that requests go to, with their ports. */
  readonly hosts?: readonly string[];
  /** Language models that are asked. */
  readonly models?: readonly string[];
  /** Files that the workflow itself opens. */
  readonly files?: readonly string[];
  /** Names of `settings.sqlConnections`. */
  readonly databases?: readonly string[];
}

/** What the workflow is as a tool of an agent, beside its inputs. */
export interface ToolDefinition {
  /** The target's, where the workflow has none. */
  readonly description?: string;
  /** What resources ask of inputs beyond what is declared. */
  readonly asks?: {
    readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly required: readonly string[];
  };
  /** True where a file is read that a run is given. */
  readonly file?: boolean;
  /** JSON Schema of the result. */
  readonly output: Readonly<Record<string, unknown>>;
  /** True where it is certain that a run changes nothing. */
  readonly readOnly: boolean;
  /** True where a run may deal with what is beyond this machine. */
  readonly openWorld: boolean;
}

/** A function that ajv compiled: true, or false with `errors` set. */
export interface Validator {
  (value: unknown): boolean;
  errors?:
    | readonly {
        readonly instancePath: string;
        readonly keyword?: string;
        readonly params?: Readonly<Record<string, unknown>>;
        readonly message?: string;
      }[]
    | null;
}

export interface ResourceDefinition {
  readonly id: string;
  /** `resourceType` of its events. */
  readonly type: string;
  /** Where it stands: the number of its file in `places.files`, and the line. */
  readonly place?: string;
  readonly requires: readonly string[];
  /** True where it runs only when a chat's model calls for it, or for what requires it. */
  readonly onDemand?: boolean;
  /** Field of the result that is its bare value. */
  readonly main?: string;
  /** Of a server workflow: what is asked of the inputs before anything runs. */
  readonly required?: readonly string[];
  readonly validate?: Validator;
  /** HTTP status of a failed validation: `validations.error.code`. */
  readonly failureCode?: number;
  /** Runs the resource once: it leaves its result, its response and what it stores in the step's state. */
  readonly run: OfStep<unknown>;
  readonly onError?: OnErrorDefinition;
  /** True for a resource with `items`: `onError` then is about each item, not about the whole. */
  readonly items?: true;
}

/** Stands where expressions are evaluated outside all resources. */
export const noResource: ResourceDefinition = { id: "", type: "", requires: [], run: () => undefined };

export interface OnErrorDefinition {
  readonly action: "fail" | "continue" | "retry";
  readonly maxRetries?: number;
  readonly retryDelayMs?: number;
  readonly backoff?: number;
  readonly when?: OnErrorFunction<boolean>;
  readonly run?: OnErrorFunction<void>;
  readonly fallback?: OnErrorFunction<unknown>;
}

/** An expression of `onError`; in a resource with `items` it may look at the item that failed. */
type OnErrorFunction<Result> = {
  call(step: StepContext, error: Failure, item: unknown, index: number): Result;
}["call"];

/** `error` in the expressions of `onError`. */
export interface Failure {
  readonly message: string;
  readonly failureClass: string;
  readonly actionId: string;
  /** Attempts made so far. */
  readonly attempt: number;
  readonly exitCode: number | null;
  readonly stderr: string;
}

/** The failure as the expressions of `onError` see it. */
export function failureOf(error: FlowError, actionId: string, attempt: number): Failure {
  const { exitCode = null, stderr = "" } = error.details;
  return { message: error.plain, failureClass: error.failureClass, actionId, attempt, exitCode, stderr };
}

/** What others read of a result where they name no field of it. */
export function bareValue({ main }: ResourceDefinition, result: unknown): unknown {
  if (main === undefined || result === null || result === undefined) return result ?? null;
  return (result as Readonly<Record<string, unknown>>)[main] ?? null;
}
