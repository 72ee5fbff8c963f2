import { Error as DbosErrors } from "@dbos-inc/dbos-sdk";
import { FlowError, InvalidInput, RunTimeout, toFlowError } from "../run/errors.ts";
import { firstFailure } from "../run/network-codes.ts";
import { networkProblem } from "../run/network-problem.ts";
import { type KeptFailure, keptFailure } from "../store/outcome.ts";

/** Which exit code a failure has, by the class that it had. */
type Kind = "failed" | "invalid" | "timeout";

/** The failure of a run as DBOS keeps it: without a stack, and with all that another process shows of it. */
export function errorToKeep(failure: FlowError): Error {
  const kept = Object.assign(new Error(failure.message), { flowc: { kind: kindOf(failure), ...keptFailure(failure) } });
  kept.name = "FlowError";
  kept.stack = "";
  return kept;
}

function kindOf(failure: FlowError): Kind {
  if (failure instanceof InvalidInput) return "invalid";
  return failure instanceof RunTimeout ? "timeout" : "failed";
}

/** What DBOS or its database threw as a failure; of class infra, where it is the database's. */
export function failureFrom(thrown: unknown): FlowError {
  if (thrown instanceof FlowError) return thrown;
  const kept = (thrown as { readonly flowc?: KeptFailure & { readonly kind: Kind } } | null)?.flowc;
  if (kept !== undefined) return keptToFailure(kept);
  const { DBOSWorkflowCancelledError: Cancelled, DBOSAwaitedWorkflowCancelledError: AwaitedCancelled } = DbosErrors;
  if (thrown instanceof Cancelled || thrown instanceof AwaitedCancelled)
    return new FlowError("tool_runtime", "the run was cancelled");
  const { DBOSMaxRecoveryAttemptsExceededError: Dead, DBOSAwaitedWorkflowExceededMaxRecoveryAttempts: AwaitedDead } =
    DbosErrors;
  if (thrown instanceof Dead || thrown instanceof AwaitedDead)
    return new FlowError("infra", "the run was set aside, as its workers ended too often while they ran it");
  if (thrown instanceof DbosErrors.DBOSConflictingWorkflowError)
    return new InvalidInput("preflight", "a run of another workflow has this id");
  return databaseFailure(thrown);
}

function keptToFailure({ kind, failureClass, message, details }: KeptFailure & { readonly kind: Kind }): FlowError {
  if (kind === "invalid") return new InvalidInput(failureClass, message, details);
  if (kind === "timeout") return new RunTimeout(failureClass, message, details);
  return new FlowError(failureClass, message, details);
}

function databaseFailure(thrown: unknown): FlowError {
  const cause = firstFailure(innermost(thrown));
  const { code = "", message } = cause as { readonly code?: string; readonly message: string };
  if (code === "42P01" || code === "3F000")
    return new InvalidInput("preflight", "the database has no tables for runs yet: start a worker, or use migrate");
  const problem = networkProblem(cause);
  if (problem !== undefined) return new FlowError("infra", `cannot reach the database: ${problem}`, { cause: thrown });
  if (/^[0-9A-Z]{5}$/.test(code)) return new FlowError("infra", `the database refused: ${message}`, { cause: thrown });
  return toFlowError(thrown);
}

/** DBOS wraps what it does not know. */
function innermost(thrown: unknown): unknown {
  const { cause, code } = (thrown ?? {}) as { readonly cause?: unknown; readonly code?: unknown };
  return cause === undefined || typeof code === "string" ? thrown : innermost(cause);
}
