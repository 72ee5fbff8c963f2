import type { RunResult } from "../run/run.ts";
import { decode } from "../store/encode.ts";
import type { KeptResult } from "./run-recorded.ts";

/** The result of a run as its row has it, with the secrets of this process; `***` for those that it has not. */
export function resultFrom({ result }: KeptResult): RunResult {
  return decode(result, (name) => process.env[name] ?? "***") as RunResult;
}
