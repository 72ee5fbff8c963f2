import type { RunEffects } from "./effects.ts";
import type { OutputStream, TokenUsage } from "./events.ts";
import type { RunTrace } from "./trace.ts";

/** What an executor may know of the resource it runs for. */
export interface StepContext {
  /** actionId of the resource. */
  readonly id: string;
  /** Aborted when the run is cancelled or out of time; its `reason` is the FlowError to fail with. */
  readonly signal: AbortSignal;
  /** The process's environment with `agentSettings.env` laid over it: what a child process starts from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Runs another resource of the workflow with these arguments, and what it requires; gives its value. */
  call?(id: string, given: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Tokens that the resource has taken, for its event. */
  used?(usage: TokenUsage): void;
  /** Takes each line that a command or script writes, as it comes; undefined where nobody looks. */
  readonly onLine?: ((stream: OutputStream, line: string) => void) | undefined;
  /** Has `close` called once at the end of the run, however often it is given. */
  atEnd?(close: () => void | Promise<void>): void;
  /** What stands in for the world, where something does. */
  readonly effects?: RunEffects | undefined;
  /** Makes spans of what it does outside the run, where somebody collects them. */
  readonly trace?: RunTrace | undefined;
  /** A text without the secrets of the run. */
  redact?(text: string): string;
  /** Where in the run it is: `id`, `id[3]`, `caller/id`. */
  readonly place?: string;
  /** Counted from 1. */
  readonly attempt?: number;
  readonly item?: { readonly value: unknown; readonly index: number } | undefined;
  /** What the steps of one run have in common, by who keeps it there. */
  readonly shared?: Map<object, unknown>;
}
