import type { RequestPlan, WorkflowDefinition } from "../run/definition.ts";
import { isTooDeep, tooDeep } from "../run/depth.ts";
import { InvalidInput } from "../run/errors.ts";
import { requestExecution } from "../run/execution.ts";
import { execute, fileOf, type RunOptions, type RunResult, refused } from "../run/run.ts";
import type { RunFile, RunRequest } from "../run/state.ts";
import { isMap } from "../run/values.ts";
import { authorize, tokenOf } from "./authorize.ts";
import { queryOf } from "./form-fields.ts";
import { toProblem } from "./problem.ts";
import { requestIdOf } from "./request-id.ts";
import { requestInputs } from "./request-inputs.ts";
import { problemResponse, refuse, respond } from "./response.ts";
import { decodedPath, findRoute, pathParameters, takesPath } from "./route.ts";

/** A request as a caller in a program gives it: its path may have a query, its file may be a path. */
export interface GivenRequest extends Omit<RunRequest, "file" | "query"> {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly file?: string | RunFile | undefined;
  /** Parameters of the path, where that is one as it is declared: `/users/:id`. */
  readonly params?: Readonly<Record<string, string | number | boolean>>;
}

/** What a caller in a program gets for a request. */
export interface GivenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as it is parsed; null where the answer has none. */
  readonly body: unknown;
}

/** What one run of a server workflow is given. */
export interface GivenOptions extends Omit<RunOptions, "request"> {
  readonly request?: GivenRequest;
  /** True: the result is the Response that a server would give, also where the request is refused or the run fails. */
  readonly asResponse?: boolean;
}

/**
 * Runs what the build decided for `options.request`, as a server would: the same routes, the same parameters of path and
 * query, the same inputs. Without a request it runs the whole workflow. Rejects with InvalidInput where no route takes it.
 */
export async function answerGiven(definition: WorkflowDefinition, options: GivenOptions = {}): Promise<RunResult> {
  const { request: given, asResponse, ...others } = options;
  if (given === undefined) return execute(definition, others);
  if (asResponse === true) return { value: await responseOf(definition, given, others), apiResponse: undefined };
  return answerRequest(definition, given, others);
}

/**
 * The same for a caller in a program, who gets the whole answer to a request: its value is a GivenAnswer. Rejects where
 * the request is refused or the run fails.
 */
export async function answerInProgram(definition: WorkflowDefinition, options: GivenOptions = {}): Promise<RunResult> {
  if (options.request === undefined || options.asResponse === true) return answerGiven(definition, options);
  const { runId = requestIdOf({ headers: headersOf(options.request ?? {}) }) } = options;
  const response = respond(await answerGiven(definition, { ...options, runId }), runId);
  const { status, headers } = response;
  const text = await response.text();
  const body: unknown = text === "" ? null : JSON.parse(text);
  return {
    value: { status, headers: Object.fromEntries(headers), body } satisfies GivenAnswer,
    apiResponse: undefined,
  };
}

async function responseOf(definition: WorkflowDefinition, given: GivenRequest, others: RunOptions): Promise<Response> {
  try {
    const [method, path] = [given.method.toUpperCase(), decodedPath(urlOf(given.path).pathname)];
    const plans = definition.requests ?? [];
    if (findRoute(plans, method, path) === undefined) return refuse(plans, method, path);
    const headers = new Headers(textsOf(given.headers ?? {}));
    authorize(headers.get("authorization") ?? undefined, tokenOf(definition, others));
    return respond(await answerRequest(definition, given, others));
  } catch (thrown) {
    return problemResponse(toProblem(thrown, definition));
  }
}

async function answerRequest(
  definition: WorkflowDefinition,
  given: GivenRequest,
  others: Omit<RunOptions, "request">,
): Promise<RunResult> {
  let asked: ReturnType<typeof ask>;
  try {
    asked = ask(definition, given);
  } catch (thrown) {
    throw refused(definition, others, thrown);
  }
  const { request, plan, inputs } = asked;
  const all = { ...inputs, ...others.inputs };
  return execute(definition, { ...others, request, inputs: all }, { execution: requestExecution(definition, plan) });
}

/** The request as a server reads it, what it executes and its inputs. */
function ask(definition: WorkflowDefinition, given: GivenRequest) {
  if (!isMap(given) || typeof given.method !== "string" || typeof given.path !== "string")
    throw new InvalidInput("validation", "a request must be an object with the strings method and path");
  if (isTooDeep(given.body)) throw new InvalidInput("validation", `the body ${tooDeep}`);
  const { params, ...others } = given;
  const { pathname, search } = urlOf(params === undefined ? given.path : filledPath(given.path, params));
  const plan = planOf(definition, given.method.toUpperCase(), pathname);
  const query = {
    ...queryOf(search),
    ...textsOf(given.query ?? {}),
    ...pathParameters(plan.path, decodedPath(pathname)),
  };
  const request: RunRequest = {
    ...others,
    method: given.method.toUpperCase(),
    path: pathname,
    query,
    headers: headersOf(given),
    file: typeof given.file === "string" ? fileOf(given.file) : given.file,
  };
  const readsFields = plan.readsFields === true;
  return {
    request,
    plan,
    inputs: requestInputs(definition, request, { hasParameters: true, isForm: false, readsFields }),
  };
}

/** Their names in lower case. */
function headersOf({ headers }: Partial<GivenRequest>): Record<string, string> {
  return Object.fromEntries(Object.entries(textsOf(headers ?? {})).map(([name, value]) => [name.toLowerCase(), value]));
}

/** A path as it is declared, with its parameters filled in. */
function filledPath(path: string, params: Readonly<Record<string, unknown>>): string {
  const values = textsOf(params);
  const unused = new Set(Object.keys(values));
  const filled = path.replaceAll(/(?<=\/):(\w+)/g, (_, name: string) => {
    unused.delete(name);
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new InvalidInput("validation", `the parameter "${name}" of the path is missing`);
    return encodeURIComponent(value);
  });
  const [other] = unused;
  if (other === undefined) return filled;
  throw new InvalidInput("validation", `the path "${path}" has no parameter "${other}"`);
}

function urlOf(path: string): URL {
  const url = path.startsWith("/") ? URL.parse(`http://localhost${path}`) : null;
  if (url === null) throw new InvalidInput("validation", `the path of a request must start with "/", found "${path}"`);
  return url;
}

function planOf(definition: WorkflowDefinition, method: string, pathname: string): RequestPlan {
  const path = decodedPath(pathname);
  const plans = definition.requests ?? [];
  const plan = findRoute(plans, method, path);
  if (plan !== undefined) return plan;
  if (plans.some((candidate) => takesPath(candidate, path)))
    throw new InvalidInput("validation", `the route ${pathname} does not take ${method}`);
  throw new InvalidInput("validation", `no route ${pathname} in this workflow`);
}

/** A caller in a program may give numbers: a server gets text. */
function textsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
