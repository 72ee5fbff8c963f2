import type { Data } from "../../nouns/simulation.ts";
import type { Simulated, SimulatedFailure } from "../../nouns/test-case.ts";
import { asMap } from "../../tree/plain-data.ts";

/** The failure behind a response to a request: that of the run, else what a refused client reads; undefined below 400. */
export function failureOfResponse({ response, events }: Simulated): SimulatedFailure | undefined {
  if (response === undefined || response.status < 400) return undefined;
  const ofRun: Data = events.findLast(({ event }) => event === "workflow.failed") ?? {};
  const read: Data = asMap(asMap(response.body)?.["error"]) ?? {};
  const { message, failureClass, actionId } = { ...read, ...ofRun };
  return {
    message: String(message ?? response.body),
    class: String(failureClass ?? "tool_runtime"),
    ...(typeof actionId === "string" && { actionId }),
  };
}
