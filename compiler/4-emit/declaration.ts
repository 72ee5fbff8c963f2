import { type CallerOption, runOptions, serveOptions } from "../../runtime-lib/run/caller-options.ts";
import { allResources, readsFile } from "../describe/effects.ts";
import { answerType, resultType } from "../describe/result-type.ts";
import type { Plan } from "../nouns/plan.ts";
import type { PlanResource } from "../nouns/plan-resource.ts";
import {
  anyType,
  boolType,
  floatType,
  mapOf,
  mapType,
  nilType,
  stringType,
  type ValueType,
} from "../nouns/value-type.ts";
import { propertyKey } from "./escape.ts";
import type { BundleTarget } from "./module.ts";
import { print } from "./print.ts";
import { emitType } from "./types.ts";

const schemaTypes: Readonly<Record<string, ValueType>> = {
  string: stringType,
  integer: floatType,
  number: floatType,
  boolean: boolType,
  object: mapType,
};

/** The bundle's `.d.mts`: what importing it gives, with the types of the workflow's inputs and result. */
export function emitDeclaration(plan: Plan, target: BundleTarget = "command"): string {
  const inputs = plan.inputs.map(({ name }) => {
    const input = plan.declaredInputs?.find((candidate) => candidate.name === name);
    const type = print(emitType(schemaTypes[String(input?.schema["type"])] ?? anyType));
    return `  ${propertyKey(name)}${input?.required ? "" : "?"}: ${type};\n`;
  });
  const open = plan.declaredInputs === undefined ? "  [name: string]: unknown;\n" : "";
  return `/** Inputs of the workflow. */
export interface Inputs {
${inputs.join("")}${open}}

/** What the workflow takes as a tool. */
export type ToolInput = ${readsFile(allResources(plan)) ? "Inputs & { readonly file?: string }" : "Inputs"};

/** The result: the target's value, or its response. */
export type Result = ${print(emitType(resultType(plan)))};
${sharedDeclarations}${plan.server ? serverDeclarations(plan) : commandDeclaration}${target === "lambda" ? handlerDeclaration : ""}`;
}

/** What the bundle of a server workflow exports beside, or in place of, that of a command. */
function serverDeclarations(plan: Plan): string {
  const answers = plan.requests.flatMap(({ answer }) => plan.resources.filter(({ id }) => id === answer));
  const bodies = new Set(answers.flatMap(bodyTypes));
  return `
/** What a request is answered. */
export interface Answer {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** As JSON that is parsed; null where the answer has none. */
  readonly body: ${[...bodies].join(" | ") || "unknown"};
}

/** Answers one request as the server would. Rejects with an Error that has a \`failureClass\`. */
export declare function run(options: RunOptions & { readonly request: RunRequest }): Promise<Answer>;
${commandDeclaration}${fetchDeclaration}`;
}

function bodyTypes(resource: PlanResource): readonly string[] {
  const { response, result } = resource;
  const status = response?.statusCode;
  const mayBeEmpty = status !== undefined && !(status.kind === "constant" && !emptyAnswers.has(Number(status.value)));
  const types = [answerType(resource), ...(result.skippable ? [mapOf({ success: boolType, response: nilType })] : [])];
  return [...types.map((type) => print(emitType(type))), ...(mayBeEmpty ? ["null"] : [])];
}

/** Of HTTP (RFC 9110): these have no body. */
const emptyAnswers: ReadonlySet<number> = new Set([204, 205, 304]);

const commandDeclaration = `
/** Runs the workflow once. Rejects with an Error that has a \`failureClass\`. */
export declare function run(options?: RunOptions): Promise<Result>;
`;

const handlerDeclaration = `
/** The handler of a function of AWS Lambda: takes events of payload format 2.0, of HTTP APIs and function URLs. */
export declare function handler(event: {
  readonly version: "2.0";
  readonly rawPath: string;
  readonly rawQueryString?: string;
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | undefined;
  readonly isBase64Encoded?: boolean;
  readonly requestContext: {
    readonly domainName?: string;
    readonly stage?: string;
    readonly http: { readonly method: string; readonly sourceIp?: string };
  };
}): Promise<{
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body: string;
  readonly isBase64Encoded: false;
}>;
`;

