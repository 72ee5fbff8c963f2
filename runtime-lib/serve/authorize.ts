import { Cancellation } from "../run/cancellation.ts";
import { noResource, type ServiceDefinition, type WorkflowDefinition } from "../run/definition.ts";
import { FlowError } from "../run/errors.ts";
import { evaluate, newRun, type RunOptions, type Surroundings } from "../run/run.ts";
import { Step } from "../run/step.ts";
import { digest, holdsToken } from "./bearer-token.ts";
import { RequestProblem } from "./problem.ts";

/** SHA-256 of the token that callers must send; undefined where none is asked for. */
export function tokenOf(
  definition: WorkflowDefinition,
  options: RunOptions,
  surroundings?: Surroundings,
): Buffer | undefined {
  const { token, tokenFrom } = definition.service ?? {};
  if (token === undefined) return undefined;
  const run = newRun(definition, options, new Cancellation(), surroundings);
  const value = evaluate(new Step(run, noResource), token);
  if (value === "") throw emptyToken(tokenFrom);
  return digest(value);
}

/** Refuses a request without the token, where one is asked for. */
export function authorize(authorization: string | undefined, token: Buffer | undefined): void {
  if (token === undefined || holdsToken(authorization, token)) return;
  throw new RequestProblem(401, "a bearer token is needed", { headers: { "WWW-Authenticate": "Bearer" } });
}

function emptyToken({ variables, place }: NonNullable<ServiceDefinition["tokenFrom"]> = { variables: [], place: "" }) {
  const names = variables.join(", ");
  const why = names === "" ? "" : `: the environment variable ${names} is empty or not set`;
  return new FlowError("preflight", `settings.apiServer.auth.token is empty${why} (${place})`);
}
