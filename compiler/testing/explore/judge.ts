import type { JsonSchema } from "../../describe/json-schema.ts";
import type { Simulated, SimulatedCase } from "../../nouns/test-case.ts";
import { asMap } from "../../tree/plain-data.ts";

/** What no run of a workflow should do. */
export type FindingKind = "expression" | "server-error" | "client-error" | "response" | "secret" | "hang" | "order";

/** What is wrong with a run. */
export interface Fault {
  readonly kind: FindingKind;
  /** What distinguishes it from others of its kind: a place of the workflow. */
  readonly at: string;
  readonly message: string;
}

/** What runs of a workflow are held against. */
export interface Standard {
  /** The validator of the result or of the response of a request, where one is known: what does not fit, or undefined. */
  readonly misfit: (testCase: SimulatedCase, result: unknown) => string | undefined;
  readonly secrets: readonly string[];
}

/** Milliseconds of simulated time after which nobody waits any more. */
const longestRun = 24 * 3_600_000;

/** The first fault of a run; undefined where there is none. */
export function judge(testCase: SimulatedCase, run: Simulated, standard: Standard): Fault | undefined {
  return (
    expressionFault(run) ??
    hang(run) ??
    leak(run, standard) ??
    serverFault(testCase, run) ??
    misfitFault(testCase, run, standard)
  );
}

interface Ended {
  readonly failureClass: string;
  readonly message: string;
}

function failureOf({ events, failure }: Simulated): Ended | undefined {
  const last = events.findLast(({ event }) => event === "workflow.failed");
  if (last !== undefined) return { failureClass: String(last["failureClass"]), message: String(last["message"]) };
  return failure && { failureClass: failure.class, message: failure.message };
}

/** `"total" failed: resources/total.yaml:9:14: len(get('row')): …`. */
const placed = /(?:^|: )((?:[^\s:]+\/)*[^\s:/]+\.ya?ml:\d+:\d+): /;

/** An expression that fails on what the caller gave, before anything is done, is the caller's mistake. */
function expressionFault(run: Simulated): Fault | undefined {
  const { failureClass, message } = failureOf(run) ?? {};
  const [, at] = placed.exec(message ?? "") ?? [];
  if (at === undefined || message === undefined || failureClass === "validation") return undefined;
  return { kind: "expression", at, message };
}

function hang({ events, failure }: Simulated): Fault | undefined {
  const times = events.map(({ emittedAt }) => Date.parse(String(emittedAt))).filter((time) => !Number.isNaN(time));
  const took = Math.max(...times) - Math.min(...times);
  const running = events.findLast(({ event }) => event === "resource.started");
  const at = String(running?.["actionId"] ?? "");
  if (took > longestRun)
    return {
      kind: "hang",
      at,
      message: `the run waits for ${Math.round(took / 3_600_000)} hours: "${at}" has no limit`,
    };
  if (failure?.class !== "timeout" || !/real time/.test(failure.message)) return undefined;
  return { kind: "hang", at, message: failure.message };
}

function leak({ events, result, response }: Simulated, { secrets }: Standard): Fault | undefined {
  const shown = { "an event": events, "the result": result, "the answer to a request": response };
  for (const [what, value] of Object.entries(shown)) {
    const text = JSON.stringify(value) ?? "";
    const secret = secrets.find((each) => text.includes(each));
    if (secret !== undefined) {
      const [, name = ""] = /^secret-(.*)-/.exec(secret) ?? [];
      return { kind: "secret", at: name, message: `${what} shows the value of the environment variable ${name}` };
    }
  }
  return undefined;
}

/** Where nothing has failed outside, a 500 is the workflow's own, or a mistake of the client that nobody has refused. */
function serverFault({ given = {} }: SimulatedCase, run: Simulated): Fault | undefined {
  const status = run.response?.status;
  if (status === undefined || status < 500 || status === 502 || status === 504 || status === 503) return undefined;
  const hasFailed = run.calls.some(({ place, failed }) => failed !== undefined || failsIn(given, place));
  if (hasFailed) return undefined;
  const { message = "" } = failureOf(run) ?? {};
  const [, at = ""] = /^"([^"]+)"/.exec(message) ?? [];
  return {
    kind: "client-error",
    at,
    message: `a request is answered ${status}, and nothing outside has failed: ${message}`,
  };
}

function failsIn(given: Readonly<Record<string, unknown>>, place: string): boolean {
  const { fails, exitCode = 0 } = asMap(given[place.replaceAll(/\[\d+\]/g, "")]) ?? {};
  return fails !== undefined || exitCode !== 0;
}

function misfitFault(testCase: SimulatedCase, run: Simulated, { misfit }: Standard): Fault | undefined {
  if (run.result === undefined || run.failure !== undefined) return undefined;
  const problem = misfit(testCase, run.result);
  return problem === undefined
    ? undefined
    : { kind: "response", at: problem.split(" ")[0] ?? "", message: `the result does not fit its schema: ${problem}` };
}

/** The schema that the result of a run is held against. */
export type ResultSchema = JsonSchema;
