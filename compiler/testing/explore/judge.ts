import type { Data } from "../../nouns/simulation.ts";
import type { Simulated, SimulatedCase } from "../../nouns/test-case.ts";
import { asMap } from "../../tree/plain-data.ts";
import { nameOfSecret } from "./environment.ts";

/** What no run of a workflow should do. */
export type FaultKind = "expression" | "client-error" | "response" | "secret" | "hang" | "order";

/** What is wrong with a run. */
export interface Fault {
  readonly kind: FaultKind;
  /** What distinguishes it from others of its kind: a place of the workflow, of its result, or a name. */
  readonly at: string;
  readonly message: string;
  /** What a test would expect instead; absent: what every test does. */
  readonly expected?: Data;
}

/** What runs of a workflow are held against. */
export interface Standard {
  /** What of the result does not fit the schema that the workflow has for it. */
  readonly misfit: (testCase: SimulatedCase, result: unknown) => Misfit | undefined;
  /** Values that nobody may be shown. */
  readonly secrets: readonly string[];
}

/** A part of a result that is not what it should be. */
export interface Misfit {
  /** Such as `response.count`. */
  readonly path: string;
  readonly message: string;
  /** An expression over `value`, the whole result, that is true of one that fits. */
  readonly fits: string;
}

/** The first fault of a run; undefined where there is none. */
export function judge(testCase: SimulatedCase, run: Simulated, standard: Standard): Fault | undefined {
  if (run.missing.length > 0) return undefined;
  return (
    hang(testCase, run) ??
    expressionFault(testCase, run) ??
    leak(run, standard) ??
    clientFault(testCase, run) ??
    misfitFault(testCase, run, standard)
  );
}

interface Ended {
  readonly failureClass: string;
  readonly message: string;
}

/** How the run failed: an answer of a server does not say it. */
function endOf({ events }: Simulated): Ended | undefined {
  const last = events.findLast(({ event }) => event === "workflow.failed");
  return last && { failureClass: String(last["failureClass"]), message: String(last["message"]) };
}

/** `"total" failed: resources/total.yaml:9:14: len(get('row')): …`. */
const placed = /(?:^|: )((?:[^\s:"]+\/)*[^\s:/"]+\.ya?ml:\d+:\d+): /;

/** What fails on the caller's values before anything is done is the caller's mistake. */
function expressionFault({ request }: SimulatedCase, run: Simulated): Fault | undefined {
  const { failureClass, message } = endOf(run) ?? {};
  const [, at] = placed.exec(message ?? "") ?? [];
  if (at === undefined || message === undefined || failureClass === "validation") return undefined;
  const kind = request !== undefined && run.calls.length === 0 ? "client-error" : "expression";
  return { kind, at, message, ...refusal(request) };
}

function refusal(request: unknown): Pick<Fault, "expected"> {
  return request === undefined ? {} : { expected: { status: { lt: 500 } } };
}

/** Nobody waits so long: milliseconds of simulated time. */
const longestRun = 24 * 3_600_000;

/** A server ends its requests by itself. */
function hang({ request }: SimulatedCase, { events, failure }: Simulated): Fault | undefined {
  if (request !== undefined) return undefined;
  const times = events.map(({ emittedAt }) => Date.parse(String(emittedAt)));
  const took = Math.max(...times) - Math.min(...times);
  const at = String(events.findLast(({ event }) => event === "resource.started")?.["actionId"] ?? "");
  const stands = failure !== undefined && !events.some(({ event }) => event === "workflow.failed");
  if (!stands && !(took > longestRun)) return undefined;
  const message = `the run waits for "${at}", and nothing ends that`;
  return { kind: "hang", at, message, expected: { failure: { class: "timeout" } } };
}

function leak({ events, result, response }: Simulated, { secrets }: Standard): Fault | undefined {
  const body = response === undefined ? "result" : "body";
  const headers = Object.entries(response?.headers ?? {});
  const shown: readonly (readonly [what: string, value: unknown, expected: (hidden: Data) => Data])[] = [
    ["an event", events, (hidden) => ({ [body]: hidden })],
    ["the answer", response?.body, (hidden) => ({ body: hidden })],
    ...headers.map(
      ([name, value]) =>
        [`the header ${name} of the answer`, value, (hidden: Data) => ({ headers: { [name]: hidden } })] as const,
    ),
    ["the result", result, (hidden) => ({ result: hidden })],
  ];
  for (const [what, value, expected] of shown) {
    const text = JSON.stringify(value) ?? "";
    const secret = secrets.find((each) => text.includes(each));
    if (secret === undefined) continue;
    const name = nameOfSecret(secret);
    const hidden = { that: `not (toJSON(value) contains "${secret}")` };
    return {
      kind: "secret",
      at: name,
      message: `${what} shows the environment variable ${name}`,
      expected: expected(hidden),
    };
  }
  return undefined;
}

/** Where nothing has failed outside, a 500 comes from what the client sent, and nobody has refused that. */
function clientFault({ request, given = {} }: SimulatedCase, run: Simulated): Fault | undefined {
  const status = run.response?.status;
  const { failureClass = "", message = "" } = endOf(run) ?? {};
  if (status === undefined || status < 500 || failureClass === "provider" || failureClass === "timeout")
    return undefined;
  if (run.calls.some(({ place, failed }) => failed !== undefined || hasFailed(given, place))) return undefined;
  const [, at = ""] = /^"([^"]+)"/.exec(message) ?? [];
  return {
    kind: "client-error",
    at,
    message: `nothing outside has failed, and the answer is ${status}: ${message}`,
    ...refusal(request),
  };
}

function hasFailed(given: Data, place: string): boolean {
  const { fails, exitCode = 0 } = asMap(given[place.replaceAll(/\[\d+\]/g, "")]) ?? {};
  return fails !== undefined || exitCode !== 0;
}

function misfitFault(
  testCase: SimulatedCase,
  { result, response }: Simulated,
  { misfit }: Standard,
): Fault | undefined {
  if (result === undefined) return undefined;
  const found = misfit(testCase, result);
  if (found === undefined) return undefined;
  const expected = { [response === undefined ? "result" : "body"]: { that: found.fits } };
  return {
    kind: "response",
    at: found.path,
    message: `the result does not fit its schema: ${found.path} ${found.message}`,
    expected,
  };
}
