import type { Simulated, TestSyntax } from "../nouns/test-case.ts";
import type { Difference } from "./expect/compare.ts";

/** What became of one test. */
export interface TestResult {
  readonly test: TestSyntax;
  readonly passed: boolean;
  /** Undefined where it did not run. */
  readonly outcome: Simulated | undefined;
  readonly differences: readonly Difference[];
  /** What has not been given, a sentence each. */
  readonly missing: readonly string[];
  /** Keys of its own `given` that nothing has asked for. */
  readonly unused: readonly string[];
  /** Of real time. */
  readonly durationMs: number;
}

/** The results of one file, in the order of its tests. */
export interface FileResult {
  /** As it is shown. */
  readonly path: string;
  readonly results: readonly TestResult[];
  /** Why none of its tests could run; its tests count as failed then. */
  readonly problem?: string;
}
