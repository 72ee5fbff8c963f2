import type { StepContext } from "../../../runtime-lib/run/step-context.ts";

export interface EchoOptions {
  readonly text: string;
  readonly times?: number;
  readonly withinMs?: number;
}

export interface EchoResult {
  readonly text: string;
  readonly length: number;
}

/** Gives the text, as often as asked. */
export async function echo(_step: StepContext, { text, times = 1 }: EchoOptions): Promise<EchoResult> {
  const all = text.repeat(times);
  return { text: all, length: all.length };
}
