import type { Data } from "../nouns/simulation.ts";
import type { CaseRequest, SimulatedCase } from "../nouns/test-case.ts";
import { asMap } from "../tree/plain-data.ts";
import { parseDuration } from "./duration.ts";

/** What a test says of its run. Maps of the test go over those of the file's `defaults`, key by key. */
export function simulatedCase(test: Data, defaults: Data = {}): SimulatedCase {
  const both = (key: string): Data => ({ ...asMap(defaults[key]), ...asMap(test[key]) });
  const { request, file, only, cancelAfter } = test;
  const now = test["now"] ?? defaults["now"];
  return {
    inputs: both("inputs"),
    env: Object.fromEntries(Object.entries(both("env")).map(([name, value]) => [name, String(value)])),
    files: both("files") as Readonly<Record<string, string>>,
    given: both("given"),
    allow: (test["allow"] ?? defaults["allow"] ?? []) as readonly string[],
    ...(now !== undefined && { now: now instanceof Date ? now.getTime() : Date.parse(String(now)) }),
    ...(request !== undefined && { request: requestOf(request) }),
    ...(file !== undefined && { file: String(file) }),
    ...(only !== undefined && { only: String(only) }),
    ...(cancelAfter !== undefined && { cancelAfter: parseDuration(String(cancelAfter)) }),
  };
}

const keys: Readonly<Record<Exclude<keyof SimulatedCase, "recording">, true>> = {
  inputs: true,
  env: true,
  now: true,
  request: true,
  file: true,
  files: true,
  given: true,
  allow: true,
  cancelAfter: true,
  only: true,
};

/** The keys of a test that say something of its run. */
export const caseKeys: readonly string[] = Object.keys(keys);

/** `POST /orders`, or a map with that under `to`. */
function requestOf(written: unknown): CaseRequest {
  const { to, ...more } = typeof written === "string" ? { to: written } : (written as Data);
  const [method = "", ...path] = String(to).split(" ");
  return { ...more, method, path: path.join(" ") };
}
