import type { WorkflowDefinition } from "../run/definition.ts";
import { FlowError, InvalidInput } from "../run/errors.ts";
import { Secrets } from "../run/secrets.ts";
import type { RunRequest } from "../run/state.ts";
import { decode } from "../store/encode.ts";
import { seal } from "../store/seal.ts";

/** What a run is given, by whoever starts it. */
export interface Given {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly only?: string | undefined;
  readonly request?: RunRequest | undefined;
  /** It takes over what this run has done that neither is the resource of that id nor depends on it. */
  readonly from?: { readonly id: string; readonly of: string } | undefined;
}

/** The same as a row holds it: a text of encode.ts, in which names of environment variables stand for their values. */
export interface KeptGiven {
  readonly given: string;
}

/** What the workflow of DBOS is called with that runs one of flowc: when it was due by a schedule, and what it is given. */
export type RunArguments = readonly [dueAt: Date | string | null, kept: KeptGiven];

/** What a run is given, without secrets. Throws InvalidInput where one stands in it encoded or cut. */
export function givenToKeep({ effects }: Pick<WorkflowDefinition, "effects">, given: Given): KeptGiven {
  const secrets = new Secrets();
  for (const name of effects.environment) {
    const value = process.env[name];
    if (value !== undefined) secrets.add(value, name);
  }
  const { text, isMasked } = seal(given, secrets);
  if (isMasked)
    throw new InvalidInput(
      "preflight",
      "the inputs hold a part of a secret, which is not kept; let the workflow read it by env()",
    );
  return { given: text };
}

/** What the row says, with the secrets of this process. Throws preflight where one is not set. */
export function givenFrom({ given }: KeptGiven): Given {
  return decode(given, secretOf) as Given;
}

/** What the row says, for people to look at. */
export function shownGiven({ given }: KeptGiven): Given {
  return decode(given, () => "***") as Given;
}

function secretOf(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new FlowError("preflight", `environment variable not set: ${name}`);
  return value;
}
