import type { FileResult } from "../test-result.ts";

/** How many tests passed and failed. */
export function countsOf(files: readonly FileResult[]): { readonly passed: number; readonly failed: number } {
  const results = files.flatMap((file) => file.results);
  const passed = results.filter((result) => result.passed).length;
  // A file whose tests cannot even be read has failed once.
  const unread = files.filter((file) => file.problem !== undefined && file.results.length === 0).length;
  return { passed, failed: results.length - passed + unread };
}
