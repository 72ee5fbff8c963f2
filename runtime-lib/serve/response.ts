import type { RequestPlan } from "../run/definition.ts";
import type { RunResult } from "../run/run.ts";
import { isMap, text } from "../run/values.ts";
import { problemBody, RequestProblem } from "./problem.ts";
import type { requestIdHeader } from "./request-id.ts";
import { takesPath } from "./route.ts";

/** `apiResponse` as written; the value of a resource without one is a success. `requestId` is that of a served request. */
export function respond({ value, apiResponse }: RunResult, requestId?: string): Response {
  const body = JSON.stringify(apiResponse === undefined ? { success: true, response: value } : value);
  const status = statusOf(apiResponse?.statusCode);
  const empty = status === 204 || status === 205 || status === 304;
  const headers = headersOf(apiResponse?.headers, requestId);
  return new Response(empty ? null : body, { status, headers });
}

function statusOf(given: unknown): number {
  if (given === undefined || given === null) return 200;
  const status = Number(given);
  if (Number.isInteger(status) && status >= 200 && status <= 599) return status;
  throw new RequestProblem(500, "the workflow answered with an unusable status code", { failureClass: "tool_runtime" });
}

const json = { "Content-Type": "application/json" };

/** Names and values are checked by Headers: a line break in a value cannot split the answer. */
function headersOf(given: unknown, requestId: string | undefined): Headers | Record<string, string> {
  const own = requestId === undefined ? json : identified(requestId);
  if (!isMap(given)) return own;
  const headers = new Headers(own);
  try {
    for (const [name, value] of Object.entries(given)) if (value !== null) headers.set(name, text(value));
  } catch {
    throw new RequestProblem(500, "the workflow answered with an unusable header", { failureClass: "tool_runtime" });
  }
  return headers;
}

/** Written out, for each request makes one: V8 takes longer for a spread and a computed key. */
function identified(requestId: string): Readonly<Record<"Content-Type" | typeof requestIdHeader, string>> {
  return { "Content-Type": "application/json", "X-Request-Id": requestId };
}

/** The answer to a request that ends without a result. */
export function problemResponse(problem: RequestProblem): Response {
  const headers = { "Content-Type": "application/json", ...problem.headers };
  return new Response(problemBody(problem), { status: problem.status, headers });
}

/** Why no route took the request: its path is unknown (404), or its method (405, and what is allowed). */
export function refuse(plans: readonly Pick<RequestPlan, "path" | "method">[], method: string, path: string): Response {
  const methods = plans.filter((plan) => takesPath(plan, path)).map((plan) => plan.method);
  if (methods.length === 0) throw new RequestProblem(404, "no such route");
  const allowed = [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])].sort().join(", ");
  if (method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: allowed } });
  throw new RequestProblem(405, `the route does not take ${method}`, { headers: { Allow: allowed } });
}