const fetchDeclaration = `
/**
 * Answers a request as the server would, for whatever server calls it: Hono, Next, Deno, Bun. \`ip\`: the address of the
 * client, \`info('ip')\`. Rejects, with class preflight, only where \`serve\` would not start.
 */
export declare function fetch(request: Request, client?: { readonly ip?: string }): Promise<Response>;
`;

/** Properties of an interface, each with what it is. */
function optionLines(options: Readonly<Record<string, CallerOption>>): string {
  return Object.entries(options)
    .map(([name, { type, about }]) => `  /** ${about} */\n  readonly ${name}?: ${type};\n`)
    .join("");
}

const sharedDeclarations = `
/** One lifecycle event. */
export interface FlowEvent {
  readonly event: string;
  readonly workflowId: string;
  readonly runId: string;
  readonly emittedAt: string;
  readonly actionId?: string;
  readonly resourceType?: string;
  readonly message?: string;
  readonly failureClass?: string;
  readonly durationMs?: number;
  readonly attempt?: number;
  readonly usage?: { readonly promptTokens: number; readonly completionTokens: number; readonly totalTokens: number };
  readonly items?: { readonly total: number; readonly done: number; readonly failed: number };
  readonly place?: string;
  readonly recovered?: true;
  readonly recorded?: true;
  readonly exitCode?: number;
  readonly signal?: string;
  readonly command?: string;
  readonly tail?: { readonly stdout?: string; readonly stderr?: string };
  readonly item?: number;
  readonly stream?: "stdout" | "stderr";
  readonly line?: string;
}

/** A request of a server workflow, answered without a server as a server would answer it. */
export interface RunRequest {
  /** In any case: \`GET\`, \`post\`. */
  readonly method: string;
  /** With its parameters and its query, if it has one: \`/users/7?page=2\`; or as it is declared, with \`params\`. */
  readonly path: string;
  /** Parameters of a path that is given as it is declared: \`{ id: 7 }\` for \`/users/:id\`. */
  readonly params?: Readonly<Record<string, string | number | boolean>>;
  /** Goes over the query of the path. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON as it is parsed. */
  readonly body?: unknown;
  /** What \`get('file')\` reads: a path, or a path and a media type. */
  readonly file?: string | { readonly path: string; readonly type: string };
  /** The address of the client: \`info('ip')\`. */
  readonly ip?: string;
}

export interface RunOptions {
${optionLines(runOptions)}}

/** Starts the HTTP server of a server workflow; rejects for other workflows. \`stop\` lets running requests finish. */
export declare function serve(options?: {
${optionLines(serveOptions)}}): Promise<{ readonly url: string; readonly port: number; stop(): Promise<void> }>;

/** Runs the workflow as a command with these arguments; resolves to the exit code. */
export declare function main(argv: readonly string[]): Promise<number>;

/** What the workflow is made of. */
export declare const describe: Readonly<Record<string, unknown>>;

type JsonObject = Readonly<Record<string, unknown>>;

/** The workflow as a tool of an agent; as JSON a function as OpenAI's API takes it. */
export declare const tool: {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean; readonly openWorldHint: boolean };
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: { [name: string]: unknown };
    readonly parse: (text: string) => ToolInput;
    readonly function: (input?: ToolInput, runner?: { readonly controller?: AbortController }) => Promise<unknown>;
  };
  /** Runs the workflow once. Rejects with an Error that has a \`failureClass\`. */
  readonly call: (
    input?: ToolInput,
    options?: { readonly signal?: AbortSignal; readonly onEvent?: (event: FlowEvent) => void },
  ) => Promise<Result>;
  /** A result as an object: what \`outputSchema\` describes. */
  readonly structured: (result: unknown) => JsonObject;
};
`;
