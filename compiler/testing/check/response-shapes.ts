import { answerType, bareType } from "../../describe/result-type.ts";
import type { Plan } from "../../nouns/plan.ts";
import type { PlanResource } from "../../nouns/plan-resource.ts";
import type { PlanValue } from "../../nouns/plan-value.ts";
import type { CaseRequest } from "../../nouns/test-case.ts";
import { anyType, boolType, intType, mapOf, optional, stringType } from "../../nouns/value-type.ts";
import { requestedRoute } from "../requested-route.ts";
import type { Shape } from "./held-expectations.ts";

/** What the answer to a request may be, as far as the workflow says it. */
export interface ExpectedResponse {
  /** What is answered where the request does not fail; undefined where no route takes it. */
  readonly success: Shape | undefined;
  /** The status of that; undefined where only a run knows it. */
  readonly status: number | undefined;
  /** The headers that it has; undefined where only a run knows them. */
  readonly headers: readonly string[] | undefined;
}

/** What is answered where a request is refused, or fails. */
export const problemType = mapOf({
  success: boolType,
  error: mapOf({
    code: intType,
    message: stringType,
    failureClass: stringType,
    actionId: { kind: "string", optional: true },
  }),
});

/** What the workflow answers to a request. */
export function expectedResponse(plan: Plan, request: CaseRequest): ExpectedResponse {
  if (request.method === "HEAD" || request.method === "OPTIONS")
    return { success: anyType, status: undefined, headers: undefined };
  const route = requestedRoute(plan, request);
  if (route === undefined) return { success: undefined, status: undefined, headers: undefined };
  const answer = plan.resources.find(({ id }) => id === route.answer);
  if (answer === undefined || isUncertain(answer)) return { success: anyType, status: undefined, headers: undefined };
  const { response } = answer;
  if (response === undefined) return { success: answerType(answer), status: 200, headers: [] };
  const { statusCode, headers } = response;
  return {
    success: resultShape(answer),
    status: statusCode === undefined ? 200 : writtenNumber(statusCode),
    headers: headers === undefined ? [] : headers.kind === "map" ? headers.entries.map(({ key }) => key) : undefined,
  };
}

/** What a resource with an apiResponse gives. */
export function resultShape(resource: PlanResource): Shape {
  const { response } = resource;
  if (response === undefined) return resource.result.skippable ? optional(bareType(resource)) : bareType(resource);
  if (isUncertain(resource)) return anyType;
  const entries = [
    { key: "success", value: response.success },
    { key: "response", value: response.response },
  ];
  return { kind: "written", value: { kind: "map", entries, span: response.span } };
}

/** Where it is skipped, or goes on after a failure, the result is another. */
function isUncertain({ skip, onError, result }: PlanResource): boolean {
  return skip.length > 0 || onError?.action === "continue" || result.fallback;
}

function writtenNumber(value: PlanValue): number | undefined {
  const number = value.kind === "constant" ? Number(value.value) : Number.NaN;
  return Number.isInteger(number) ? number : undefined;
}
