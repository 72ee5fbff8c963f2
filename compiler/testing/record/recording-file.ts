import { basename, dirname, join } from "node:path";
import { yamlText } from "../../6-ship/yaml-text.ts";
import type { Data } from "../../nouns/simulation.ts";
import type { RecordedCall, Recording, SimulatedCall } from "../../nouns/test-case.ts";

/** The recordings of a file of tests, by the names of the tests. */
export type Recordings = Readonly<Record<string, Recording>>;

/** The file in which the recordings of a file of tests lie. */
export function recordingPath(testFile: string): string {
  return join(dirname(testFile), "__recordings__", `${basename(testFile).replace(/\.test\.ya?ml$/, "")}.yaml`);
}

/** What a run has asked of the world, in an order that does not hang on who was first, and without secrets. */
export function recordingOf(
  calls: readonly SimulatedCall[],
  environment: Readonly<Record<string, string | undefined>>,
  reads: readonly string[],
): Recording {
  const set = reads.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]] as const]));
  const secrets = set.flatMap(([name, value]) => (isSecret(name, value) ? [value] : []));
  const mask = masking([...secrets, ...calls.flatMap(({ answered }) => [...secretsIn(answered)])]);
  const env = Object.fromEntries(set.map(([name, value]) => [name, isSecret(name, value) ? "***" : value]));
  const real = calls.filter(({ given }) => !given).map(({ given: _given, ...call }) => mask(call) as RecordedCall);
  const order = [...real.entries()].sort(
    ([at, one], [later, other]) => comparePlaces(one.place, other.place) || at - later,
  );
  return { env, calls: order.map(([, call]) => call) };
}

/** The text of a file of recordings. */
export function recordingText(recordings: Recordings): string {
  return `# What the world answered, written by flowc test --record. Secrets are left out.\n${yamlText({ recordings })}`;
}

/** The recordings in a file's data; none where it is of another shape. */
export function readRecordings(data: unknown): Recordings {
  return ((data ?? {}) as { readonly recordings?: Recordings }).recordings ?? {};
}

/** By the name of the variable, or as a URL with a password in it. */
function isSecret(name: string, value: string): boolean {
  return /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH|PRIVATE/i.test(name) || /:\/\/[^/\s]*:[^/\s]*@/.test(value);
}

/** Texts of answers in fields that are called as secrets are. Short ones would be found where they are not meant. */
function* secretsIn(value: unknown, name = ""): Iterable<string> {
  if (typeof value === "string") {
    // Commands and models answer with JSON as text.
    if (/^\s*[[{]/.test(value)) yield* secretsIn(parsed(value), name);
    else if (value.length >= 6 && /token|secret|password|api_?key|authorization|cookie/i.test(name)) yield value;
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* secretsIn(inner, Array.isArray(value) ? name : key);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function masking(secrets: readonly string[]): (value: unknown) => unknown {
  const long = secrets.filter((secret) => secret.length > 0);
  const mask = (value: unknown): unknown => {
    if (typeof value === "string") return long.reduce((text, secret) => text.replaceAll(secret, "***"), value);
    if (Array.isArray(value)) return value.map(mask);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value as Data).map(([key, inner]) => [key, mask(inner)]));
  };
  return mask;
}

/** `id[2]` before `id[10]`. */
function comparePlaces(one: string, other: string): number {
  const padded = (place: string): string => place.replaceAll(/\d+/g, (digits) => digits.padStart(9, "0"));
  return padded(one) < padded(other) ? -1 : padded(one) > padded(other) ? 1 : 0;
}
