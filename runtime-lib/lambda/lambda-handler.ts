import type { WorkflowDefinition } from "../run/definition.ts";
import { fetchOf } from "../serve/fetch.ts";
import { RequestProblem } from "../serve/problem.ts";
import { problemResponse } from "../serve/response.ts";
import { type LambdaEvent, type LambdaResult, requestOf, resultOf } from "./event.ts";

/**
 * A server workflow as the handler of a function of AWS Lambda. Each request is logged as a line of JSON, with the cause
 * of its failure. Rejects for other events than requests, and where the server would not start.
 */
export function lambdaHandler(definition: WorkflowDefinition): (event: LambdaEvent) => Promise<LambdaResult> {
  // Lambda's own way to its logs: whole, before the function is frozen.
  const log = (line: string): void => console.log(line);
  const answer = fetchOf(definition, { log, logFormat: "json" });
  return async (event) => {
    if (event?.version !== "2.0" || typeof event.requestContext?.http?.method !== "string")
      throw new TypeError(
        "the event is not a request of payload format 2.0: call the function through a function URL, or an HTTP API with that format",
      );
    let request: Request;
    try {
      request = requestOf(event);
    } catch {
      return resultOf(problemResponse(new RequestProblem(400, "the request is not valid HTTP")));
    }
    return resultOf(await answer(request, { ip: event.requestContext.http.sourceIp }));
  };
}
