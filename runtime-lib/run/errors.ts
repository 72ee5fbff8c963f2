/** The kinds of failure that events report (spec section 5). Set where an error arises, never guessed from its text. */
export type FailureClass = "validation" | "provider" | "timeout" | "compile" | "preflight" | "infra" | "tool_runtime";

/** The end of what a command wrote to each stream; a stream that is empty is left out. */
export interface OutputTail {
  readonly stdout?: string;
  readonly stderr?: string;
}

/** What an `onError` clause may look at beside the message, and what a person is shown. */
export interface FailureDetails {
  readonly exitCode?: number | null;
  /** The signal that ended a command. */
  readonly signal?: string;
  readonly stderr?: string;
  /** The command as it ran. */
  readonly command?: string;
  readonly tail?: OutputTail;
  /** `file:line:column` of the expression that failed. */
  readonly place?: string;
  /** The resource that failed, where a run failed with it. */
  readonly actionId?: string;
  /** What a client of a server may read of it. Without one it learns the kind only: messages may show the inside. */
  readonly public?: string;
  /** The message without places of the workflow's files, where it has some. */
  readonly plain?: string;
  readonly cause?: unknown;
}

/** Every failure of a run. The message is one sentence for the user, without a stack, a secret or a full stop. */
export class FlowError extends Error {
  readonly failureClass: FailureClass;
  readonly details: FailureDetails;

  constructor(failureClass: FailureClass, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "FlowError";
    // What Node's permissions refuse was not declared, whoever asked for it.
    this.failureClass = isRefused(details.cause) ? "preflight" : failureClass;
    this.details = details;
  }

  /** The message for those who must not know of the inside, such as a client of a server. */
  get plain(): string {
    return this.details.plain ?? this.message;
  }

  /** The same failure with words in front of its message. */
  behind(words: string, details: FailureDetails = {}): FlowError {
    const { plain } = this.details;
    const prefixed = plain === undefined ? {} : { plain: `${words}${plain}` };
    return new FlowError(this.failureClass, `${words}${this.message}`, { ...this.details, ...prefixed, ...details });
  }
}

function isRefused(cause: unknown): cause is { readonly permission?: string; readonly resource?: string } {
  return (cause as { readonly code?: unknown } | undefined)?.code === "ERR_ACCESS_DENIED";
}

function messageOf(error: Error): string {
  return isRefused(error) ? `the sandbox refuses ${error.permission} ${error.resource ?? ""}`.trim() : error.message;
}

/** A failure whose message speaks of nothing but what the caller gave: clients of a server may read it. */
export class Refusal extends FlowError {
  constructor(failureClass: FailureClass, message: string, details: FailureDetails = {}) {
    super(failureClass, message, { public: message, ...details });
  }
}

/** What the caller of a run gave is not usable: nothing has run. */
export class InvalidInput extends Refusal {
  /** Identifies it where several bundles, each with a class of its own, run in one process. */
  override readonly name = "InvalidInput";
}

/** The run as a whole exceeded `settings.timeout`. */
export class RunTimeout extends FlowError {}

/** Any thrown value as a FlowError: itself, or class tool_runtime with the thrown message. */
export function toFlowError(thrown: unknown): FlowError {
  if (thrown instanceof FlowError) return thrown;
  const message = thrown instanceof Error ? messageOf(thrown) : String(thrown);
  // What expressions make may be deeper than what comes in: V8's stack ends it.
  if (thrown instanceof RangeError && /call stack/.test(message))
    return new FlowError("tool_runtime", "a value is nested too deep", { cause: thrown });
  return new FlowError("tool_runtime", message, { cause: thrown });
}
