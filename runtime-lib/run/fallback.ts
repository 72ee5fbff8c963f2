import type { Failure } from "./definition.ts";
import { text } from "./values.ts";

/** A result whose bare value may come from a fallback. */
// biome-ignore lint/suspicious/noExplicitAny: what it is, only the run knows; emitted code reads its fields
export type Valued<Result> = Result & { readonly value: any };

/** A result with its main field also as `value`, for resources whose bare value may come from a fallback. */
export function withValue<Result extends object, Main extends keyof Result>(
  result: Result,
  main: Main,
): Valued<Result> {
  return { ...result, value: result[main] };
}

/** The result of an exec that failed and has a fallback: its text is stdout, the rest is about the failure. */
export function execFallback(value: unknown, failure: Failure) {
  return { stdout: text(value), stderr: failure.stderr, exitCode: failure.exitCode, success: false, value };
}
