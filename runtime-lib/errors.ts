/** The kinds of failure that events report (spec section 5). Set where an error arises, never guessed from its text. */
export type FailureClass = "validation" | "provider" | "timeout" | "compile" | "preflight" | "infra" | "tool_runtime";

/** What an `onError` clause may look at beside the message. */
export interface FailureDetails {
  readonly exitCode?: number | null;
  readonly stderr?: string;
  /** The resource that failed, where a run failed with it. */
  readonly actionId?: string;
  readonly cause?: unknown;
}

/** Every failure of a run. The message is one sentence for the user, without a stack, a secret or a full stop. */
export class FlowError extends Error {
  readonly failureClass: FailureClass;
  readonly details: FailureDetails;

  constructor(failureClass: FailureClass, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "FlowError";
    this.failureClass = failureClass;
    this.details = details;
  }
}

/** What the caller of a run gave is not usable: nothing has run. */
export class InvalidInput extends FlowError {
  /** Tells it apart where several bundles, each with a class of its own, run in one process. */
  override readonly name = "InvalidInput";
}

/** The run as a whole exceeded `settings.timeout`. */
export class RunTimeout extends FlowError {}

/** Any thrown value as a FlowError: itself, or class tool_runtime with the thrown message. */
export function toFlowError(thrown: unknown): FlowError {
  if (thrown instanceof FlowError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new FlowError("tool_runtime", message, { cause: thrown });
}
